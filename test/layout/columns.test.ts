import { describe, expect, test } from 'vitest';
import { layOutPage } from '../../src/layout/page.ts';
import { drawn } from '../support/read-drawing.ts';

interface Line {
  readonly text: string;
  readonly x: number;
  readonly y: number;
}

/** Sets lines in the order given; `y` counts down from the top of a page of 792 points. */
async function read(lines: readonly Line[]): Promise<string> {
  const content = lines.map(
    ({ text, x, y }) => `BT /F1 10 Tf ${x} ${792 - y} Td (${text.replace(/[()]/g, '\\$&')}) Tj ET`,
  );
  return layOutPage(await drawn(content.join('\n'))).text;
}

function column(texts: readonly string[], x: number, y: number, pitch = 12): readonly Line[] {
  return texts.map((text, at) => ({ text, x, y: y + at * pitch }));
}

function interleave(a: readonly Line[], b: readonly Line[]): readonly Line[] {
  return a.flatMap((line, at) => [line, ...b.slice(at, at + 1)]);
}

const LEFT = [
  'The minister said that the levy would not',
  'be raised before the year 2027 and that no',
  'refund is due to those who paid it under',
  'the former rules, which remain in force for',
  'all periods that ended before the change.',
];
const RIGHT = [
  'Opposition members replied that the levy',
  'must be raised at once and that refunds be',
  'paid to everyone who asks for them within',
  'the period of ninety days that the act now',
  'provides for claims of this kind.',
];

describe('columns of prose', () => {
  test('two columns are read one after the other when painted column by column', async () => {
    const text = await read([...column(LEFT, 60, 100), ...column(RIGHT, 320, 100)]);
    expect(text).toBe([...LEFT, ...RIGHT].join('\n'));
  });

  test('and also when painted line by line across both', async () => {
    const text = await read(interleave(column(LEFT, 60, 100), column(RIGHT, 320, 100)));
    expect(text).toBe([...LEFT, ...RIGHT].join('\n'));
  });

  test('and also when the lines of both do not stand on one height', async () => {
    const text = await read([...column(LEFT, 60, 100), ...column(RIGHT, 320, 104)]);
    expect(text).toBe([...LEFT, ...RIGHT].join('\n'));
  });

  test('a heading across both is read before them and a line below after them', async () => {
    const heading = {
      text: 'A heading that runs across both of the columns of this page',
      x: 150,
      y: 82,
    };
    const below = {
      text: 'And this line at the foot goes across the gutter as well as the heading',
      x: 100,
      y: 190,
    };
    const text = await read([...column(LEFT, 60, 100), below, ...column(RIGHT, 320, 100), heading]);
    expect(text).toBe([heading.text, ...LEFT, ...RIGHT, below.text].join('\n'));
  });

  test('three columns are read in order', async () => {
    const narrow = (words: string) => words.split('|');
    const first = narrow(
      'one two three four five|six seven eight nine|ten eleven twelve more|than enough of these|words for a column',
    );
    const second = narrow(
      'alpha beta gamma delta|epsilon zeta eta theta|iota kappa lambda mu|nu xi omicron pi rho|sigma tau upsilon',
    );
    const third = narrow(
      'monday tuesday friday|saturday sunday which|are days of the week|as everyone knows who|keeps a calendar',
    );
    const rows = first.flatMap((text, at) => [
      { text, x: 60, y: 100 + at * 12 },
      { text: second[at] ?? '', x: 230, y: 100 + at * 12 },
      { text: third[at] ?? '', x: 400, y: 100 + at * 12 },
    ]);
    expect(await read(rows)).toBe([...first, ...second, ...third].join('\n'));
  });

  test('a paragraph beside a table of its own is read whole', async () => {
    const prose = [...LEFT, ...RIGHT];
    const table = [
      'Capital ratio 12.1',
      'Leverage ratio 5.4',
      'Liquidity ratio 110.0',
      'Risk weighted assets 99.0',
    ];
    const text = await read([...column(prose, 60, 100), ...column(table, 330, 106, 22)]);
    expect(text).toContain(prose.join('\n'));
  });
});

