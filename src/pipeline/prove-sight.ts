import type { LocatedSource } from '../evidence/ports.ts';
import type { SightObservation, SightQuery } from '../evidence/rendering.ts';
import { settleSight } from '../verification/arbitration.ts';
import type { Finding } from '../verification/finding.ts';
import { createCulpritBudget, isolateFailures } from './isolate.ts';
import { inLanes } from './lanes.ts';
import type { PipelineParts } from './parts.ts';
import type { PlacedClaim } from './ports.ts';
import type { OpenDocument } from './read-document.ts';

/** The finding for one claim on its cited pages; `machine_detail`: why the machine caused it, or null. */
export interface Checked {
  readonly finding: Finding;
  readonly machine_detail: string | null;
}

/** A finding by the text alone, and what the picture must show before it may stand. */
export interface Unproved extends Checked {
  readonly sight: readonly SightQuery[];
}

/**
 * Pages whose evidence one task switches off: loading a page costs about 10 ms and a line under 1
 * (measured), so that a task takes some tenths of a second.
 */
const PAGES_PER_TASK = 16;

/**
 * Asks the picture of the page whether the evidence of claims that would be verified is seen, and
 * settles their findings by it. The queries of one page are answered together. What the renderer
 * could not answer is a doubt, never a loss of the claim.
 */
export async function proveSight(
  parts: PipelineParts,
  open: OpenDocument,
  claims: ReadonlyMap<PlacedClaim, Unproved>,
): Promise<ReadonlyMap<PlacedClaim, Checked>> {
  const answers = new Map<SightQuery, Answer>();
  const queries = [...claims.values()].flatMap(({ sight }) => sight);
  const source = queries.length === 0 ? null : await open.locate();
  if (source !== null) {
    const parted = await inLanes(tasksOf(queries), parts.gate.places, (task) =>
      askTask(parts, source, task),
    );
    for (const part of parted) {
      for (const [query, answer] of part) answers.set(query, answer);
    }
  }
  return new Map(
    [...claims].map(([claim, { finding, sight, machine_detail }]) => {
      const own = sight.map((query) => answers.get(query) ?? FILE_GONE);
      const failure = own.find((answer) => answer.machine_detail !== null)?.machine_detail ?? null;
      return [
        claim,
        {
          finding: settleSight(
            finding,
            own.map(({ observation }) => observation),
          ),
          machine_detail: machine_detail ?? failure,
        },
      ];
    }),
  );
}

interface Answer {
  readonly observation: SightObservation;
  readonly machine_detail: string | null;
}

const FILE_GONE: Answer = {
  observation: { state: 'not_proved', cause: 'renderer_failed' },
  machine_detail: 'The document was moved or changed during the run.',
};

/** Tasks of bounded size; the queries of one page come together, to load it once. */
function tasksOf(queries: readonly SightQuery[]): readonly (readonly SightQuery[])[] {
  const tasks: SightQuery[][] = [];
  let pages = new Set<number>();
  for (const query of queries.toSorted((a, b) => a.page_index - b.page_index)) {
    const last = tasks.at(-1);
    if (last !== undefined && (pages.has(query.page_index) || pages.size < PAGES_PER_TASK)) {
      last.push(query);
    } else {
      tasks.push([query]);
      pages = new Set();
    }
    pages.add(query.page_index);
  }
  return tasks;
}

async function askTask(
  parts: PipelineParts,
  source: LocatedSource,
  task: readonly SightQuery[],
): Promise<ReadonlyMap<SightQuery, Answer>> {
  const done = await isolateFailures(
    parts.gate,
    task,
    (queries) => parts.renderer.testSight(source, queries),
    createCulpritBudget(),
  );
  const answers = new Map<SightQuery, Answer>();
  for (const { items, answer } of done.answers) {
    for (const [position, query] of items.entries()) {
      const observation = answer[position];
      if (observation !== undefined) answers.set(query, { observation, machine_detail: null });
    }
  }
  for (const { item, failure } of done.failed) {
    const cause = failure.is_of_machine ? 'renderer_failed' : 'page_not_drawable';
    const machine_detail = failure.is_of_machine ? failure.detail : null;
    answers.set(item, { observation: { state: 'not_proved', cause }, machine_detail });
  }
  return answers;
}
