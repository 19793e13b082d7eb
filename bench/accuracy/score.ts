/** One figure that is asked for, and whether it was reached. */
export interface Target {
  readonly name: string;
  /** As a reader of the table sees it: `99.7 % (587 of 589)`, `0`. */
  readonly reached: string;
  readonly asked: string;
  readonly is_met: boolean;
}

/** A table of text; the first column is aligned left, all others right. */
export interface Table {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** One claim that did not come out as its label says; a line of `misses.jsonl`. */
export interface Miss {
  readonly category: string;
  readonly id: string;
  readonly document: string;
  readonly page_index: number | null;
  readonly kind: string;
  readonly label: string;
  readonly status: string;
  readonly reason: string | null;
  readonly proposal: string | null;
  readonly detail: string | null;
  readonly expected: string;
  /** What the claim expects and what stood in the target instead, for looking at the page. */
  readonly claim: unknown;
  readonly evidence: string | null;
}

/** What the scoring of one set comes to; `figures` is the part for machines. */
export interface Score {
  readonly set: string;
  readonly tables: readonly Table[];
  readonly targets: readonly Target[];
  readonly misses: readonly Miss[];
  readonly figures: unknown;
}

/** `99.7 %`, or `–` where there is nothing to divide by. */
export function percent(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`;
}

/** `99.7 % (587 of 589)`. */
export function share(part: number, whole: number): string {
  return `${percent(part, whole)} (${part} of ${whole})`;
}

/** A share that must be at least `least` per cent. A share of nothing proves nothing and is not met. */
export function atLeast(name: string, part: number, whole: number, least: number): Target {
  return {
    name,
    reached: share(part, whole),
    asked: `>= ${least} %`,
    is_met: whole > 0 && 100 * part >= least * whole,
  };
}

/** A share that may be at most `most` per cent; there must be something to count it in. */
export function atMost(name: string, part: number, whole: number, most: number): Target {
  return {
    name,
    reached: share(part, whole),
    asked: `<= ${most} %`,
    is_met: whole > 0 && 100 * part <= most * whole,
  };
}

/** A count that must be zero among `whole`; there must be something to count it in. */
export function none(name: string, count: number, whole: number): Target {
  return { name, reached: `${count} of ${whole}`, asked: '0', is_met: whole > 0 && count === 0 };
}

/** The part of `items` that a condition holds for, counted. */
export function countOf<T>(items: readonly T[], condition: (item: T) => boolean): number {
  return items.reduce((sum, item) => (condition(item) ? sum + 1 : sum), 0);
}

/** The items by the key each of them has, keys in the order of their first item. */
export function groupBy<T>(
  items: readonly T[],
  keyOf: (item: T) => string,
): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

/** The table as lines of text. */
export function renderTable(table: Table): string {
  const lines = [table.head, ...table.rows];
  const widths = table.head.map((_, column) =>
    Math.max(...lines.map((line) => (line[column] ?? '').length)),
  );
  const render = (line: readonly string[]): string =>
    line
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd();
  const rule = widths.map((width) => '-'.repeat(width)).join('  ');
  return [table.title, render(table.head), rule, ...table.rows.map(render)].join('\n');
}

/** The targets as a table that ends with pass or fail. */
export function targetTable(targets: readonly Target[]): Table {
  return {
    title: 'Targets',
    head: ['target', 'reached', 'asked', ''],
    rows: targets.map((target) => [
      target.name,
      target.reached,
      target.asked,
      target.is_met ? 'pass' : 'FAIL',
    ]),
  };
}
