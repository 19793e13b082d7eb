import {
  addPage,
  type Book,
  type Flow,
  flowOver,
  footnotes,
  heading,
  list,
  MARGIN,
  paragraph,
  subheading,
  TEXT_BOTTOM,
  TEXT_TOP,
  TEXT_WIDTH,
} from './book.ts';
import { setSegments } from './statements.ts';

/** Notes 1 and 2, the wide page with note 3, then the trimmed pages with the others. */
export function setNotes(book: Book): void {
  setPolicies(book);
  setSegments(book);
  setFurtherNotes(book);
}

function setPolicies(book: Book): void {
  const flow = flowOver(book, 'arabic');
  heading(flow, 'Notes to the financial statements');
  subheading(flow, '1 Accounting policies');
  for (const text of POLICIES) paragraph(flow, text);
  subheading(flow, '2 Judgements and estimates');
  for (const text of ESTIMATES) paragraph(flow, text);
  footnotes(flow, [
    '* Useful lives are reviewed each year; those of cranes were shortened from 25 to 22 years in 2025.',
  ]);
}

const POLICIES = [
  'Revenue from handling and storage is recognised over time, as the service is rendered; revenue from pilotage ' +
    'and mooring at the moment the ship is fast. Tariffs that depend on yearly volume are estimated, and revenue ' +
    'is recognised only as far as a reversal is not probable.',
  'Property, plant and equipment is stated at cost less accumulated depre~ciation and impairment. Quays are ' +
    'written off over 50 years, cranes over 22 years* and vehicles over six. Land is not depreciated. Spare parts ' +
    'that can be used only with one asset are capital~ised with it.',
  'Leases of less than twelve months are not recognised in the balance sheet. The expense for such leases was $1.2 ' +
    'million in the year. Where the group is the lessor, rent is recognised on a straight-line basis over the ' +
    'term, and incentives given to tenants are deducted from it.',
  'Financial assets are derecognised when the contractual rights to their cash flows expire. Trade receivables are ' +
    'carried at amortised cost; the allowance for expected credit losses was $1,906 thousand at the end of the ' +
    'year and $2,214 thousand at its beginning.',
];

const ESTIMATES = [
  'The impairment test of the quay equipment used for coal rests on the assumption that no other bulk cargo can be ' +
    'handled with it at reasonable cost. If half of the equipment could be converted, the loss of $4.6 million ' +
    'would be reduced to $1.9 million.',
  'Provisions for the removal of sunken structures depend on surveys that cover 61% of the seabed. The provision ' +
    'was computed with a discount rate of 3.25%; a rate lower by half a point would raise it by $0.8 million.',
];

function setFurtherNotes(book: Book): void {
  const bleed = 24;
  const { sheet } = addPage(book, 'arabic', { kind: 'trimmed', bleed });
  const flow: Flow = {
    sheet,
    x: MARGIN,
    y: TEXT_TOP,
    width: TEXT_WIDTH,
    bottom: TEXT_BOTTOM,
    turn: (full) => {
      full.sheet = addPage(book, 'arabic', { kind: 'trimmed', bleed }).sheet;
      full.y = TEXT_TOP;
    },
  };
  for (const [title, ...texts] of FURTHER) {
    subheading(flow, title);
    for (const text of texts) paragraph(flow, text);
  }
  subheading(flow, '10 Events after the reporting period');
  list(
    flow,
    [
      'On 12 January 2026 a third shipping alliance gave notice of termination with effect from 30 June 2026.',
      'On 20 February 2026 the board approved the purchase of two tugs for €9.6 million.',
      'No other event requires disclosure or an adjustment of the amounts reported.',
    ],
    '–',
  );
}

const FURTHER: readonly (readonly [string, ...string[]])[] = [
  [
    '4 Administrative expenses',
    'Administrative expenses include wages and salaries of $37.8 million (2024: $35.9 million), audit fees of $0.9 ' +
      'million and expenses of $2.6 million for the integration of the inland terminal. No fees for other services ' +
      'were paid to the auditor.',
  ],
  [
    '5 Property, plant and equipment',
    'Additions were $58.7 million, of which $11.3 million was not yet in service at the end of the year. Assets with ' +
      'a carrying amount of $142.5 million are pledged as security. Contractual commitments for future additions ' +
      'were $23.7 million.',
  ],
  [
    '6 Borrowings',
    'The term loan bears interest at 4.15% and must be repaid by 15 May 2028. Two covenants apply: net debt must not ' +
      'exceed 3.0 times operating profit before depreciation, and equity shall not fall below 35% of total assets. ' +
      'Both covenants were met throughout the year.',
    'The lenders may demand additional security if the rating of the company falls below investment grade. Interest ' +
      'of $0.6 million was capitalised as part of the cost of the passenger terminal.',
  ],
  [
    '7 Income tax',
    'The statutory rate is 26.0%. The effective rate was lower by one percentage point because income of $2.9 ' +
      'million from the tonnage regime was not taxable. Tax losses of $8.4 million for which no asset has been ' +
      'recognised expire between 2027 and 2031.',
  ],
  [
    '8 Contingent liabilities',
    'A carrier claims damages of $12.5 million for the loss of refrigerated cargo in 2023. The company rejects the ' +
      'claim in full, and the court of first instance found for the company on 3 November 2025. No provision has been ' +
      'made. The carrier has lodged an appeal, which is not expected to be heard before 2027.',
  ],
  [
    '9 Related parties',
    'Services of $5.4 million were bought from Skerry Towage, at tariffs that apply to all customers. A loan of $3.0 ' +
      'million to the same company bears interest at 6.5% and is repayable on demand. The pay of the directors was ' +
      '$2.7 million, of which none was variable.',
    'A director of the parent, Pieter van Aalst, holds 4% of a company that leases pilot boats to the group. The rent ' +
      'was $0.3 million and was approved by the independent directors.',
  ],
];
