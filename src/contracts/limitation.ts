import { z } from 'zod';

/** What was not proved, or proved in a weaker way, with the sentence a report shows. Stable strings. */
export const LIMITATIONS = {
  fingerprint_not_given: 'The envelope does not name the version; the current one was used.',
  page_count_differs: 'The document has another number of pages than the envelope says.',
  several_occurrences: 'The evidence stands several times in the cited target.',
  negation_outside_quote: 'The words just before the quote negate or qualify it.',
  segments_joined: 'The quote has an ellipsis; its segments stand in order in one passage.',
  label_sources_disagree:
    'The label dictionary and the printed page numbers disagree on this page.',
  label_isolated: 'The label was read from this page alone, outside any run of page numbers.',
  scale_not_claimed: 'The page states a scale, but the claim means the number as printed.',
  row_not_asserted: 'The claim names no row; any occurrence of the number on the page counts.',
  row_label_repeated: 'Several rows carry the row label; exactly one of them holds the number.',
  row_structure_inferred: 'The row was read from the places of its words, not from a table.',
  comma_decimal_assumed: 'The comma was read as decimal mark, as the claim says.',
  visibility_not_proved: 'The picture of the page could not prove that a reader sees the evidence.',
  degraded_parse: 'The document was read by recovery or in part.',
  text_in_page_furniture: 'The evidence stands in a page header or footer.',
  text_in_form_field: 'The evidence is the value of a form field.',
  text_in_annotation: 'The evidence is drawn by an annotation.',
  superscript_marks_dropped: 'Raised marks inside the evidence were passed over.',
  spacing_open: 'A space inside the evidence is decided by the quote; the page leaves it open.',
  unmapped_glyphs_on_page: 'The page has characters without known meaning outside the evidence.',
  other_pages_not_searched: 'Not every other page could be searched for the evidence.',
} as const;

export type Limitation = keyof typeof LIMITATIONS;

export const limitationSchema = z.enum(Object.keys(LIMITATIONS) as [Limitation, ...Limitation[]]);
