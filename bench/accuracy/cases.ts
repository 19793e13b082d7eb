import { basename } from 'node:path';
import { z } from 'zod';
import { REASON_CODES } from '../../src/contracts/reason.ts';
import type { Verdict } from '../../src/contracts/verdict.ts';
import { describeMiss } from './miss.ts';
import type { Answer, ProductRun } from './product.ts';
import {
  atLeast,
  countOf,
  groupBy,
  type Miss,
  none,
  percent,
  type Score,
  type Table,
  type Target,
} from './score.ts';

const outcomeSchema = z.object({ status: z.string(), reason: z.string().nullable() });

const caseSchema = z.object({
  id: z.string(),
  tags: z.array(z.string()),
  file: z.string(),
  envelope: z.looseObject({
    request_id: z.string(),
    source_id: z.string(),
    claims: z.array(z.looseObject({ kind: z.string() })),
  }),
  expected: outcomeSchema,
  acceptable: z.array(outcomeSchema),
  never: z.array(z.string()),
  needs: z.array(z.string()),
});

type Case = z.infer<typeof caseSchema>;
type Outcome = z.infer<typeof outcomeSchema>;

/** `expected`: right; `acceptable`: right but weaker; `never`: harms a user; `wrong`: the rest. */
type Grade = 'expected' | 'acceptable' | 'wrong' | 'never';

interface Graded {
  readonly answer: Answer;
  readonly item: Case;
  readonly group: string;
  readonly grade: Grade;
  /** Whether the reason is also the expected one, where the product's table has that reason. */
  readonly isReasonRight: boolean;
}

const PLAIN = 'neither picture nor table';
const TABLE_CELLS = 'table cells';
const PICTURES = 'picture (render, OCR)';
const GRADES: readonly Grade[] = ['expected', 'acceptable', 'wrong', 'never'];

/** Tags whose cases are about what a reader of the page can see. */
const VISIBILITY_TAGS = [
  'hidden',
  'control',
  'alpha',
  'clip-mode',
  'low-contrast',
  'white-on-dark',
];

/**
 * The envelopes of the cases, one a line, as the program gets them: nothing of what is expected.
 * @throws if the source id of a case is not the name of its file.
 */
export function caseEnvelopes(cases: readonly unknown[]): string {
  const lines = cases.map((value) => {
    const item = caseSchema.parse(value);
    if (basename(item.file) !== item.envelope.source_id) {
      throw new Error(`case ${item.id}: the source id is not its file name`);
    }
    return `${JSON.stringify(item.envelope)}\n`;
  });
  return lines.join('');
}

/** Scores the hard cases; the status decides, the reason only where the product's table has it. */
export function scoreCases(
  run: Pick<ProductRun, 'answers' | 'surplus'>,
  cases: readonly unknown[],
): Score {
  const byRequest = new Map(
    cases.map((value) => caseSchema.parse(value)).map((item) => [item.envelope.request_id, item]),
  );
  const graded = run.answers.map((answer) => {
    const item = byRequest.get(answer.request_id);
    if (item === undefined) throw new Error(`no case for request ${answer.request_id}`);
    return gradeOne(answer, item);
  });
  return {
    set: 'cases',
    tables: [groupTable(graded), visibilityTable(graded), familyTable(graded)],
    targets: targetsOf(graded, run.surplus),
    misses: graded.flatMap(missOf),
    figures: graded.map((one) => ({
      id: one.item.id,
      group: one.group,
      grade: one.grade,
      status: one.answer.verdict?.status ?? null,
      reason: one.answer.verdict?.reason ?? null,
    })),
  };
}

function gradeOne(answer: Answer, item: Case): Graded {
  const { verdict } = answer;
  return {
    answer,
    item,
    group: groupOf(item),
    grade: gradeOf(item, verdict),
    isReasonRight: verdict !== null && isSameOutcome(item.expected, verdict),
  };
}

/** The group of a case by what a verifier needs for it. */
function groupOf(item: Case): string {
  const isCell = item.envelope.claims.some((claim) => claim.kind === 'table_cell');
  if (isCell || item.needs.includes('table')) return TABLE_CELLS;
  return item.needs.every((need) => need === 'annotations') ? PLAIN : PICTURES;
}

