/**
 * What a report of pdf.js 5.6 says of the reading: a stable code that a report of ours may show
 * (pdf.js quotes the document), or null where neither text nor its place is touched.
 * An unknown warning counts: it is a recovery until shown to be harmless. Of its many remarks
 * (`info`) only those count that are known to leave out or mend something.
 */
export function degradationOf(message: string, level: 'warning' | 'info'): string | null {
  const table = level === 'warning' ? WARNINGS : REMARKS;
  for (const [pattern, code] of table) if (pattern.test(message)) return code;
  return level === 'warning' ? 'parser_warning' : null;
}

const REMARKS: readonly (readonly [RegExp, string])[] = [
  // A compressed stream that breaks off ends without a warning, and with it all that follows.
  [/in flate stream/, 'unreadable_stream'],
  [/^(Bad length ".*" in stream|Found ".*" when searching for endstream)/s, 'stream_mended'],
  [/^(Malformed dictionary|Command .*: expected)/, 'bad_syntax'],
  [/^Lexer\.getNumber/, 'bad_syntax'],
  [/^\(while reading XRef\)/, 'file_mended'],
];

const WARNINGS: readonly (readonly [RegExp, string | null])[] = [
  // Shapes of glyphs, their hinting, and looks of fonts: widths and meaning come from elsewhere.
  [/^TT: /, null],
  [
    /^(Invalid fd index|Glyph index is not in fd select|Missing subrsIndex|Out of bounds subr)/,
    null,
  ],
  [/^(CFF stem hints|Not enough parameters for|Found too many parameters|parseFDSelect)/, null],
  [/^(Not enough space in (charstrings|glyfs)|Failed to compile font|buildFontPaths)/, null],
  [/^(CFFParser_parseDict|Invalid CFFDict|Couldn't find .* in CFF strings)/, null],
  [/^Unknown type 1 charstring command/, null],
  [/^(Invalid|Unable to recover) "?"Length1"/, null],
  [/^(No cmap table|Could not find a preferred cmap|cmap table has unsupported)/, null],
  [/^(Unknown\/unsupported post table|Required "glyf"|Incorrect 'loca')/, null],
  [/^(getFontFileType|Ran out of space in font private use|Font file is empty)/, null],
  [/^(charToGlyph - invalid|FontFamily contains|Cannot substitute the font)/, null],
  [/^(TrueType Collection does not contain|translateFont - fetching)/, null],
  [/^fetchStandardFontData: /, null],
  // Colours of pictures and shadings.
  [/^(ICCBased color space|No ICC color space|No CMYK ICC|CMYK fallback)/, null],
  [/^(.*BlackPoint|Decode map length|Unsupported blend mode|Bits per component)/, null],
  [/^(PDFImage - using the|Ignoring \/Mask|JpegImage.parse - |readDataBlock)/, null],
  [/^(CCITTFaxStream: Falling|Jbig2Stream: Falling|JBig2Image#|JpxImage#)/, null],
  [/^(GlobalImageCache.setData|getTransferableImage|OpenJPEG)/, null],
  // Layers unknown to the document are shown, as viewers do.
  [/^Optional content group not found/, null],
  // Outside the page's look: actions, links, scripts, forms' data, structure, metadata.
  [/^(XFA|loadXfaFonts|Node not found for path|Cannot fetch form information)/, null],
  [/^(Related file spec|Non-embedded file spec|Embedded file spec|parseDestDictionary)/, null],
  [/^(Unable to read (mark info|document outline|permissions)|Unable read to structTree)/, null],
  [/^(Struct(T|t)ree|getStructTree|Ignoring non-standard key|Bad value, for )/, null],
  [/^(Invalid PDF catalog version|Invalid PDF header version|Invalid outline item)/, null],
  [/^(collectAnnotationsByType|#collectFieldObjects|#hasOnlyDocumentSignatures)/, null],
  [/^(Unknown field name|AnnotationBorderStyle|Ignoring invalid lineEnding)/, null],
  [/^(Popup annotation has|Push buttons without|Invalid field flags|createGlobals)/, null],
  [/^(Unimplemented (widget field|annotation) type|Annotation is missing the required)/, null],
  // Free text and fields without appearance are read from the annotation instead.
  [/^(generateImages|_getAppearance|FreeTextAnnotation): OffscreenCanvas/, null],
  [/^HighlightAnnotation - ignoring built-in/, null],
  // How pdf.js itself is set up.
  [/^(Setting up fake worker|Please use the `legacy` build|Cannot (load|polyfill))/, null],
  [/^Knockout groups not supported/, null],
  // The file was mended.
  [/^(Indexing all PDF objects|indexObjects|XRef|readXRef|getLinearizationPage)/, 'file_mended'],
  [/^_getLinearizationPage/, 'file_mended'],
  [/^(checkLastPage|getAllPageDicts|Ignoring circular reference)/, 'page_tree_mended'],
  [/^Unable to read page labels/, 'page_labels_unreadable'],
  [/^Unable to read optional content/, 'layers_unreadable'],
  // Parts of the content are missing.
  [/^getOperatorList - ignoring errors during/, 'content_incomplete'],
  [
    /^(getOperatorList - ignoring|Skipping |Unknown command|getContentStream)/,
    'content_incomplete',
  ],
  [/^(ensureStateFont|handleTilingType|parseShading|Image exceeded)/, 'content_incomplete'],
  [/^(Unable to decode|Image dimensions are missing)/, 'unreadable_image'],
  [/^(Invalid stream|Empty ".*" stream|Filter ".*" is not supported)/, 'unreadable_stream'],
  [/^(Unterminated|getHexString|Lexer_|Badly formatted number|Name token)/, 'bad_syntax'],
  [/^(findDefaultInlineStreamEnd|Inline |\.\.\. trying to recover)/, 'bad_syntax'],
  [/^(loadFont|Font ".*" is not available|Error during font loading)/, 'unreadable_font'],
  [/^(Type3 font resource|Type3 character|extractDataStructures)/, 'unreadable_font'],
  [/^(readToUnicode|Invalid cMap data|invalid cMap)/i, 'unreadable_font'],
  [/annotation/i, 'unreadable_annotation'],
];
