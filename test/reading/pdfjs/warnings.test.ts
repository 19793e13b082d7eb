import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { degradationOf } from '../../../src/reading/pdfjs/warnings.ts';

describe('what a report of the parser says of the reading', () => {
  test.each([
    ['Indexing all PDF objects', 'file_mended'],
    ['XRef.parse - Invalid "Root" reference: "Error: secret".', 'file_mended'],
    ['checkLastPage - invalid /Pages tree /Count: 5.', 'page_tree_mended'],
    ['Unable to read page labels.', 'page_labels_unreadable'],
    ['getOperatorList - ignoring errors during "task" task: "secret".', 'content_incomplete'],
    ['Skipping command Tj: expected 1 args, but received 0 args.', 'content_incomplete'],
    ['Image exceeded maximum allowed size and was removed.', 'content_incomplete'],
    ['Invalid stream: "secret"', 'unreadable_stream'],
    ['getHexString - ignoring invalid character: 7', 'bad_syntax'],
    ['Unable to decode image "img_1": "secret".', 'unreadable_image'],
    ['loadFont - translateFont failed: "secret".', 'unreadable_font'],
    ['getOperatorList - ignoring annotation data during "x" task: "y".', 'content_incomplete'],
    ['_parsedAnnotations: "secret".', 'unreadable_annotation'],
    ['something never heard of', 'parser_warning'],
    ['TT: undefined function: 32', null],
    ['FreeTextAnnotation: OffscreenCanvas is not supported, annotation may not …', null],
    ['Optional content group not found: 7R', null],
  ])('the warning %j is %j', (message, code) => {
    expect(degradationOf(message, 'warning')).toBe(code);
  });

  test.each([
    ['Bad block header in flate stream', 'unreadable_stream'],
    ['Bad length "7" in stream.', 'stream_mended'],
    ['TT: CALL empty stack (or invalid entry).', null],
    ['page=1 - getOperatorList: time=7ms, len=3', null],
    ['something never heard of', null],
  ])('the remark %j is %j', (message, code) => {
    expect(degradationOf(message, 'info')).toBe(code);
  });

  test('never hands on a word of the document', () => {
    const levels = fc.constantFrom('warning' as const, 'info' as const);
    fc.assert(
      fc.property(fc.string(), levels, (message, level) => {
        expect(degradationOf(message, level) ?? 'sound').toMatch(/^[a-z]+(_[a-z]+)*$/);
      }),
    );
  });
});
