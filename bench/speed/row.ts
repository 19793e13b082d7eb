/** One line of the results. Texts are as they are printed. */
export interface Row {
  readonly name: string;
  readonly measured: string;
  /** What it is measured against, and what that took; empty if nothing. */
  readonly against: string;
  /** `1.18x`; empty where there is no ratio. */
  readonly ratio: string;
  /** What is asked for; empty if nothing is. */
  readonly asked: string;
  /** Null where nothing is asked for. */
  readonly is_met: boolean | null;
}

/** The rows of one group, with what a reader must know of how they were measured. */
export interface RowGroup {
  readonly title: string;
  readonly note: string;
  readonly rows: readonly Row[];
}

/** A bound on a figure, and how it is written. */
export interface Bound {
  readonly text: string;
  readonly holds: (value: number) => boolean;
}

export function atMost(most: number, unit: string): Bound {
  return { text: `≤ ${most}${unit}`, holds: (value) => value <= most };
}

export function atLeast(least: number, unit: string): Bound {
  return { text: `≥ ${least.toLocaleString('en')}${unit}`, holds: (value) => value >= least };
}

/** A row that compares two figures of one unit: the first is so many times the second. */
export function ratioRow(
  name: string,
  [value, measured]: readonly [number, string],
  [base, against]: readonly [number, string],
  asked: Bound | null = null,
): Row {
  const ratio = value / base;
  const row = { name, measured, against, ratio: `${rounded(ratio)}x` };
  return { ...row, asked: asked?.text ?? '', is_met: asked?.holds(ratio) ?? null };
}

/** A row whose figure stands for itself. */
export function figureRow(
  name: string,
  [value, measured]: readonly [number, string],
  asked: Bound | null = null,
): Row {
  const row = { name, measured, against: '', ratio: '' };
  return { ...row, asked: asked?.text ?? '', is_met: asked?.holds(value) ?? null };
}

/** Seconds as text: `4.13 s`, `88 ms`. */
export function secondsText(seconds: number): string {
  return Math.abs(seconds) < 1 ? `${Math.round(seconds * 1000)} ms` : `${rounded(seconds)} s`;
}

/** Three significant digits, as many as such measurements carry. */
export function rounded(value: number): string {
  const whole = Math.abs(value) >= 100;
  return whole ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)));
}

/** A group as a Markdown table under its title. */
export function renderGroup({ title, note, rows }: RowGroup): string {
  const head = '| | measured | against | ratio | asked | met |\n|---|---|---|---|---|---|\n';
  const lines = rows.map((row) => {
    const met = row.is_met === null ? '' : row.is_met ? 'yes' : '**no**';
    const cells = [row.name, row.measured, row.against, row.ratio, row.asked, met];
    return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`;
  });
  return `### ${title}\n\n${note}\n\n${head}${lines.join('')}`;
}
