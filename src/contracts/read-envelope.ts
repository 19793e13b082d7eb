import type { z } from 'zod';
import { CLAIM_KINDS, type Claim, type ClaimKind, claimSchemas } from './claim.ts';
import {
  type ClaimEntry,
  type EnvelopeEntry,
  type EnvelopeHead,
  envelopeHeadSchema,
  type InputPlace,
  type InputProblem,
} from './envelope.ts';
import { findConflict } from './expectation.ts';
import { bboxSpaceSchema, tableLocatorSchema } from './locator.ts';
import { suggestion } from './nearest-name.ts';
import { findUnsafe, type JsonPath, toSafeText } from './safe-json.ts';
import { pathText, quoted, type SchemaProblem, schemaProblems } from './schema-problem.ts';

/** A fault before it is joined with the ids of its claim. */
interface Fault {
  readonly reason: InputProblem['reason'];
  readonly detail: string;
}

/** A claim may have any number of faults; this many tell its owner what kind they are. */
const PROBLEMS_TOLD_MAX = 5;

/** Fields that say what is expected; without words in them nothing is. */
const EXPECTATIONS: readonly string[] = ['expected_text', 'displayed', 'statement'];

/**
 * A line of the standard length holds some thirty thousand claims. Millions of empty ones fit into it as well, and
 * each takes a kilobyte to refuse (measured); an envelope with more than this is refused as one.
 */
const CLAIMS_MAX = 100_000;

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Reads one envelope so that one bad claim costs only itself. Every claim that came in is in
 * `claims` once, in order; an unreadable head makes all of them unreadable, for its reason; a value
 * without claims is one unreadable entry. A member that is null reads as absent.
 * @param at where `value` stands in its file (`[3]`); it leads the field paths of every detail.
 * Never throws.
 */
export function readEnvelope(value: unknown, place: InputPlace, at = ''): EnvelopeEntry {
  const count = claimCount(value);
  if (count > CLAIMS_MAX) {
    const detail = `${at === '' ? 'the envelope' : at} has ${count} claims, more than ${CLAIMS_MAX}; split it`;
    return brokenEntry(place, detail);
  }
  const headFault = faultOfForm(value, at);
  if (headFault !== null) return refuse(value, place, headFault);
  const { claims, ...rest } = objectOf(value);
  const parsed = readHead(rest, at);
  if ('reason' in parsed) return refuse(value, place, parsed);
  if (!Array.isArray(claims) || claims.length === 0) {
    return refuse(value, place, { reason: 'schema', detail: claimsDetail(claims, at) });
  }
  const repeated = repeatedIds(claims);
  const entries = claims.map((claim: unknown, index): ClaimEntry => {
    const path = `${joined(at, 'claims')}[${index}]`;
    const outcome = readClaim(claim, path, repeated);
    if (!('reason' in outcome)) return { readable: true, claim: outcome };
    return { readable: false, problem: problemOf(outcome, value, claim) };
  });
  return { place, head: parsed, claims: entries };
}

function claimCount(value: unknown): number {
  const claims = Array.isArray(value) ? value : objectOf(value)['claims'];
  return Array.isArray(claims) ? claims.length : 0;
}

/** One entry for a line or file that holds no JSON value to read. */
export function brokenEntry(place: InputPlace, detail: string): EnvelopeEntry {
  return refuse(null, place, { reason: 'schema', detail });
}

/** Every claim of `value` as unreadable for one fault; one entry where no claims can be told apart. */
function refuse(value: unknown, place: InputPlace, fault: Fault): EnvelopeEntry {
  const own = Array.isArray(value) ? value : objectOf(value)['claims'];
  const claims: readonly unknown[] = Array.isArray(own) && own.length > 0 ? own : [null];
  const problems = claims.map((claim) => problemOf(fault, value, claim));
  return { place, head: null, claims: problems.map((problem) => ({ readable: false, problem })) };
}

/** Faults that concern the value as a whole: no object, another product's form, a bare claim. */
function faultOfForm(value: unknown, at: string): Fault | null {
  const where = at === '' ? 'the line or file' : at;
  const form = foreignForm(value);
  if (form !== null) {
    const detail = `${where} is ${form}, which is not read yet; write envelopes with request_id, source_id and claims`;
    return { reason: 'schema', detail };
  }
  if (!isObject(value)) {
    const given = Array.isArray(value) ? 'a list' : value === null ? 'null' : `a ${typeof value}`;
    return { reason: 'schema', detail: `${where} must hold one envelope, an object, not ${given}` };
  }
  if (!('claims' in value) && 'kind' in value) {
    const detail = `${where} looks like a bare claim; put it into the list "claims" of an envelope`;
    return { reason: 'schema', detail };
  }
  return null;
}

