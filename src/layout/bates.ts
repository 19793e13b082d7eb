/** A stamp that production software prints on every page: a constant part and a counter. */
export interface BatesReading {
  /** As printed: `ABC0001234`. */
  readonly label: string;
  readonly prefix: string;
  /** How many digits the counter has; constant in a run. */
  readonly width: number;
  readonly value: number;
}

/** Words joined by marks, a space at most before the counter: `CONFIDENTIAL ABC0001` is `ABC0001`. */
const STAMP =
  /(?<![\p{L}\p{N}.,/$_-])((?:(?:\p{Lu}[\p{Lu}\d&]{0,11}[-_.]){0,2}\p{Lu}[\p{Lu}&]{0,11}[-_. ]?)?)(\d{5,10})(?![\p{L}\p{N}.,/%_-])/gu;

/**
 * Reads the tokens of a header or footer text that may be Bates stamps: `ABC0001234`,
 * `ABC-DEF 000123`, or a bare counter padded with zeros. A counter has 5 to 10 digits; runs over
 * pages decide, since account and file numbers look alike.
 */
export function readBates(text: string): readonly BatesReading[] {
  const found = text.matchAll(STAMP);
  const readings: BatesReading[] = [];
  for (const match of found) {
    const [label, prefix = '', digits = ''] = match;
    if (prefix === '' && !digits.startsWith('0')) continue;
    readings.push({ label: label.trim(), prefix, width: digits.length, value: Number(digits) });
  }
  return readings;
}
