import type { Read, ReadFailure } from '../evidence/ports.ts';
import type { Gate } from './gate.ts';

/** What came of a batch of things: the answers, and the things for which there is none. */
export interface Isolated<Item, Answer> {
  readonly answers: readonly { readonly items: readonly Item[]; readonly answer: Answer }[];
  readonly failed: readonly { readonly item: Item; readonly failure: ReadFailure }[];
}

/** How many more single culprits are worth looking for in one document. */
export interface CulpritBudget {
  /** The failure that spent the last of it; null while some is left. */
  readonly spentOn: () => ReadFailure | null;
  readonly spend: (failure: ReadFailure) => void;
}

/**
 * A stalled thread costs its whole time limit, tens of seconds; a document with more culprits than
 * this is bad as a whole.
 */
const CULPRITS_MAX = 3;

/** A budget of which some was spent before on the given failures. */
export function createCulpritBudget(before: readonly ReadFailure[] = []): CulpritBudget {
  const spent = [...before];
  return {
    spentOn: () => spent[CULPRITS_MAX - 1] ?? null,
    spend: (failure) => {
      spent.push(failure);
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
  if (!first.failure.is_of_machine) return failedAll(items, first.failure);
  return await gate.alone(() => again(items, work, budget, first.failure));
}

async function again<Item, Answer>(
  items: readonly Item[],
  work: (items: readonly Item[]) => Promise<Read<Answer>>,
  budget: CulpritBudget,
  first: ReadFailure,
): Promise<Isolated<Item, Answer>> {
  if (budget.spentOn() !== null) return failedAll(items, first);
  const second = await work(items);
  if (second.ok) return { answers: [{ items, answer: second.value }], failed: [] };
  if (!second.failure.is_of_machine) return failedAll(items, second.failure);
  if (items.length > 1) return await oneByOne(items, work, budget);
  budget.spend(second.failure);
  return failedAll(items, second.failure);
}

async function oneByOne<Item, Answer>(
  items: readonly Item[],
  work: (items: readonly Item[]) => Promise<Read<Answer>>,
  budget: CulpritBudget,
): Promise<Isolated<Item, Answer>> {
  const answers: { items: readonly Item[]; answer: Answer }[] = [];
  const failed: { item: Item; failure: ReadFailure }[] = [];
  for (const item of items) {
    const spentOn = budget.spentOn();
    if (spentOn !== null) {
      failed.push({ item, failure: spentOn });
      continue;
    }
    const done = await work([item]);
    if (done.ok) {
      answers.push({ items: [item], answer: done.value });
    } else {
      budget.spend(done.failure);
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