describe('what stands beside and below columns', () => {
  test('a column of running text is read past the table and the text in the next column', async () => {
    const prose = [...LEFT, ...RIGHT];
    const labels = ['Deposits', 'Loans', 'Reserves', 'Ratio'];
    const beside = [
      ...column(['The table below shows the loans at the end of', 'each of the periods.'], 60, 100),
      ...column(labels, 60, 131, 15),
      ...column(['2,471.5', '1,104.2', '310.0', '45'], 240, 131, 15),
      ...column(['Those trends could be affected by the markets.'], 60, 200),
    ];
    const text = await read([...beside, ...column(prose, 320, 100)]);
    expect(text).toContain(prose.join('\n'));
    expect(text).toContain('Deposits 2,471.5\nLoans 1,104.2');
  });

  test('a heading of what follows does not part a sentence that runs from column to column', async () => {
    const heading = { text: 'Deposits', x: 60, y: 177 };
    const below = {
      text: 'The table below summarizes the deposits of the group at the end of each of the periods',
      x: 60,
      y: 189,
    };
    const text = await read([...column(LEFT, 60, 100), ...column(RIGHT, 320, 100), heading, below]);
    expect(text).toBe([...LEFT, ...RIGHT, heading.text, below.text].join('\n'));
  });
});

describe('columns without running text', () => {
  const assets = [
    ...column(['Capital components'], 60, 100),
    ...column(
      ['The table below presents the parts of', 'the capital at the end of June.'],
      60,
      112,
    ),
    ...column(['Common stock', 'Preferred stock', 'Goodwill', 'Other capital'], 60, 142, 17),
    ...column(['253,305', '32,838', '51,856', '4,702'], 230, 142, 17),
    ...column(
      ['(a) Goodwill is shown after the taxes that', 'the sale of it would cost.'],
      60,
      208,
    ),
  ];
  const changes = [
    ...column(['Capital rollforward'], 320, 100),
    ...column(
      ['The table below presents the changes', 'of the capital in the half year.'],
      320,
      112,
    ),
    ...column(['Income of the half year', 'Dividends', 'Shares bought back'], 320, 151, 13),
    ...column(['16,124', '(5,947)', '(2,075)'], 500, 151, 13),
  ];

  test('short text above tables is not read across, though its lines share their baselines', async () => {
    const text = await read([...assets, ...changes]);
    expect(text).toContain('the parts of\nthe capital at the end of June.\nCommon stock 253,305\n');
    expect(text).toContain(
      'would cost.\nCapital rollforward\nThe table below presents the changes',
    );
    expect(text).toContain('Dividends (5,947)\nShares bought back (2,075)');
  });

  test('a table of texts painted column by column keeps its rows where cells have their own lines', async () => {
    const names = [
      'Chief executive officer',
      'Chief officer for the finances of all',
      'Secretary',
      'Counsel',
    ];
    const duties = [
      'Leads the group and its four divisions',
      'Keeps the books and reports on them',
      'Writes the minutes of all the meetings',
      'Advises them on all matters of the law',
    ];
    const text = await read([
      ...column(names, 60, 100, 36),
      ...column(['divisions of the group'], 60, 148),
      ...column(duties, 320, 100, 36),
    ]);
    expect(text).toContain(`${names[0]} ${duties[0]}`);
    expect(text).toContain(`${names[2]} ${duties[2]}`);
  });
});

