import { z } from 'zod';
import { LABEL_SOURCES } from '../../src/contracts/page-label.ts';
import type { Verdict } from '../../src/contracts/verdict.ts';
import {
  type Expectation,
  type Expectations,
  hasRightAction,
  hasRightReason,
} from './expectations.ts';
import { describeMiss } from './miss.ts';
import type { Answer, ProductRun } from './product.ts';
import {
  atLeast,
  atMost,
  countOf,
  groupBy,
  type Miss,
  none,
  percent,
  type Score,
  share,
  type Table,
  type Target,
} from './score.ts';

const labelSchema = z.object({
  id: z.string(),
  source_id: z.string(),
  kind: z.string(),
  label: z.enum(['supported', 'unsupported']),
  error_class: z.string(),
  error_subclass: z.string().nullable(),
  cited_page: z.number(),
  true_pages: z.array(z.number()),
  also_acceptable: z.array(z.number()).default([]),
});

type Label = z.infer<typeof labelSchema>;

/** A labelled claim with its verdict and all that scoring says of it. */
interface Scored {
  readonly answer: Answer;
  readonly verdict: Verdict | null;
  readonly label: Label;
  /** `wrong_page`, `partial/splice`, …: the finest class that expectations know, else the class. */
  readonly labelClass: string;
  readonly expectation: Expectation | null;
  readonly isVerified: boolean;
  /** A true claim that the verdict calls false. */
  readonly isAccused: boolean;
  /** Where a repoint lands: on a page that holds the evidence, or not; null if none is proposed. */
  readonly repoint: 'right' | 'wrong' | null;
}

const KINDS = ['quote', 'value', 'page', 'statement'] as const;

/** The kinds that have targets; statements need reading, not matching. */
const TARGET_KINDS: readonly string[] = ['quote', 'value', 'page'];

/** Scores a set in the form of the page-citation benchmark. `withTargets`: only for the digital set. */
export function scoreFinancebench(
  set: string,
  run: Pick<ProductRun, 'answers' | 'surplus'>,
  labels: readonly unknown[],
  expectations: Expectations,
  withTargets: boolean,
): Score {
  const byId = new Map(labels.map((value) => labelSchema.parse(value)).map((l) => [l.id, l]));
  const scored = run.answers.map((answer) => scoreOne(answer, byId, expectations));
  const byKind = groupBy(scored, (one) => one.label.kind);
  return {
    set,
    tables: [
      kindTable(set, byKind),
      classTable(set, scored),
      placeTable(set, byKind),
      missedTable(set, byKind),
    ],
    targets: withTargets ? targetsOf(byKind, scored, run) : [],
    misses: scored.flatMap(missOf),
    figures: Object.fromEntries([...byKind].map(([kind, ones]) => [kind, figuresOf(ones)])),
  };
}

function scoreOne(
  answer: Answer,
  byId: ReadonlyMap<string, Label>,
  expectations: Expectations,
): Scored {
  const label = byId.get(answer.claim.id);
  if (label === undefined) throw new Error(`no label for claim ${answer.claim.id}`);
  const { verdict } = answer;
  const fine = `${label.error_class}/${label.error_subclass}`;
  const expectation =
    expectations.financebench[fine] ?? expectations.financebench[label.error_class];
  const isVerified = verdict?.status === 'verified';
  const isSupported = label.label === 'supported';
  const pages = [...label.true_pages, ...label.also_acceptable];
  const target = verdict?.proposal.action === 'repoint' ? verdict.proposal.page_index : undefined;
  return {
    answer,
    verdict,
    label,
    labelClass: label.error_class === 'wrong_page' ? 'wrong_page' : fine,
    expectation: expectation ?? null,
    isVerified,
    isAccused: isSupported && (verdict?.status === 'mismatch' || verdict?.status === 'not_found'),
    repoint: target === undefined ? null : pages.includes(target) ? 'right' : 'wrong',
  };
}

const isSupported = (one: Scored): boolean => one.label.label === 'supported';
const isUnsupported = (one: Scored): boolean => !isSupported(one);
const isWrongPage = (one: Scored): boolean => one.label.error_class === 'wrong_page';

/** Whether exactly one page holds the evidence, so that there is one place to repoint to. */
function hasOnePage(one: Scored): boolean {
  return new Set([...one.label.true_pages, ...one.label.also_acceptable]).size === 1;
}