/** Names the citation form of Ethos, whose claims carry `citation`: a bare list, or `claims` of an object. */
function foreignForm(value: unknown): string | null {
  const list = Array.isArray(value) ? value : objectOf(value)['claims'];
  if (!Array.isArray(list) || !list.some(isForeignClaim)) return null;
  return Array.isArray(value) ? 'a bare list of Ethos citations' : 'a citation request of Ethos';
}

/** Whether a value is a claim in the citation form of Ethos. */
export function isForeignClaim(value: unknown): boolean {
  return isObject(value) && isObject(value['citation']);
}

function readHead(rest: JsonObject, at: string): EnvelopeHead | Fault {
  const unsafe = findUnsafe(rest);
  if (unsafe !== null) {
    return { reason: 'schema', detail: `${fieldAt(at, unsafe.path)} ${unsafe.problem}` };
  }
  const given = withoutNulls(rest);
  const parsed = envelopeHeadSchema.safeParse(given);
  if (parsed.success) return parsed.data;
  const names = [...Object.keys(envelopeHeadSchema.shape), 'claims'];
  return faultOf(
    schemaProblems(parsed.error.issues, given, () => names),
    at,
  );
}

function readClaim(value: unknown, at: string, repeated: ReadonlySet<string>): Claim | Fault {
  if (!isObject(value)) return { reason: 'schema', detail: `${at} must be an object` };
  const outcome = readSingleClaim(value, at);
  const id = value['id'];
  if (typeof id !== 'string' || !repeated.has(id)) return outcome;
  const own = 'reason' in outcome ? `; ${outcome.detail}` : '';
  const detail = `${at}.id is borne by several claims of this envelope${own}`;
  return { reason: 'duplicate_id', detail };
}

function readSingleClaim(value: JsonObject, at: string): Claim | Fault {
  const unsafe = findUnsafe(value);
  if (unsafe !== null) {
    return { reason: 'schema', detail: `${fieldAt(at, unsafe.path)} ${unsafe.problem}` };
  }
  const kind = value['kind'];
  if (!isClaimKind(kind)) return { reason: 'schema', detail: kindDetail(kind, at) };
  const given = withoutNulls(value);
  const schema: z.ZodType<Claim> = claimSchemas[kind];
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    const names = (path: JsonPath) => claimNamesAt(kind, path);
    return faultOf(schemaProblems(parsed.error.issues, given, names), at);
  }
  return faultOfMeaning(parsed.data, at) ?? parsed.data;
}

/** The reason is that of the first problem; the detail tells the first few. */
function faultOf(problems: readonly SchemaProblem[], at: string): Fault {
  const told = problems.slice(0, PROBLEMS_TOLD_MAX);
  const rest = problems.length - told.length;
  const detail = told.map((each) => `${fieldAt(at, each.path)} ${each.text}`).join('; ');
  return { reason: reasonOf(problems), detail: rest > 0 ? `${detail}; and ${rest} more` : detail };
}

function reasonOf(problems: readonly SchemaProblem[]): Fault['reason'] {
  if (problems.some((each) => each.is_unknown)) return 'unknown_field';
  const areExpectations = problems.every(
    (each) => (each.is_missing || each.is_blank) && EXPECTATIONS.includes(pathText(each.path)),
  );
  return areExpectations ? 'missing_expectation' : 'schema';
}

/** Faults that only the claim as a whole shows: nowhere to look, nothing to expect, contradictions. */
function faultOfMeaning(claim: Claim, at: string): Fault | null {
  const locator = missingLocator(claim);
  if (locator !== null) return { reason: 'missing_locator', detail: `${at} ${locator}` };
  if (lacksExpectation(claim)) {
    const detail = `${at} needs expected_text (or displayed) or expected_value`;
    return { reason: 'missing_expectation', detail };
  }
  const order = outOfOrder(claim);
  if (order !== null) return { reason: 'schema', detail: `${at}.${order}` };
  const conflict = findConflict(expectationsOf(claim));
  return conflict === null
    ? null
    : { reason: 'conflicting_expectations', detail: `${at}: ${conflict}` };
}