describe('rows that stay whole', () => {
  test('a statement with long wrapped labels keeps its numbers in their rows', async () => {
    const labels = [
      'Accumulated other comprehensive loss, net of the',
      'taxes that were withheld in the period and before',
      'the reclassification of amounts that had been held',
      'by subsidiaries outside the country of the parent',
      'Total equity',
    ];
    const numbers = ['', '', '', '(1,234)', '25,018'];
    const text = await read([
      ...column(labels, 60, 100),
      ...column(numbers, 400, 100).filter((line) => line.text !== ''),
    ]);
    expect(text).toBe(
      [...labels.slice(0, 3), `${labels[3]} (1,234)`, 'Total equity 25,018'].join('\n'),
    );
  });

  test('a table painted column by column keeps its rows', async () => {
    const labels = [
      'Net sales',
      'Cost of sales',
      'Gross profit',
      'Selling expenses',
      'Income',
      'Taxes',
    ];
    const values = ['1,234', '800', '434', '200', '234', '50'];
    const text = await read([...column(labels, 60, 100), ...column(values, 300, 100)]);
    expect(text).toBe(labels.map((label, at) => `${label} ${values[at]}`).join('\n'));
  });

  test('a table of short texts painted row by row keeps its rows', async () => {
    const names = [
      'Alimentos Heinz de Costa Rica',
      'Asian Home Gourmet',
      'Boca Foods Company',
      'Capri Sun',
    ];
    const places = ['Costa Rica', 'Singapore', 'Delaware', 'Delaware'];
    const text = await read(interleave(column(names, 60, 100), column(places, 350, 100)));
    expect(text).toBe(names.map((name, at) => `${name} ${places[at]}`).join('\n'));
  });

  test('a numbered list keeps each mark with its text', async () => {
    const marks = LEFT.map((_, at) => `(${at + 1})`);
    const text = await read([...column(marks, 60, 100), ...column(LEFT, 90, 100)]);
    expect(text).toBe(LEFT.map((line, at) => `(${at + 1}) ${line}`).join('\n'));
  });

  test('justified lines with wide gaps are one column', async () => {
    const words = LEFT.map((line) => line.split(' '));
    const lines = words.flatMap((own, row) =>
      own.map((text, at) => ({ text, x: 60 + at * 62 + (row % 2) * 23, y: 100 + row * 12 })),
    );
    expect(await read(lines)).toBe(LEFT.join('\n'));
  });

  test('a table above two columns keeps its rows though its gap goes on in their gutter', async () => {
    const labels = ['Income before tax', 'Income tax expense', 'Effective tax rate'];
    const values = ['10,865', '2,216', '20.4'];
    const text = await read([
      ...column(labels, 60, 60),
      ...column(values, 320, 60),
      ...column(LEFT, 60, 100),
      ...column(RIGHT, 320, 100),
    ]);
    const rows = labels.map((label, at) => `${label} ${values[at]}`);
    expect(text).toBe([...rows, ...LEFT, ...RIGHT].join('\n'));
  });
});

describe('tables of texts', () => {
  test('the cells of a row are read one after the other where each wraps at its edge', async () => {
    const first = ['Fair value option liabilities', '- funding spread risk'];
    const second = ['Impact of changes in the spread related', 'to liabilities at fair value'];
    const text = await read([
      ...column(['Debt'], 60, 76),
      ...column(['Consists of real estate'], 230, 76),
      ...column(first, 60, 100),
      ...column(second, 230, 100),
    ]);
    expect(text).toBe(['Debt Consists of real estate', ...first, ...second].join('\n'));
  });

  test('captions that wrap over columns of numbers are read one after the other', async () => {
    const captions = [
      ['Amounts netted on', 'the balance sheet'],
      ['Amounts not nettable', 'on the balance sheet'],
    ] as const;
    const text = await read([
      ...column(captions[0], 230, 100),
      ...column(captions[1], 350, 100),
      ...interleave(
        interleave(column(['Interest', 'Credit'], 60, 130, 15), column(['1', '2'], 260, 130, 15)),
        column(['3', '4'], 380, 130, 15),
      ),
    ]);
    expect(text).toBe([...captions[0], ...captions[1], 'Interest 1 3', 'Credit 2 4'].join('\n'));
  });

  test('lines that end long before the edge of their column are rows, whatever is painted first', async () => {
    const left = ['Robert Smith', 'Vice President for the relations', 'to all investors'];
    const right = ['Cara Miller', 'Vice President for the relations', 'to the press'];
    const text = await read([...column(left, 60, 100), ...column(right, 320, 100)]);
    expect(text).toBe(left.map((line, at) => `${line} ${right[at]}`).join('\n'));
  });

  test('a cell of several lines is read whole beside the next one', async () => {
    const names = ['Adjusted income', 'before tax'];
    const meanings = [
      'Net income before the impact of amortization of',
      'intangible assets, of certain items related to',
      'acquisitions and of operations that have been',
      'discontinued in the period under review.',
    ];
    const text = await read([...column(names, 60, 112), ...column(meanings, 200, 100)]);
    expect(text).toBe([...names, ...meanings].join('\n'));
  });
});