function figuresOf(ones: readonly Scored[]) {
  const supported = ones.filter(isSupported);
  const unsupported = ones.filter(isUnsupported);
  const expected = unsupported.filter((one) => one.expectation !== null);
  const wrongPage = ones.filter(isWrongPage);
  const onePage = wrongPage.filter(hasOnePage);
  return {
    claims: ones.length,
    supported: supported.length,
    supported_verified: countOf(supported, (one) => one.isVerified),
    supported_accused: countOf(supported, (one) => one.isAccused),
    unsupported: unsupported.length,
    false_verified: countOf(unsupported, (one) => one.isVerified),
    expected: expected.length,
    right_reason: countOf(expected, rightReason),
    right_action: countOf(expected, rightAction),
    wrong_page: wrongPage.length,
    wrong_page_repointed_right: countOf(wrongPage, (one) => one.repoint === 'right'),
    wrong_page_one_page: onePage.length,
    wrong_page_one_page_repointed_right: countOf(onePage, (one) => one.repoint === 'right'),
    wrong_page_flagged: countOf(
      wrongPage,
      (one) =>
        one.verdict?.reason === 'evidence_on_other_page' && one.verdict.proposal.action === 'flag',
    ),
    repoints: countOf(ones, (one) => one.repoint !== null),
    repoints_wrong: countOf(ones, (one) => one.repoint === 'wrong'),
    repoints_in_document: countOf(
      ones,
      (one) => one.repoint !== null && one.verdict?.proposal.scope === 'document',
    ),
    label_source_named: countOf(
      supported,
      (one) => one.isVerified && namesLabelSource(one.verdict),
    ),
    no_verdict: countOf(ones, (one) => one.verdict === null),
  };
}

function rightReason(one: Scored): boolean {
  return one.expectation !== null && hasRightReason(one.expectation, one.verdict);
}

function rightAction(one: Scored): boolean {
  return one.expectation !== null && hasRightAction(one.expectation, one.verdict);
}

/** Whether a check says where the label of the page was read. */
function namesLabelSource(verdict: Verdict | null): boolean {
  const details = verdict?.checks.map((check) => check.detail ?? '') ?? [];
  return details.some((detail) => LABEL_SOURCES.some((source) => detail.includes(source)));
}

function kindTable(set: string, byKind: ReadonlyMap<string, readonly Scored[]>): Table {
  return {
    title: `${set}: by kind`,
    head: [
      'kind',
      'claims',
      'accuracy',
      'supported recall',
      'false verified',
      'right reason',
      'right action',
    ],
    rows: KINDS.flatMap((kind) => {
      const ones = byKind.get(kind);
      if (ones === undefined) return [];
      const f = figuresOf(ones);
      const right = f.supported_verified + f.unsupported - f.false_verified;
      return [
        [
          kind,
          String(f.claims),
          percent(right, f.claims),
          share(f.supported_verified, f.supported),
          share(f.false_verified, f.unsupported),
          share(f.right_reason, f.expected),
          share(f.right_action, f.expected),
        ],
      ];
    }),
  };
}

function classTable(set: string, scored: readonly Scored[]): Table {
  const groups = groupBy(
    scored.filter(isUnsupported),
    (one) => `${one.label.kind} ${one.labelClass}`,
  );
  return {
    title: `${set}: unsupported claims by error class`,
    head: ['class', 'claims', 'false verified', 'right reason', 'right action'],
    rows: [...groups].sort(byFirst).map(([name, ones]) => {
      const isScored = ones.every((one) => one.expectation !== null);
      return [
        name,
        String(ones.length),
        String(countOf(ones, (one) => one.isVerified)),
        isScored ? percent(countOf(ones, rightReason), ones.length) : 'not scored',
        isScored ? percent(countOf(ones, rightAction), ones.length) : 'not scored',
      ];
    }),
  };
}

function placeTable(set: string, byKind: ReadonlyMap<string, readonly Scored[]>): Table {
  return {
    title: `${set}: where wrong-page claims are repointed to`,
    head: [
      'kind',
      'wrong page',
      'repoint right',
      'of those on one page',
      'flagged as elsewhere',
      'repoints, all claims',
      'wrong',
      'beyond the window',
    ],
    rows: KINDS.flatMap((kind) => {
      const ones = byKind.get(kind);
      if (ones === undefined) return [];
      const f = figuresOf(ones);
      return [
        [
          kind,
          String(f.wrong_page),
          share(f.wrong_page_repointed_right, f.wrong_page),
          share(f.wrong_page_one_page_repointed_right, f.wrong_page_one_page),
          String(f.wrong_page_flagged),
          String(f.repoints),
          String(f.repoints_wrong),
          String(f.repoints_in_document),
        ],
      ];
    }),
  };
}

