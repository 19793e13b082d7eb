/**
 * Reasons that speak of the document itself: it says something else, or it lacks what is cited. A part
 * of the table in `reason.ts`, which says what the fields mean.
 */
export const EVIDENCE_REASONS = {
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
} as const satisfies Record<
  string,
  {
    readonly status: 'mismatch' | 'not_found';
    readonly sentence: string;
    readonly remedy: string;
  }
>;
