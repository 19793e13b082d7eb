import type { Read, ReadFailure } from '../evidence/ports.ts';
import type { Gate } from './gate.ts';

/** What came of a batch of things: the answers, and the things for which there is none. */
export interface Isolated<Item, Answer> {
  readonly answers: readonly { readonly items: readonly Item[]; readonly answer: Answer }[];
  readonly failed: readonly { readonly item: Item; readonly failure: ReadFailure }[];
}

/** How many more single culprits are worth looking for in one document. */
export interface CulpritBudget {
  readonly isSpent: () => boolean;
  readonly spend: () => void;
}

/**
 * A stalled thread costs its whole time limit, tens of seconds; a document with more culprits than
 * this is bad as a whole.
 */
const CULPRITS_MAX = 3;

/** A budget of which so many culprits were found before. */
export function createCulpritBudget(foundBefore = 0): CulpritBudget {
  let left = CULPRITS_MAX - foundBefore;
  return {
    isSpent: () => left <= 0,
    spend: () => {
      left -= 1;
    },
  };
}

/**
 * Does work on a batch whose failure, if the machine caused it, fails the whole batch: the batch is
 * tried once more alone, then its items one by one, so that one bad page or claim costs no other.
 * What failed for another cause is not tried again, nor is anything once the budget is spent.
 */
export async function isolateFailures<Item, Answer>(
  gate: Gate,
  items: readonly Item[],
  work: (items: readonly Item[]) => Promise<Read<Answer>>,
  budget: CulpritBudget,
): Promise<Isolated<Item, Answer>> {
  if (items.length === 0) return { answers: [], failed: [] };
  const first = await gate.shared(() => work(items));
  if (first.ok) return { answers: [{ items, answer: first.value }], failed: [] };
  if (!first.failure.is_of_machine || budget.isSpent()) return failedAll(items, first.failure);
  const second = await gate.alone(() => work(items));
  if (second.ok) return { answers: [{ items, answer: second.value }], failed: [] };
  if (!second.failure.is_of_machine) return failedAll(items, second.failure);
  if (items.length > 1) return await oneByOne(gate, items, work, budget, second.failure);
  budget.spend();
  return failedAll(items, second.failure);
}

async function oneByOne<Item, Answer>(
  gate: Gate,
  items: readonly Item[],
  work: (items: readonly Item[]) => Promise<Read<Answer>>,
  budget: CulpritBudget,
  failure: ReadFailure,
): Promise<Isolated<Item, Answer>> {
  const answers: { items: readonly Item[]; answer: Answer }[] = [];
  const failed: { item: Item; failure: ReadFailure }[] = [];
  for (const item of items) {
    if (budget.isSpent()) {
      failed.push({ item, failure });
      continue;
    }
    const done = await gate.alone(() => work([item]));
    if (done.ok) {
      answers.push({ items: [item], answer: done.value });
    } else {
      budget.spend();
      failed.push({ item, failure: done.failure });
    }
  }
  return { answers, failed };
}

function failedAll<Item, Answer>(
  items: readonly Item[],
  failure: ReadFailure,
): Isolated<Item, Answer> {
  return { answers: [], failed: items.map((item) => ({ item, failure })) };
}