function gradeOf(item: Case, verdict: Verdict | null): Grade {
  if (verdict === null) return 'wrong';
  if (item.never.includes(verdict.status)) return 'never';
  if (verdict.status === item.expected.status) return 'expected';
  return item.acceptable.some((outcome) => outcome.status === verdict.status)
    ? 'acceptable'
    : 'wrong';
}

/** Reasons that the product's table does not have are hints for people and compare as equal. */
function isSameOutcome(outcome: Outcome, verdict: Verdict): boolean {
  if (outcome.status !== verdict.status) return false;
  const isInTable = REASON_CODES.some((code) => code === outcome.reason);
  return !isInTable || outcome.reason === verdict.reason;
}

function row(name: string, ones: readonly Graded[]): readonly string[] {
  const expected = countOf(ones, (one) => one.grade === 'expected');
  return [
    name,
    String(ones.length),
    ...GRADES.map((grade) => String(countOf(ones, (one) => one.grade === grade))),
    percent(expected, ones.length),
    String(countOf(ones, (one) => one.grade === 'expected' && !one.isReasonRight)),
  ];
}

const HEAD = ['cases', ...GRADES, 'expected, share', 'expected, other reason'];

function groupTable(graded: readonly Graded[]): Table {
  const groups = groupBy(graded, (one) => one.group);
  return {
    title: 'cases: by what they need',
    head: ['needs', ...HEAD],
    rows: [
      ...[PLAIN, PICTURES, TABLE_CELLS].map((name) => row(name, groups.get(name) ?? [])),
      row('all', graded),
    ],
  };
}

function visibilityTable(graded: readonly Graded[]): Table {
  return {
    title: 'cases: visibility',
    head: ['tag', ...HEAD],
    rows: VISIBILITY_TAGS.map((tag) =>
      row(
        tag,
        graded.filter((one) => one.item.tags.includes(tag)),
      ),
    ),
  };
}

/** Families (the part of the id before the dash) with a case that is not as expected. */
function familyTable(graded: readonly Graded[]): Table {
  const families = groupBy(graded, (one) => one.item.id.split('-')[0] ?? one.item.id);
  return {
    title: 'cases: families that are not all as expected',
    head: ['family', ...HEAD],
    rows: [...families]
      .filter(([, ones]) => ones.some((one) => one.grade !== 'expected'))
      .map(([family, ones]) => row(family, ones)),
  };
}

function targetsOf(graded: readonly Graded[], surplus: number): readonly Target[] {
  const plain = graded.filter((one) => one.group === PLAIN);
  const unanswered = countOf(graded, (one) => one.answer.verdict === null) + surplus;
  return [
    none('cases without exactly one verdict', unanswered, graded.length),
    atLeast(
      `${PLAIN}: expected`,
      countOf(plain, (one) => one.grade === 'expected'),
      plain.length,
      90,
    ),
    none(
      `${PLAIN}: never`,
      countOf(plain, (one) => one.grade === 'never'),
      plain.length,
    ),
    none(
      'all cases: never',
      countOf(graded, (one) => one.grade === 'never'),
      graded.length,
    ),
  ];
}

const CATEGORIES: Readonly<Record<Grade, string>> = {
  never: '1 never',
  wrong: '2 wrong',
  acceptable: '3 acceptable',
  expected: '4 expected, other reason',
};

function missOf(one: Graded): readonly Miss[] {
  if (one.grade === 'expected' && one.isReasonRight) return [];
  const { item } = one;
  const accepted = item.acceptable.map((outcome) => `${outcome.status} / ${outcome.reason}`);
  const expected = [
    `${item.expected.status} / ${item.expected.reason}`,
    ...(accepted.length > 0 ? [`acceptable ${accepted.join(', ')}`] : []),
    ...(item.never.length > 0 ? [`never ${item.never.join(', ')}`] : []),
  ].join('; ');
  const label = `${one.group}; ${item.tags.join(' ')}`;
  return [describeMiss(one.answer, CATEGORIES[one.grade], label, expected)];
}
