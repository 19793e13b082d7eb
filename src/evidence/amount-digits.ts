import type { NumberFormat } from './number-format.ts';

/** The digits of one number as they stand in a text. */
export interface DigitRun {
  readonly start: number;
  readonly end: number;
  /** Plain unsigned decimal with `.`; null where the run is no well-formed number. */
  readonly digits: string | null;
  readonly decimals: number;
}

/** Longest number taken as an amount; far above any real one, bounds the arithmetic. */
const DIGITS_MAX = 60;

/** No-break, figure, thin and narrow no-break space: they group thousands in any format. */
const HARD_SPACES = '\\u00A0\\u2007\\u2009\\u202F';

/** Everything that can belong to a run of digits, so that a broken one is passed over whole. */
const RUN = new RegExp(
  `(?:\\d|[.,](?=\\d)|['’](?=\\d{3}(?!\\d))|[${HARD_SPACES}](?=\\d{3}(?!\\d)))+`,
  'y',
);
const RUN_WITH_SPACES = new RegExp(
  `(?:\\d|[.,](?=\\d)|['’](?=\\d{3}(?!\\d))|[ ${HARD_SPACES}](?=\\d{3}(?!\\d)))+`,
  'y',
);

const PATTERNS = {
  point: wellFormed(',', '\\.', false),
  comma: wellFormed('\\.', ',', false),
} as const;

const SPACED_PATTERNS = {
  point: wellFormed(',', '\\.', true),
  comma: wellFormed('\\.', ',', true),
} as const;

/**
 * Reads the run of digits that starts at `start` (a digit, or a decimal mark before one). Grouping
 * must be regular: three digits a group (or the Indian 2-2-3), one kind of separator; `1,23` and
 * `10.1.2` are runs without value.
 */
export function readDigits(text: string, start: number, format: NumberFormat): DigitRun {
  const run = format.groups_by_space ? RUN_WITH_SPACES : RUN;
  run.lastIndex = start;
  const printed = run.exec(text)?.[0] ?? '';
  const end = start + printed.length;
  const pattern = (format.groups_by_space ? SPACED_PATTERNS : PATTERNS)[format.decimal];
  const parts = pattern.exec(printed);
  if (parts === null || printed.length > DIGITS_MAX)
    return { start, end, digits: null, decimals: 0 };
  const whole = (parts[1] ?? '').replace(/\D/g, '');
  const fraction = parts[2] ?? '';
  return {
    start,
    end,
    digits: `${whole === '' ? '0' : whole}${fraction === '' ? '' : `.${fraction}`}`,
    decimals: fraction.length,
  };
}

function wellFormed(group: string, decimal: string, spaces: boolean): RegExp {
  const space = spaces ? ` ${HARD_SPACES}` : HARD_SPACES;
  const whole = [
    `\\d{1,3}(?:${group}\\d{3})+`,
    `\\d{1,2}(?:${group}\\d{2})+${group}\\d{3}`,
    `\\d{1,3}(?:['’]\\d{3})+`,
    `\\d{1,3}(?:[${space}]\\d{3})+`,
    // Two groups at least cannot be decimals, so the other mark groups as well: 1.234.567.
    `\\d{1,3}(?:${decimal}\\d{3}){2,}`,
    '\\d+',
  ].join('|');
  return new RegExp(`^(${whole})?(?:${decimal}(\\d+))?$`);
}
