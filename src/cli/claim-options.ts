import type { Digest } from '../contracts/fingerprint.ts';
import { readEnvelope } from '../contracts/read-envelope.ts';
import { UsageError } from './exit.ts';
import { readBox, readPage, readWhole } from './page-choice.ts';

/** One claim as options of a command line. */
export interface ClaimOptions {
  readonly page?: string;
  readonly pageIndex?: string;
  readonly pageIndexEnd?: string;
  readonly label?: string;
  readonly quote?: string;
  readonly value?: string;
  readonly expectedValue?: string;
  readonly row?: string;
  readonly unit?: string;
  readonly scale?: string;
  readonly bbox?: string;
  readonly element?: string;
}

/** Who the envelope says it is from. */
const REQUEST_ID = 'check';

/**
 * Makes an envelope with one claim. The kind follows from what is expected: a value, a quote, or else
 * that the target (element, box) or the page is there. Fails as `UsageError` for what no envelope could hold.
 */
export function envelopeFrom(
  options: ClaimOptions,
  sourceId: string,
  fingerprint: Digest,
): Record<string, unknown> {
  const envelope = {
    request_id: REQUEST_ID,
    source_id: sourceId,
    document_fingerprint: fingerprint,
    claims: [claimFrom(options)],
  };
  const [entry] = readEnvelope(envelope, { file: 'arguments', line: null }).claims;
  if (entry !== undefined && !entry.readable) {
    const detail = entry.problem.detail.replace(/^claims\[0\][.:]?\s*/u, 'The claim: ');
    throw new UsageError(`${detail}.`);
  }
  return envelope;
}

function claimFrom(options: ClaimOptions): Record<string, unknown> {
  if (options.quote !== undefined && options.value !== undefined) {
    throw new UsageError('Give either --quote or --value.');
  }
  const isValue = options.value !== undefined || options.expectedValue !== undefined;
  const target = {
    element_id: options.element,
    bbox: options.bbox === undefined ? undefined : readBox(options.bbox),
  };
  const place = {
    page_index: pageIndexFrom(options),
    page_label: options.label,
    ...target,
  };
  const ofValue = { row_label: options.row, unit: options.unit, scale: options.scale };
  const extra = isValue ? ofValue : {};
  if (!isValue && Object.values(ofValue).some((given) => given !== undefined)) {
    throw new UsageError('--row, --unit and --scale belong to --value.');
  }
  return defined({
    id: REQUEST_ID,
    kind: kindOf(options, isValue, target),
    ...place,
    page_index_end: wholeOrNothing('--page-index-end', options.pageIndexEnd),
    expected_text: options.quote ?? options.value,
    expected_value: options.expectedValue,
    ...extra,
  });
}

function kindOf(
  options: ClaimOptions,
  isValue: boolean,
  target: Readonly<Record<string, unknown>>,
): string {
  if (isValue) return 'value';
  if (options.quote !== undefined) return 'quote';
  return Object.values(target).some((given) => given !== undefined) ? 'presence' : 'page';
}

function pageIndexFrom({ page, pageIndex }: ClaimOptions): number | undefined {
  if (page === undefined) return wholeOrNothing('--page-index', pageIndex);
  if (pageIndex !== undefined) throw new UsageError('Give either --page or --page-index.');
  return readPage(page);
}

function wholeOrNothing(option: string, text: string | undefined): number | undefined {
  return text === undefined ? undefined : readWhole(option, text, 0);
}

function defined(members: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([, member]) => member !== undefined));
}
