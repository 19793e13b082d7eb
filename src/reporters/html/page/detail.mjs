import { comparisonView } from './comparison.mjs';
import { copyButton, element, outside } from './dom.mjs';
import { noPictureReason, picturesView, splitCrops } from './pictures.mjs';
import { statusBadge } from './status.mjs';
import { OUTCOME_WORDS, wordsOf } from './words.mjs';

/** @import { Child } from './dom.mjs' */
/** @import { PageDetail, PageFacts, PageField, PageRow } from '../page-data.ts' */

/**
 * All there is to know of one claim, most needed first. `head` stands beside the title.
 * @param {PageFacts} facts
 * @param {PageRow} row
 * @param {PageDetail} detail
 * @param {Child} head
 */
export function claimView(facts, row, detail, head) {
  const crops = splitCrops(detail);
  return element(
    'article',
    { class: 'claim', 'data-key': row.key },
    headView(row, head),
    outcomeView(facts, row, detail),
    section('Claim and document', [
      comparisonView(row, detail.comparison),
      picturesView(crops.evidence, pictureText(detail)),
      crops.evidence.length + crops.page.length > 0
        ? null
        : element('p', { class: 'no-picture' }, noPictureReason(facts, row, crops.proposal.length)),
    ]),
    proposalView(row, detail, crops.proposal),
    crops.page.length === 0
      ? null
      : section('The cited page', picturesView(crops.page, 'Nothing is outlined.')),
    limitationsView(facts, row),
    checksView(facts, detail),
    fieldsSection('Citation as given', detail.citation, false),
    fieldsSection('Fingerprints and places', detail.identity, true),
    detail.metadata === null
      ? null
      : section(
          'Metadata of the producer',
          element('pre', { dir: 'auto', tabindex: 0 }, detail.metadata),
        ),
  );
}

/**
 * @param {string} title
 * @param {Child} content
 */
function section(title, content) {
  return element('section', { class: 'part' }, element('h3', {}, title), content);
}

/**
 * @param {PageRow} row
 * @param {Child} head
 */
function headView(row, head) {
  const { claim_id: id, request_id: request, source_id: source } = row;
  return element(
    'header',
    { class: 'claim-head' },
    element(
      'div',
      { class: 'claim-title' },
      element('h2', { tabindex: -1 }, outside(id ?? 'Claim without an id')),
      element(
        'p',
        { class: 'claim-of' },
        row.kind === null ? 'unreadable' : wordsOf(row.kind),
        ' of ',
        outside(source ?? 'no source'),
        request === null ? null : [' in ', outside(request)],
        row.place === '' ? null : [' · ', outside(row.place)],
      ),
    ),
    head,
  );
}

/**
 * @param {PageFacts} facts
 * @param {PageRow} row
 * @param {PageDetail} detail
 */
function outcomeView(facts, row, detail) {
  const reason = row.reason === null ? undefined : facts.reasons[row.reason];
  const failed = detail.checks.find(({ outcome }) => outcome === 'fail')?.detail;
  const machine = facts.machine_outcomes[row.key];
  return element(
    'div',
    { class: `outcome outcome-${row.status}` },
    element(
      'p',
      { class: 'outcome-line' },
      statusBadge(row.status),
      row.reason === null ? null : element('code', {}, row.reason),
      element('span', { class: 'quiet' }, outcomeNotes(row, detail)),
    ),
    reason === undefined ? null : element('p', { class: 'sentence' }, reason.sentence),
    failed === undefined ? null : element('p', { class: 'said', dir: 'auto' }, failed),
    reason === undefined
      ? null
      : element('p', { class: 'remedy' }, element('strong', {}, 'What to do: '), reason.remedy),
    machine === undefined
      ? null
      : element(
          'p',
          { class: 'said' },
          `The machine caused this, not the document: ${machine}. Verify again.`,
        ),
    detail.input === null
      ? null
      : element('p', { class: 'said' }, 'Came in at ', outside(detail.input), '.'),
  );
}

/**
 * @param {PageRow} row
 * @param {PageDetail} detail
 */
function outcomeNotes(row, { match_method: method, assurance, occurrences }) {
  return [
    method === null ? '' : `matched as ${wordsOf(method)}`,
    assurance === null ? '' : `assurance: ${assurance}`,
    occurrences > 1 ? `${occurrences} occurrences` : '',
    `release: ${row.release}`,
  ]
    .filter((note) => note !== '')
    .join(' · ');
}

/** @param {PageDetail} detail */
function pictureText({ comparison: { found } }) {
  return found === null || found.text === '' ? '' : `It reads: ${found.text}`;
}

/**
 * @param {PageRow} row
 * @param {PageDetail} detail
 * @param {ReturnType<typeof splitCrops>['proposal']} crops
 */
function proposalView(row, { proposal, comparison }, crops) {
  if (proposal.action === 'keep') return null;
  const isText = proposal.text !== null && proposal.text !== '';
  const isShownAbove = comparison.found?.on === 'proposed';
  return section('Proposal', [
    element('p', {}, element('code', {}, row.action), ' ', outside(proposal.sentence)),
    isText && !isShownAbove
      ? element('blockquote', { class: 'proposed', dir: 'auto' }, proposal.text)
      : null,
    picturesView(crops, isText ? `It reads: ${proposal.text}` : ''),
  ]);
}

/**
 * @param {PageFacts} facts
 * @param {PageRow} row
 */
function limitationsView(facts, row) {
  if (row.limitations.length === 0) return null;
  const items = row.limitations.map((name) =>
    element('li', {}, element('code', {}, name), ' ', facts.limitations[name] ?? ''),
  );
  return section('Limitations', element('ul', { class: 'limitations' }, items));
}

/**
 * @param {PageFacts} facts
 * @param {PageDetail} detail
 */
function checksView(facts, { checks }) {
  const items = checks.map(({ check, outcome, reason, detail }) =>
    element(
      'li',
      { class: `check check-${outcome}` },
      element('span', { class: 'check-sign', 'aria-hidden': 'true' }, CHECK_SIGNS[outcome]),
      element('span', { class: 'check-name' }, check),
      element('span', { class: 'check-outcome' }, OUTCOME_WORDS[outcome] ?? outcome),
      element(
        'span',
        { class: 'check-said' },
        reason === undefined ? null : [element('code', {}, reason), ' '],
        detail === undefined
          ? reason === undefined
            ? ''
            : (facts.reasons[reason]?.sentence ?? '')
          : outside(detail),
      ),
    ),
  );
  return section('Checks, in their order', element('ol', { class: 'checks' }, items));
}

/** @type {Readonly<Record<PageDetail['checks'][number]['outcome'], string>>} */
const CHECK_SIGNS = { pass: '✓', fail: '✗', skipped: '–', informative: 'i' };

/**
 * @param {string} title
 * @param {readonly PageField[]} fields
 * @param {boolean} isCopied whether each value can be copied
 */
function fieldsSection(title, fields, isCopied) {
  if (fields.length === 0) return null;
  return section(title, fieldsList(fields, isCopied));
}

/**
 * @param {readonly PageField[]} fields
 * @param {boolean} isCopied
 */
export function fieldsList(fields, isCopied) {
  return element('dl', { class: 'named' }, fieldRows(fields, isCopied));
}

/**
 * @param {readonly PageField[]} fields
 * @param {boolean} isCopied
 */
export function fieldRows(fields, isCopied) {
  return fields.map(({ name, value }) =>
    element(
      'div',
      {},
      element('dt', {}, outside(name)),
      element('dd', { dir: 'auto' }, value, isCopied ? [' ', copyButton(value, name)] : null),
    ),
  );
}
