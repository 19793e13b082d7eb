import {
  put,
  putRight,
  type Sheet,
  type Style,
  widthOf,
} from '../../../examples/report/typeset.ts';
import { fails, holds, limits, type MatrixCase, type MatrixRow } from '../case.ts';
import { type Look, lookOf, makeDocument } from '../document.ts';
import { dealer, take } from '../sentences.ts';

/** Statements as they are printed in practice, each with a claim that holds and ones that do not. */
export const statementLayouts: MatrixRow = {
  name: 'statement layouts',
  cases: () => LAYOUTS.flatMap((layout, index) => cases(layout, index)),
};

interface Claimed {
  readonly row: string | readonly string[];
  readonly fields: Readonly<Record<string, unknown>>;
  readonly expected: MatrixCase['expected'];
  readonly why: string;
}

interface Layout {
  readonly what: string;
  readonly draw: (sheet: Sheet, look: Look) => void;
  readonly claims: readonly Claimed[];
}

const right = (
  row: Claimed['row'],
  fields: Claimed['fields'],
  more: Parameters<typeof holds>[0] = {},
): Claimed => ({ row, fields, expected: holds(more), why: 'as printed' });

const wrong = (
  row: Claimed['row'],
  fields: Claimed['fields'],
  reasons: Parameters<typeof fails>[0],
  why: string,
): Claimed => ({ row, fields, expected: fails(reasons), why });

/** The row holds the digits, but as another kind of number. */
const NOT_THAT = ['value_mismatch', 'unit_mismatch', 'low_table_confidence'] as const;

/** Sets rows from `top`; each cell ends at its edge, a cell `$` or `%` keeps its own place. */
function rows(
  sheet: Sheet,
  look: Look,
  top: number,
  table: readonly (readonly [string, ...string[]])[],
  between = 1,
): void {
  const step = look.style.size * 7.5;
  const widest = Math.max(...table.map((row) => row.length - 1));
  for (const [index, [label, ...cells]] of table.entries()) {
    const y = top + index * look.style.leading * between;
    put(sheet, look.margin, y, label, look.style);
    for (const [column, cell] of cells.entries()) {
      const edge = look.width - look.margin - (widest - 1 - column) * step;
      const [, currency = '', amount = ''] = /^(\$ )?(.*)$/.exec(cell) ?? [];
      if (currency !== '') put(sheet, edge - step * 0.75, y, '$', look.style);
      putRight(sheet, edge, y, amount, look.style);
    }
  }
}

function stated(sheet: Sheet, look: Look, y: number, text: string): void {
  put(sheet, look.margin, y, text, look.style);
}

function small(style: Style): Style {
  return { ...style, size: style.size * 0.62 };
}