/** What locator a claim lacks. Element, table and cell ids begin with their page, so they carry it. */
function missingLocator(claim: Claim): string | null {
  const cellId = 'cell_id' in claim ? claim.cell_id : undefined;
  const ids = [claim.element_id, claim.table_id, cellId];
  const hasPage = claim.page_index !== undefined || claim.page_label !== undefined;
  const hasId = ids.some((id) => id !== undefined);
  if (!hasPage && !hasId) {
    return 'names no page; add page_index (counts from zero), page_label or an id';
  }
  if (claim.kind === 'region' && claim.bbox === undefined) {
    return 'names no region; add bbox, [x0, y0, x1, y1] in points from the top left of the page';
  }
  const hasTarget = hasId || claim.table !== undefined || claim.bbox !== undefined;
  if (claim.kind === 'presence' && !hasTarget) {
    return 'names nothing to be present; add element_id, table_id, table, cell_id or bbox (for a page alone use kind "page")';
  }
  if (claim.kind !== 'table_cell' || claim.cell_id !== undefined) return null;
  if (claim.row_label !== undefined && claim.column_label !== undefined) return null;
  return 'names no cell; add row_label and column_label, or cell_id';
}

function lacksExpectation(claim: Claim): boolean {
  if (claim.kind !== 'value' && claim.kind !== 'table_cell') return false;
  const given = [claim.expected_text, claim.displayed, claim.expected_value];
  return given.every((expectation) => expectation === undefined);
}

function outOfOrder(claim: Claim): string | null {
  if (
    claim.bbox_space !== undefined &&
    claim.bbox === undefined &&
    claim.table?.region === undefined
  ) {
    return 'bbox_space describes a bbox, but there is none; add bbox or drop bbox_space';
  }
  if (claim.kind !== 'quote' || claim.page_index_end === undefined) return null;
  if (claim.page_index === undefined) {
    return 'page_index_end needs page_index, the page on which the quote begins';
  }
  return claim.page_index_end < claim.page_index
    ? 'page_index_end must not be before page_index'
    : null;
}

function expectationsOf(claim: Claim): Parameters<typeof findConflict>[0] {
  return claim.kind === 'value' || claim.kind === 'table_cell' ? claim : {};
}

function claimsDetail(claims: unknown, at: string): string {
  const field = joined(at, 'claims');
  if (claims === undefined) return `${field} is missing; it lists the claims of the envelope`;
  return `${field} must be a list of at least one claim`;
}

function kindDetail(kind: unknown, at: string): string {
  if (kind === undefined) return `${at}.kind is missing; it is one of ${CLAIM_KINDS.join(', ')}`;
  const hint =
    typeof kind === 'string' ? ` not ${quoted(kind)}${suggestion(kind, CLAIM_KINDS)}` : ' a text';
  return `${at}.kind must be one of ${CLAIM_KINDS.join(', ')},${hint}`;
}

/** The fields that exist at a path of a claim, for "did you mean". */
function claimNamesAt(kind: ClaimKind, path: JsonPath): readonly string[] {
  if (path.length === 0) return Object.keys(claimSchemas[kind].shape);
  if (path[0] === 'table') return Object.keys(tableLocatorSchema.shape);
  if (path[0] === 'bbox_space') return Object.keys(bboxSpaceSchema.options[1].shape);
  return [];
}

/** Ids that several claims bear; they are never trusted to tell those claims apart. */
function repeatedIds(claims: readonly unknown[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const claim of claims) {
    const id = objectOf(claim)['id'];
    if (typeof id !== 'string') continue;
    if (seen.has(id)) repeated.add(id);
    seen.add(id);
  }
  return repeated;
}

function problemOf(fault: Fault, envelope: unknown, claim: unknown): InputProblem {
  const head = Array.isArray(envelope) ? {} : objectOf(envelope);
  const own = objectOf(claim);
  const metadata = own['metadata'];
  const isEchoed = metadata !== undefined && findUnsafe(metadata) === null;
  return {
    ...fault,
    request_id: textOrNull(head['request_id']),
    source_id: textOrNull(head['source_id']),
    claim_id: textOrNull(own['id']),
    kind: textOrNull(own['kind']),
    ...(isEchoed ? { metadata } : {}),
  };
}

/** Leaves out members that are null, as producers write fields they have nothing for; not in metadata. */
function withoutNulls(value: JsonObject): JsonObject {
  const members = Object.entries(value).filter(
    ([name, member]) => member !== null || name === 'metadata',
  );
  return Object.fromEntries(
    members.map(([name, member]) => {
      const isNested = (name === 'table' || name === 'bbox_space') && isObject(member);
      return [name, isNested ? withoutNulls(member) : member];
    }),
  );
}

function fieldAt(at: string, path: JsonPath): string {
  const field = joined(at, pathText(path));
  return field === '' ? 'the envelope' : field;
}

function joined(at: string, field: string): string {
  if (at === '' || field === '') return `${at}${field}`;
  return field.startsWith('[') ? `${at}${field}` : `${at}.${field}`;
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? toSafeText(value) : null;
}

function isClaimKind(value: unknown): value is ClaimKind {
  return CLAIM_KINDS.some((kind) => kind === value);
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}