function missedTable(set: string, byKind: ReadonlyMap<string, readonly Scored[]>): Table {
  const rows = KINDS.flatMap((kind) => {
    const missed = (byKind.get(kind) ?? []).filter((one) => isSupported(one) && !one.isVerified);
    const groups = groupBy(missed, (one) => outcomeOf(one.verdict));
    return [...groups]
      .sort(byFirst)
      .map(([outcome, ones]) => [
        `${kind} ${outcome}`,
        String(ones.length),
        String(countOf(ones, (one) => one.isAccused)),
      ]);
  });
  return {
    title: `${set}: supported claims that were not verified`,
    head: ['outcome', 'claims', 'accused'],
    rows,
  };
}

function targetsOf(
  byKind: ReadonlyMap<string, readonly Scored[]>,
  scored: readonly Scored[],
  run: Pick<ProductRun, 'surplus'>,
): readonly Target[] {
  const quote = figuresOf(byKind.get('quote') ?? []);
  const value = figuresOf(byKind.get('value') ?? []);
  const page = figuresOf(byKind.get('page') ?? []);
  const refused = (byKind.get('value') ?? []).filter((one) =>
    ['row_swap', 'sign_flip', 'scale_swap'].includes(one.label.error_subclass ?? ''),
  );
  const missed = scored.filter(
    (one) => TARGET_KINDS.includes(one.label.kind) && isSupported(one) && !one.isVerified,
  );
  const accused = countOf(missed, (one) => one.isAccused);
  const unanswered = countOf(scored, (one) => one.verdict === null) + run.surplus;
  return [
    none('claims without exactly one verdict', unanswered, scored.length),
    atLeast('quote: supported recall', quote.supported_verified, quote.supported, 99.5),
    none('quote: false verified', quote.false_verified, quote.unsupported),
    atLeast(
      'quote: wrong page localised (evidence on one page)',
      quote.wrong_page_one_page_repointed_right,
      quote.wrong_page_one_page,
      99,
    ),
    atLeast('value: supported recall', value.supported_verified, value.supported, 99),
    atMost('value: false verified', value.false_verified, value.unsupported, 0.5),
    none(
      'value: row swaps, sign flips, scale swaps verified',
      countOf(refused, (one) => one.isVerified),
      refused.length,
    ),
    atLeast('page: supported recall', page.supported_verified, page.supported, 97),
    atMost('page: false verified', page.false_verified, page.unsupported, 1),
    atLeast(
      'page: verified claims that say where the label was read',
      page.label_source_named,
      page.supported_verified,
      100,
    ),
    {
      name: 'quote, value, page: accused among missed',
      reached: share(accused, missed.length),
      asked: '<= 1/3',
      is_met: 3 * accused <= missed.length,
    },
  ];
}

function missOf(one: Scored): readonly Miss[] {
  const category = categoryOf(one);
  if (category === null) return [];
  const { label } = one;
  const pages = [...label.true_pages, ...label.also_acceptable];
  const expected = isSupported(one)
    ? 'verified'
    : `not verified; ${one.expectation?.reasons.join(' | ') ?? 'any reason'}; pages ${pages.join(' ')}`;
  return [describeMiss(one.answer, category, `${label.label} ${one.labelClass}`, expected)];
}

/** The gravest thing that is wrong with the verdict, or null. */
function categoryOf(one: Scored): string | null {
  if (one.verdict === null) return '0 no verdict';
  if (isSupported(one)) {
    if (one.isVerified) return null;
    return one.isAccused ? '2 supported, accused' : '4 supported, limited';
  }
  if (one.isVerified) return '1 false verified';
  if (one.repoint === 'wrong') return '3 repointed to a wrong page';
  if (isWrongPage(one) && hasOnePage(one) && one.repoint === null) return '5 not localised';
  if (one.expectation === null) return null;
  if (!rightReason(one)) return '6 other reason';
  return rightAction(one) ? null : '7 other action';
}

function outcomeOf(verdict: Verdict | null): string {
  return verdict === null ? 'no verdict' : `${verdict.status} / ${verdict.reason}`;
}

function byFirst(a: readonly [string, unknown], b: readonly [string, unknown]): number {
  return a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0;
}
