type Fields = Readonly<Record<string, unknown>>;

/** A quote on a page, zero-based. */
export function quoteOn(pageIndex: number, expectedText: string, more: Fields = {}): Fields {
  return { id: 'c1', kind: 'quote', page_index: pageIndex, expected_text: expectedText, ...more };
}

/** A number in a row of a page. */
export function valueOn(pageIndex: number, rowLabel: string, more: Fields): Fields {
  return { id: 'c1', kind: 'value', page_index: pageIndex, row_label: rowLabel, ...more };
}

/** Text in an area of a page. */
export function regionOn(
  pageIndex: number,
  bbox: readonly number[],
  expectedText: string,
  more: Fields = {},
): Fields {
  return {
    id: 'c1',
    kind: 'region',
    page_index: pageIndex,
    bbox,
    expected_text: expectedText,
    ...more,
  };
}

/** A page by its index, its label or both. */
export function pageClaim(more: Fields): Fields {
  return { id: 'c1', kind: 'page', ...more };
}