const LAYOUTS: readonly Layout[] = [
  {
    what: 'dot leaders between label and number',
    draw: (sheet, look) => {
      for (const [index, [label, amount]] of [
        ['Tolls', '4,120'],
        ['Fines', '377'],
      ].entries()) {
        const y = 300 + index * look.style.leading;
        const end = put(sheet, look.margin, y, label ?? '', look.style);
        const room = look.width - look.margin - 60 - end;
        const dots = Math.floor(room / widthOf('.', look.style));
        put(sheet, end + 2, y, '.'.repeat(dots), look.style);
        putRight(sheet, look.width - look.margin, y, amount ?? '', look.style);
      }
    },
    claims: [
      right('Tolls', { expected_text: '4,120' }),
      wrong('Fines', { expected_text: '4,120' }, ['value_mismatch'], 'the number of the row above'),
    ],
  },
  {
    what: 'the currency sign in a column of its own',
    draw: (sheet, look) =>
      rows(sheet, look, 300, [
        ['Premiums', '$ 6,804', '$ 6,511'],
        ['Claims paid', '(5,216)', '(4,975)'],
      ]),
    claims: [
      right('Premiums', { expected_text: '6,804', unit: 'USD' }),
      right('Claims paid', { expected_text: '(5,216)' }, { observed_value: '-5216' }),
      wrong('Claims paid', { expected_text: '5,216' }, ['sign_mismatch'], 'parentheses dropped'),
      wrong('Premiums', { expected_text: '£6,804' }, ['currency_mismatch'], 'another currency'),
    ],
  },
  {
    what: 'a column of note numbers',
    draw: (sheet, look) =>
      rows(sheet, look, 300, [
        ['', 'Note', '2025', '2024'],
        ['Grants received', '14', '8,330', '7,915'],
        ['Donations', '15', '2,046', '1,988'],
      ]),
    claims: [
      right('Grants received', { expected_text: '8,330' }),
      right('Donations', { expected_text: '1,988' }),
      wrong('Donations', { expected_text: '8,330' }, ['value_mismatch'], 'the row above'),
      wrong(
        'Donations',
        { expected_text: '15' },
        ['value_mismatch', 'low_table_confidence'],
        'the number of the note',
      ),
    ],
  },
  {
    what: 'a label over two lines, its number beside the second',
    draw: (sheet, look) => {
      stated(sheet, look, 300, 'Share of the result of undertakings that are');
      rows(sheet, look, 300 + look.style.leading, [
        ['accounted for by the equity method', '(318)', '204'],
        ['Other income', '1,477', '1,502'],
      ]);
    },
    claims: [
      right(
        'Share of the result of undertakings that are accounted for by the equity method',
        { expected_text: '(318)' },
        { observed_value: '-318' },
      ),
      wrong('Other income', { expected_text: '204' }, ['value_mismatch'], 'the row above'),
    ],
  },
  {
    what: 'two statements on one page, each with its own scale',
    draw: (sheet, look) => {
      stated(sheet, look, 280, '(in thousands of dollars)');
      rows(sheet, look, 280 + 1.5 * look.style.leading, [['Ticket sales', '9,411', '9,020']]);
      stated(sheet, look, 380, '(in millions of dollars)');
      rows(sheet, look, 380 + 1.5 * look.style.leading, [['Term deposits', '155', '149']]);
    },
    claims: [
      right(
        'Ticket sales',
        { expected_text: '9,411', scale: '1000', unit: 'USD' },
        { observed_value: '9411000' },
      ),
      wrong(
        'Ticket sales',
        { expected_text: '9,411', scale: '1000000', unit: 'USD' },
        ['scale_mismatch', 'scale_not_established'],
        'the scale of the other statement',
      ),
      wrong(
        'Term deposits',
        { expected_text: '155', scale: '1000', unit: 'USD' },
        ['scale_mismatch', 'scale_not_established'],
        'the scale of the other statement',
      ),
    ],
  },
  {
    what: 'amounts per share under a statement in millions',
    draw: (sheet, look) => {
      stated(sheet, look, 280, '(in millions of dollars, except per share amounts)');
      rows(sheet, look, 280 + 1.5 * look.style.leading, [
        ['Net earnings', '$ 640', '$ 588'],
        ['Earnings per share', '$ 1.28', '$ 1.17'],
      ]);
    },
    claims: [
      right(
        'Net earnings',
        { expected_text: '640', scale: '1000000' },
        { observed_value: '640000000' },
      ),
      right('Earnings per share', { expected_text: '1.28' }),
      wrong(
        'Earnings per share',
        { expected_text: '1.28', expected_value: '1280000', scale: '1000000' },
        ['scale_mismatch', 'scale_not_established'],
        'an amount per share taken for millions',
      ),
    ],
  },
  {
    what: 'a raised note mark after the number',
    draw: (sheet, look) => {
      rows(sheet, look, 300, [
        ['Dredging', '3,960', '3,845'],
        ['Pilotage', '1,208', '1,177'],
      ]);
      const x = look.width - look.margin + 1;
      put(sheet, x, 300 - look.style.size * 0.35, '2', small(look.style));
    },
    claims: [
      right('Dredging', { expected_text: '3,845' }),
      wrong(
        'Dredging',
        { expected_text: '38,452' },
        ['value_mismatch'],
        'the mark read as a digit',
      ),
      wrong('Pilotage', { expected_text: '2' }, ['value_mismatch'], 'the mark of the row above'),
    ],
  },
  {
    what: 'dashes for nothing',
    draw: (sheet, look) =>
      rows(sheet, look, 300, [
        ['Write-offs', '—', '56'],
        ['Recoveries', '12', '–'],
      ]),
    claims: [
      right('Recoveries', { expected_text: '12' }),
      wrong('Write-offs', { expected_text: '12' }, ['value_mismatch'], 'the row below'),
    ],
  },
  {
    what: 'a label that two rows carry',
    draw: (sheet, look) =>
      rows(sheet, look, 280, [
        ['Owned by the group'],
        ['Ships', '18', '17'],
        ['Chartered'],
        ['Ships', '7', '9'],
      ]),
    claims: [
      right('Ships', { expected_text: '7' }, { limitations: ['row_label_repeated'] }),
      wrong('Ships', { expected_text: '11' }, ['value_mismatch'], 'a number of neither'),
    ],
  },
  {
    what: 'two statements side by side',
    draw: (sheet, look) => {
      const half = look.width / 2;
      for (const [x, label, amount] of [
        [look.margin, 'Current assets', '760'],
        [half + 20, 'Current debts', '415'],
      ] as const) {
        put(sheet, x, 300, label, look.style);
        putRight(sheet, x + half - look.margin - 30, 300, amount, look.style);
      }
    },
    claims: [
      right('Current assets', { expected_text: '760' }),
      right('Current debts', { expected_text: '415' }),
      {
        row: 'Current assets',
        fields: { expected_text: '415' },
        expected: fails(['value_mismatch', 'low_table_confidence']),
        why: 'the number of the statement beside it',
      },
    ],
  },
  {
    what: 'a column of changes in per cent',
    draw: (sheet, look) =>
      rows(sheet, look, 300, [
        ['', '2025', '2024', 'Change'],
        ['Net premiums', '231', '220', '5%'],
        ['Net claims', '164', '171', '(4)%'],
      ]),
    claims: [
      right('Net premiums', { expected_text: '231' }),
      right('Net claims', { expected_text: '(4)%', unit: 'percent' }, { observed_value: '-4' }),
      wrong('Net premiums', { expected_text: '5' }, NOT_THAT, 'the change taken for an amount'),
      wrong(
        'Net claims',
        { expected_text: '4%' },
        ['sign_mismatch'],
        'the sign of the change lost',
      ),
    ],
  },
  {
    what: 'labels that begin like others, and labels with a note mark',
    draw: (sheet, look) =>
      rows(sheet, look, 300, [
        ['Interest', '86', '83'],
        ['Interest on leases', '19', '21'],
        ['Repairs (a)', '45', '52'],
      ]),
    claims: [
      right('Interest', { expected_text: '86' }),
      right('Repairs', { expected_text: '45' }),
      wrong(
        'Interest',
        { expected_text: '19' },
        ['value_mismatch', 'low_table_confidence'],
        'the row that begins alike',
      ),
      wrong(
        'repairs',
        { expected_text: '45' },
        ['row_not_found', 'value_mismatch', 'low_table_confidence'],
        'the label in other letters',
      ),
    ],
  },
  {
    what: 'rows under headings, named by their path',
    draw: (sheet, look) =>
      rows(sheet, look, 280, [
        ['Sea freight'],
        ['Wages', '312', '305'],
        ['Air freight'],
        ['Wages', '128', '119'],
      ]),
    claims: [
      {
        row: ['Air freight', 'Wages'],
        fields: { expected_text: '128' },
        expected: {
          outcomes: ['verified', 'low_table_confidence'],
          never: ['mismatch', 'not_found'],
        },
        why: 'as printed',
      },
      wrong(
        ['Air freight', 'Wages'],
        { expected_text: '312' },
        ['value_mismatch', 'low_table_confidence'],
        'the row of the other heading',
      ),
      wrong(
        ['Road freight', 'Wages'],
        { expected_text: '128' },
        ['row_not_found', 'low_table_confidence'],
        'a heading that the page does not have',
      ),
    ],
  },
  {
    what: 'thousands set apart by spaces',
    draw: (sheet, look) =>
      rows(sheet, look, 300, [
        ['Peat sold', '12 400', '11 950'],
        ['Peat burnt', '870', '1 020'],
      ]),
    claims: [
      right('Peat sold', { expected_text: '12 400', expected_value: '12400' }),
      wrong('Peat burnt', { expected_text: '12 400' }, ['value_mismatch'], 'the row above'),
      wrong('Peat sold', { expected_text: '400' }, ['value_mismatch'], 'the tail of a number'),
    ],
  },
  {
    what: 'no scale, no currency, and a number in prose with the same digits',
    draw: (sheet, look) => {
      stated(sheet, look, 280, 'Some 2,750 guests (in thousands of bed nights) were counted.');
      rows(sheet, look, 340, [['Room charges', '2,750', '2,610']]);
    },
    claims: [
      right('Room charges', { expected_text: '2,750' }),
      {
        row: 'Room charges',
        fields: { expected_text: '2,750', unit: 'GBP' },
        expected: limits(['unit_not_established', 'scale_not_established']),
        why: 'a currency that the page does not state',
      },
    ],
  },
];

function cases(layout: Layout, index: number): readonly MatrixCase[] {
  const look = lookOf(index % 2);
  const document = makeDocument(look, [
    { paragraphs: take(dealer(2400 + index), 3), draw: layout.draw },
  ]);
  return layout.claims.map((claimed) => ({
    title: `${layout.what}: ${String(claimed.row)}, ${claimed.why}`,
    document,
    claim: {
      id: 'c1',
      kind: 'value',
      page_index: 0,
      row_label: claimed.row,
      ...claimed.fields,
    },
    expected: claimed.expected,
  }));
}
