import { FACES } from '../../../examples/report/typeset.ts';
import { makePdf, pdfString } from '../../support/pdf-maker.ts';
import { DIFFERS, fails, holds, type MatrixCase, type MatrixRow } from '../case.ts';
import { quoteOn } from '../claims.ts';
import { dealer, take } from '../sentences.ts';

/** Form fields, stamps and comments: what is drawn on the page counts, what is only attached does not. */
export const annotationsAndFields: MatrixRow = {
  name: 'annotations and fields',
  cases: () => NOTES.flatMap((note, index) => noted(note, index)),
};

interface Note {
  readonly what: string;
  /** Text of the annotation dictionary; `{text}` is the planted sentence, `@{look}` its appearance. */
  readonly dictionary: string;
  /** Whether a reader of the page sees the sentence. */
  readonly isSeen: boolean;
  readonly catalog?: string;
  /** What the appearance draws; default the sentence itself. */
  readonly drawn?: string;
}

const RECT = '/Rect [60 300 560 330]';
const FORM = '/AcroForm << /Fields [@{annot:0:0}] /DR << /Font << /Sans @{font:Sans} >> >> >>';
const FIELD = `<< /Type /Annot /Subtype /Widget /FT /Tx /T (remark) /V {text} /DA (/Sans 10 Tf 0 g)`;

const NOTES: readonly Note[] = [
  {
    what: 'a text field with its appearance',
    dictionary: `${FIELD} ${RECT} /F 4 /AP << /N @{look} >> >>`,
    catalog: FORM,
    isSeen: true,
  },
  {
    what: 'a text field that is hidden',
    dictionary: `${FIELD} ${RECT} /F 2 /AP << /N @{look} >> >>`,
    catalog: FORM,
    isSeen: false,
  },
  {
    what: 'a text field whose appearance shows other words than its value',
    dictionary: `${FIELD} ${RECT} /F 4 /AP << /N @{look} >> >>`,
    catalog: FORM,
    drawn: 'to be filled in later',
    isSeen: false,
  },
  {
    what: 'a stamp',
    dictionary: `<< /Type /Annot /Subtype /Stamp ${RECT} /F 4 /AP << /N @{look} >> >>`,
    isSeen: true,
  },
  {
    what: 'the comment of a stamp that shows other words',
    dictionary: `<< /Type /Annot /Subtype /Stamp ${RECT} /F 4 /Contents {text} /AP << /N @{look} >> >>`,
    drawn: 'RECEIVED',
    isSeen: false,
  },
  {
    what: 'free text with its appearance',
    dictionary:
      `<< /Type /Annot /Subtype /FreeText ${RECT} /F 4 /DA (/Sans 10 Tf 0 g) ` +
      '/Contents {text} /AP << /N @{look} >> >>',
    isSeen: true,
  },
  {
    what: 'the comment of a highlight',
    dictionary:
      `<< /Type /Annot /Subtype /Highlight ${RECT} /F 4 /C [1 1 0] ` +
      '/QuadPoints [60 330 560 330 60 300 560 300] /Contents {text} >>',
    isSeen: false,
  },
  {
    what: 'a sticky note',
    dictionary: `<< /Type /Annot /Subtype /Text /Rect [60 300 80 320] /F 4 /Contents {text} >>`,
    isSeen: false,
  },
  {
    what: 'the address of a link',
    dictionary: `<< /Type /Annot /Subtype /Link ${RECT} /A << /S /URI /URI {text} >> >>`,
    isSeen: false,
  },
  {
    what: 'a note that is only for the screen of an old viewer',
    dictionary: `<< /Type /Annot /Subtype /Stamp ${RECT} /F 32 /AP << /N @{look} >> >>`,
    isSeen: false,
  },
];

function noted(note: Note, index: number): readonly MatrixCase[] {
  const deal = dealer(2800 + index);
  const sentence = deal();
  const lines = take(deal, 3);
  const drawn = pdfString(note.drawn ?? sentence);
  const content = lines
    .map((line, row) => `BT /Sans 10 Tf 60 ${700 - 20 * row} Td ${pdfString(line)} Tj ET`)
    .join('\n');
  const bytes = makePdf({
    fonts: FACES,
    pages: [{ content, annots: [note.dictionary.replace('{text}', () => pdfString(sentence))] }],
    ...(note.catalog === undefined ? {} : { catalog: note.catalog }),
    objects: {
      look: {
        entries:
          '/Type /XObject /Subtype /Form /BBox [0 0 500 30] ' +
          '/Resources << /Font << /Sans @{font:Sans} >> >>',
        data: `/Tx BMC q BT 0 g /Sans 10 Tf 4 10 Td ${drawn} Tj ET Q EMC`,
      },
    },
  });
  return [
    {
      title: `${note.what}: the sentence`,
      document: { bytes },
      claim: quoteOn(0, sentence),
      expected: note.isSeen
        ? holds({ occurrences: 1 })
        : fails(['text_not_found', 'hidden_text', ...DIFFERS]),
    },
    {
      title: `${note.what}: the text of the page beside it`,
      document: { bytes },
      claim: quoteOn(0, lines[1] ?? ''),
      expected: holds({ occurrences: 1 }),
    },
  ];
}
