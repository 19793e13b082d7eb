import { z } from 'zod';

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
  text_mismatch: {
    status: 'mismatch',
    sentence: 'A near text stands in the cited target, but its words differ from the quote.',
    remedy: 'Compare the marked differences and quote the words as they are printed.',
  },
  text_partially_present: {
    status: 'mismatch',
    sentence: 'Only a part of the quote stands in the cited target.',
    remedy: 'Shorten the quote to the part that is printed, or cite the rest where it stands.',
  },
  evidence_on_other_page: {
    status: 'mismatch',
    sentence: 'The evidence does not stand on the cited page; it stands on another one.',
    remedy: 'Accept the proposed page after looking at its evidence.',
  },
  evidence_spans_pages: {
    status: 'mismatch',
    sentence: 'The quote runs over a page break, but one page is cited.',
    remedy: 'Cite both pages: set page_index_end to the page on which the quote ends.',
  },
  evidence_elsewhere_on_page: {
    status: 'mismatch',
    sentence:
      'The evidence stands on the cited page, but outside the cited element, table or region.',
    remedy: 'Correct or drop the element, table or region of the claim.',
  },
  page_label_mismatch: {
    status: 'mismatch',
    sentence: 'The page at the cited index carries another label.',
    remedy: 'Correct page_index or page_label; the labels of the page are in the detail.',
  },
  value_mismatch: {
    status: 'mismatch',
    sentence: 'The cited row or cell holds another value.',
    remedy: 'Compare the observed value; correct the value, the row or the page of the claim.',
  },
  sign_mismatch: {
    status: 'mismatch',
    sentence: 'The value on the page has the opposite sign.',
    remedy: 'Correct the sign; parentheses in a statement are negative.',
  },
  scale_mismatch: {
    status: 'mismatch',
    sentence: 'The page states another scale than the claim.',
    remedy: 'Correct the scale; the words that state it are in the observed value.',
  },
  unit_mismatch: {
    status: 'mismatch',
    sentence: 'The page states another unit than the claim.',
    remedy: 'Correct the unit of the claim.',
  },
  currency_mismatch: {
    status: 'mismatch',
    sentence: 'The page states another currency than the claim.',
    remedy: 'Correct the currency of the claim.',
  },
  period_mismatch: {
    status: 'mismatch',
    sentence: 'The value belongs to another period than the claim says.',
    remedy: 'Correct the period or cite the column of the claimed period.',
  },
  entity_mismatch: {
    status: 'mismatch',
    sentence: 'The value belongs to another entity than the claim says.',
    remedy: 'Correct the entity of the claim.',
  },
  dimension_mismatch: {
    status: 'mismatch',
    sentence: 'The value belongs to another category than the claim says.',
    remedy: 'Correct the dimensions of the claim.',
  },
  table_title_mismatch: {
    status: 'mismatch',
    sentence: 'The table carries another title than the claim says.',
    remedy: 'Correct the title or cite the table that carries it.',
  },
  footnote_mismatch: {
    status: 'mismatch',
    sentence: 'The footnote marks or texts of the cell differ from the claim.',
    remedy: 'Compare the observed footnotes and correct the claim.',
  },
  cell_id_mismatch: {
    status: 'mismatch',
    sentence: 'The cited cell id is not the intersection of the cited row and column.',
    remedy: 'Correct the cell id, or drop it and cite the labels alone.',
  },
  geometry_mismatch: {
    status: 'mismatch',
    sentence: 'The page has another size or rotation than the claim declares.',
    remedy: 'Take the coordinates again from the page as it is displayed now.',
  },
  locator_conflict: {
    status: 'mismatch',
    sentence: 'The locators of the claim contradict one another.',
    remedy: 'Keep only locators that name one place.',
  },
  calculation_mismatch: {
    status: 'mismatch',
    sentence: 'The recomputed value differs from the claimed one.',
    remedy: 'Check the calculation and its inputs.',
  },
  statement_contradicted: {
    status: 'mismatch',
    sentence: 'The cited page contradicts the statement.',
    remedy: 'Correct or withdraw the statement.',
  },
  statement_partially_supported: {
    status: 'mismatch',
    sentence: 'The cited page supports only a part of the statement.',
    remedy: 'Narrow the statement, or cite the pages that support the rest.',
  },
  page_out_of_range: {
    status: 'not_found',
    sentence: 'The document has no page at the cited index.',
    remedy: 'Correct page_index; it counts from zero.',
  },
  text_not_found: {
    status: 'not_found',
    sentence:
      'Nothing like the expected text stands in the cited target or elsewhere in the document.',
    remedy: 'Check the source and its version; withdraw the citation if there is none.',
  },
  page_label_not_found: {
    status: 'not_found',
    sentence: 'No page of the document carries the cited label.',
    remedy: 'Correct page_label; "pagewitness inspect" lists the labels.',
  },
  page_label_ambiguous: {
    status: 'not_found',
    sentence: 'Several pages carry the cited label.',
    remedy: 'Add page_index to say which of them is meant.',
  },
  element_not_found: {
    status: 'not_found',
    sentence: 'The cited element does not exist on the page.',
    remedy: 'Take element ids from "pagewitness inspect" of this version.',
  },
  table_not_found: {
    status: 'not_found',
    sentence: 'The cited table does not exist on the page.',
    remedy: 'Take table ids from "pagewitness inspect" of this version.',
  },
  table_ambiguous: {
    status: 'not_found',
    sentence: 'Several tables of the page fit the claim.',
    remedy: 'Name the table by table_id, ordinal or region.',
  },
  row_not_found: {
    status: 'not_found',
    sentence: 'No row of the cited target carries the row label.',
    remedy: 'Give the row label as it is printed.',
  },
  row_ambiguous: {
    status: 'not_found',
    sentence: 'Several rows carry the row label.',
    remedy: 'Give the header path of the row, outermost first.',
  },
  column_not_found: {
    status: 'not_found',
    sentence: 'No column of the table carries the column label.',
    remedy: 'Give the column label as it is printed.',
  },
  column_ambiguous: {
    status: 'not_found',
    sentence: 'Several columns carry the column label.',
    remedy: 'Give the header path of the column, outermost first.',
  },
  cell_not_found: {
    status: 'not_found',
    sentence: 'The row and the column exist, but they have no cell in common.',
    remedy: 'Check the row and the column; the cell may be blank or merged.',
  },
  region_outside_page: {
    status: 'not_found',
    sentence: 'The cited region lies outside the page.',
    remedy: 'Give points of the displayed page, or declare bbox_space.',
  },
  region_empty: {
    status: 'not_found',
    sentence: 'No text stands in the cited region.',
    remedy: 'Correct the region; check rotation and crop of the page.',
  },
  statement_unsupported: {
    status: 'not_found',
    sentence: 'The cited page does not support the statement.',
    remedy: 'Cite the page that supports it, or withdraw it.',
  },
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
