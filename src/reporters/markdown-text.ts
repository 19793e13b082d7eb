import { printable } from './terminal-text.ts';

/**
 * A text from outside as inline code of CommonMark: nothing in it is read as Markdown or HTML, or
 * turned into a link. Runs of white space become one space; see `printable`.
 */
export function codeSpan(text: string): string {
  const line = printable(text).trim();
  if (line === '') return '(empty)';
  const longest = Math.max(0, ...[...line.matchAll(/`+/gu)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  // The spaces are no part of the code; without them a back-tick at an end would join the fence.
  const room = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${fence}${room}${line}${room}${fence}`;
}

/** A table of GitHub's dialect. Cells are Markdown already; bars in them are escaped here. */
export function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  const rule = head.map((_, at) => (at === 0 ? ':--' : '--:'));
  return [line(head), line(rule), ...rows.map(line)].join('\n');
}
