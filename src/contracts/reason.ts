import { z } from 'zod';
import { EVIDENCE_REASONS } from './evidence-reason.ts';

/** What became of a claim. Stable strings; never collapsed into a score. */
export const STATUSES = [
  'verified',
  'mismatch',
  'not_found',
  'stale',
  'capability_limited',
  'inconsistent',
  'denied',
  'source_error',
  'invalid',
  'abstained',
] as const;

export const statusSchema = z.enum(STATUSES);

export type Status = z.infer<typeof statusSchema>;

interface ReasonRow {
  readonly status: Exclude<Status, 'verified'>;
  /** One sentence for a reader of the report: what was seen. */
  readonly sentence: string;
  /** What the owner of the claim, of the document or of the run can do. */
  readonly remedy: string;
}

/** Every reason with its status, sentence and remedy. New reasons may be added; none changes meaning. */
export const REASONS = {
  ...EVIDENCE_REASONS,
  fingerprint_mismatch: {
    status: 'stale',
    sentence: 'The document is another version than the one that was cited.',
    remedy: 'Verify against the cited version, or cite the current one anew.',
  },
  fingerprint_missing: {
    status: 'stale',
    sentence: 'The envelope does not say which version was cited, and the policy requires it.',
    remedy: 'Add document_fingerprint to the envelope.',
  },
  grounding_profile_changed: {
    status: 'stale',
    sentence: 'The ids of the claim belong to a reading that is neither current nor stored.',
    remedy: 'Take the ids again from "pagewitness inspect".',
  },
  no_text_layer: {
    status: 'capability_limited',
    sentence: 'The page has no usable text layer.',
    remedy: 'Provide a text-searchable version, or verify by eye.',
  },
  no_tables: {
    status: 'capability_limited',
    sentence: 'The reading has no table structure, which this claim needs.',
    remedy: 'Verify by eye, or cite the value with its row instead of a cell.',
  },
  no_geometry: {
    status: 'capability_limited',
    sentence: 'The reading has no geometry, which this claim needs.',
    remedy: 'Cite by page or element, or use a reader that gives boxes.',
  },
  no_page_labels: {
    status: 'capability_limited',
    sentence:
      'The document has neither a label dictionary nor printed page numbers that could be read.',
    remedy: 'Cite by page_index.',
  },
  no_ocr: {
    status: 'capability_limited',
    sentence: 'The page is a picture, and its text was not read.',
    remedy: 'Turn on OCR, or verify by eye.',
  },
  scale_not_established: {
    status: 'capability_limited',
    sentence: 'The page does not state one scale for this value.',
    remedy: 'Verify the scale by eye, or claim the number as printed.',
  },
  unit_not_established: {
    status: 'capability_limited',
    sentence: 'The page does not state one unit for this value.',
    remedy: 'Verify the unit by eye, or drop it from the claim.',
  },
  low_ocr_confidence: {
    status: 'capability_limited',
    sentence: 'The picture could not be read with confidence.',
    remedy: 'Look at the crop and decide by eye.',
  },
  low_table_confidence: {
    status: 'capability_limited',
    sentence: 'The structure of the row or table could not be established with confidence.',
    remedy: 'Look at the page and decide by eye.',
  },
  degraded_parse: {
    status: 'capability_limited',
    sentence:
      'The document could be read only by recovery or in part, and the evidence was not in it.',
    remedy: 'Repair the file or obtain a sound copy, and verify again.',
  },
  glyphs_unmapped: {
    status: 'capability_limited',
    sentence: 'Characters of the cited target have no known meaning in the text layer.',
    remedy: 'Look at the page and decide by eye.',
  },
  spacing_not_established: {
    status: 'capability_limited',
    sentence: 'The same letters stand in the target, but the spaces between them cannot be told.',
    remedy: 'Look at the page and decide by eye.',
  },
  unsupported_claim_kind: {
    status: 'capability_limited',
    sentence: 'Claims of this kind are not decided yet.',
    remedy: 'Verify by eye, or restate the claim as a quote or a value.',
  },
  text_layer_disagrees_with_image: {
    status: 'inconsistent',
    sentence: 'The text layer and the picture of the page say different things.',
    remedy: 'Trust the picture; look at the crop and decide by eye.',
  },
  hidden_text: {
    status: 'inconsistent',
    sentence: 'The text is in the file, but a reader of the page cannot see it.',
    remedy: 'Do not rely on it; look at the page and cite what it shows.',
  },
  readers_disagree: {
    status: 'inconsistent',
    sentence: 'Independent readers of the document read different text.',
    remedy: 'Look at the page and decide by eye.',
  },
  source_not_authorized: {
    status: 'denied',
    sentence: 'The source lies outside the allowed locations.',
    remedy: 'Put the document under an allowed root, or allow its location.',
  },
  source_missing: {
    status: 'source_error',
    sentence: 'No document was found for the source.',
    remedy: 'Add the document under the sources folder, or list it in the manifest.',
  },
  source_ambiguous: {
    status: 'source_error',
    sentence: 'Several documents fit the source.',
    remedy: 'Name one by "document", or list the source in a manifest.',
  },
  unreadable: {
    status: 'source_error',
    sentence: 'The document could not be read from its location.',
    remedy: 'Check that the file is there and may be read.',
  },
  encrypted: {
    status: 'source_error',
    sentence: 'The document is encrypted, and no password opens it.',
    remedy: 'Give the password through password_env or password_file of the source.',
  },
  corrupt: {
    status: 'source_error',
    sentence: 'The document is damaged and could not be opened.',
    remedy: 'Obtain a sound copy of the document.',
  },
  too_large: {
    status: 'source_error',
    sentence: 'The document exceeds a limit of size.',
    remedy: 'Raise the limit, or split the document.',
  },
  too_many_pages: {
    status: 'source_error',
    sentence: 'The document has more pages than the limit allows.',
    remedy: 'Raise the limit, or split the document.',
  },
  parse_timeout: {
    status: 'source_error',
    sentence: 'Reading the document did not end within the time limit.',
    remedy: 'Raise the time limit, or look at the document: it may be hostile.',
  },
  parse_crashed: {
    status: 'source_error',
    sentence: 'Reading the document crashed.',
    remedy: 'Report the file; it may be damaged or hostile.',
  },
  unsupported_media_type: {
    status: 'source_error',
    sentence: 'The document is of a type that cannot be read.',
    remedy: 'Provide a PDF.',
  },
  schema: {
    status: 'invalid',
    sentence: 'The input does not have the form of an envelope or a claim.',
    remedy: 'Correct the field that the detail names.',
  },
  unknown_field: {
    status: 'invalid',
    sentence: 'The claim or envelope has a field that does not exist.',
    remedy: 'Correct its spelling, or move it into metadata.',
  },
  duplicate_id: {
    status: 'invalid',
    sentence: 'Several claims of one envelope share an id.',
    remedy: 'Give each claim of an envelope its own id.',
  },
  missing_locator: {
    status: 'invalid',
    sentence: 'The claim does not say where its evidence is.',
    remedy: 'Add the locator that the detail names.',
  },
  missing_expectation: {
    status: 'invalid',
    sentence: 'The claim does not say what is expected.',
    remedy: 'Add the expectation that the detail names.',
  },
  conflicting_expectations: {
    status: 'invalid',
    sentence: 'The expectations of the claim contradict one another.',
    remedy: 'Make the expected text, value and scale agree.',
  },
  judge_unavailable: {
    status: 'abstained',
    sentence: 'The judge could not be reached.',
    remedy: 'Run the claim again when the judge is available.',
  },
  judge_uncertain: {
    status: 'abstained',
    sentence: 'The judge did not reach an opinion.',
    remedy: 'Decide by eye.',
  },
  budget_exhausted: {
    status: 'abstained',
    sentence: 'The budget of the run was used up before this claim.',
    remedy: 'Raise the budget, or run the rest in another run.',
  },
} as const satisfies Record<string, ReasonRow>;

export type Reason = keyof typeof REASONS;

export const REASON_CODES = Object.keys(REASONS) as readonly Reason[];

export const reasonSchema = z.enum(Object.keys(REASONS) as [Reason, ...Reason[]]);

/** The status that a reason belongs to. */
export function statusOf(reason: Reason): Exclude<Status, 'verified'> {
  return REASONS[reason].status;
}
