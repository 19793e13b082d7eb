import type { z } from 'zod';
import { suggestion } from './nearest-name.ts';
import type { JsonPath } from './safe-json.ts';

/** One fault of a JSON value, by the field it is in. `text` completes the sentence that the field begins. */
export interface SchemaProblem {
  readonly path: JsonPath;
  readonly is_missing: boolean;
  /** A text without anything but white space. */
  readonly is_blank: boolean;
  readonly is_unknown: boolean;
  readonly text: string;
}

/**
 * Says in words for users what a schema found wrong with `value`, unknown fields first.
 * @param namesAt the fields that exist at a path, for "did you mean".
 */
export function schemaProblems(
  issues: readonly z.core.$ZodIssue[],
  value: unknown,
  namesAt: (path: JsonPath) => readonly string[],
): readonly SchemaProblem[] {
  const problems = issues.flatMap((issue) => problemsOf(issue, [], value, namesAt));
  return [
    ...problems.filter((each) => each.is_unknown),
    ...problems.filter((each) => !each.is_unknown),
  ];
}

/** `table.region[2]`; the empty path is the empty string. */
export function pathText(path: JsonPath): string {
  return path
    .map((step, index) => {
      if (typeof step === 'number') return `[${step}]`;
      const name = /^[\p{L}_][\p{L}\p{N}_.-]{0,63}$/u.test(step) ? step : quoted(step);
      return index === 0 ? name : `.${name}`;
    })
    .join('');
}

/** The text in double quotes, cut to what fits a message. */
export function quoted(text: string): string {
  const points = Array.from(text);
  return JSON.stringify(points.length > 40 ? `${points.slice(0, 40).join('')}…` : text);
}

function problemsOf(
  issue: z.core.$ZodIssue,
  base: JsonPath,
  value: unknown,
  namesAt: (path: JsonPath) => readonly string[],
): readonly SchemaProblem[] {
  const path = [...base, ...issue.path.map((step) => (typeof step === 'symbol' ? '' : step))];
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      path: [...path, key],
      is_missing: false,
      is_blank: false,
      is_unknown: true,
      text: `is not a field here${suggestion(key, namesAt(path))}`,
    }));
  }
  if (issue.code === 'invalid_union') {
    const branch = onlyFitting(issue.errors);
    if (branch !== null) return branch.flatMap((each) => problemsOf(each, path, value, namesAt));
  }
  const given = valueAt(value, path);
  const isMissing = given === undefined;
  const isBlank = typeof given === 'string' && given.trim() === '';
  const text = isMissing ? 'is missing' : wordsFor(issue, given);
  return [{ path, is_missing: isMissing, is_blank: isBlank, is_unknown: false, text }];
}

/** The one branch of a union whose type fits the value as a whole, if there is just one. */
function onlyFitting(
  branches: readonly (readonly z.core.$ZodIssue[])[],
): readonly z.core.$ZodIssue[] | null {
  const fitting = branches.filter((issues) => !issues.some(isOfWhole));
  return fitting.length === 1 ? (fitting[0] ?? null) : null;
}

function isOfWhole(issue: z.core.$ZodIssue): boolean {
  const isOfType = issue.code === 'invalid_type' || issue.code === 'invalid_value';
  return issue.path.length === 0 && isOfType;
}

function wordsFor(issue: z.core.$ZodIssue, given: unknown): string {
  switch (issue.code) {
    case 'invalid_type':
      return wordsForType(issue.expected, given);
    case 'invalid_value':
      return `must be ${listed(issue.values.map(String), given)}`;
    case 'invalid_union':
      return wordsForUnion(issue.errors, given);
    case 'too_small':
      return wordsForSize(issue.origin, 'at least', Number(issue.minimum), issue.inclusive ?? true);
    case 'too_big':
      return wordsForSize(issue.origin, 'at most', Number(issue.maximum), issue.inclusive ?? true);
    case 'custom':
    case 'invalid_format':
    case 'invalid_key':
    case 'invalid_element':
    case 'not_multiple_of':
    case 'unrecognized_keys':
      return issue.message;
  }
}

function wordsForType(expected: string, given: unknown): string {
  const names: Readonly<Record<string, string>> = {
    string: 'text',
    number: 'a number',
    int: 'a whole number',
    boolean: 'true or false',
    object: 'an object',
    record: 'an object',
    array: 'a list',
    tuple: 'a list',
  };
  const hint = expected === 'string' && typeof given === 'number' ? '; write it in quotes' : '';
  return `must be ${names[expected] ?? expected}, not ${nameOf(given)}${hint}`;
}

function wordsForUnion(branches: readonly (readonly z.core.$ZodIssue[])[], given: unknown): string {
  const values = branches
    .flat()
    .flatMap((issue) => (issue.code === 'invalid_value' ? issue.values : []));
  if (values.length > 0) return `must be ${listed(values.map(String), given)}`;
  return `has a form that is not allowed here (${nameOf(given)})`;
}

function wordsForSize(origin: string, bound: string, size: number, inclusive: boolean): string {
  if (origin === 'string')
    return size === 1 ? 'must not be empty' : `must have ${bound} ${size} characters`;
  if (origin === 'array') return `must have ${bound} ${size} entries`;
  if (!inclusive)
    return bound === 'at least' ? `must be more than ${size}` : `must be less than ${size}`;
  return `must be ${bound} ${size}`;
}

function listed(values: readonly string[], given: unknown): string {
  const all = `one of ${values.join(', ')}`;
  return typeof given === 'string'
    ? `${all}, not ${quoted(given)}${suggestion(given, values)}`
    : all;
}

function nameOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  if (typeof value === 'string')
    return value === '' ? 'an empty text' : `the text ${quoted(value)}`;
  return String(value);
}

function valueAt(value: unknown, path: JsonPath): unknown {
  let current: unknown = value;
  for (const step of path) {
    if (typeof current !== 'object' || current === null) return undefined;
    current = new Map<string, unknown>(Object.entries(current)).get(String(step));
  }
  return current;
}
