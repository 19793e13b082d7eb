import { DIFFERS, fails, holds, type MatrixCase, type MatrixRow } from '../case.ts';
import { quoteOn } from '../claims.ts';
import { lookOf, plainDocument } from '../document.ts';
import { dealer, fillPages } from '../sentences.ts';

/** The page holds nearly the words of the quote. Near is not there. */
export const nearMissWording: MatrixRow = {
  name: 'near-miss wording',
  cases: () => Array.from({ length: 6 }, (_, index) => nearMisses(900 + index)).flat(),
};

function nearMisses(seed: number): readonly MatrixCase[] {
  const pages = fillPages(dealer(seed), 3, 5);
  const document = plainDocument(lookOf(seed), pages);
  const sentences = pages[1] ?? [];
  const edits: readonly (readonly [string, (words: readonly string[]) => readonly string[]])[] = [
    ['two words are swapped', swapMiddle],
    ['a word is left out', (words) => words.toSpliced(middleOf(words), 1)],
    ['a word is added', (words) => words.toSpliced(middleOf(words), 0, 'otherwise')],
    ['a word is replaced', (words) => words.toSpliced(middleOf(words), 1, 'similarly')],
    ['the first letter is in the other case', lowerFirst],
  ];
  return edits.map(([what, edit], index) => {
    const sentence = sentences[index] ?? '';
    return {
      title: `${what}: ${sentence.slice(0, 24)}`,
      document,
      claim: quoteOn(1, edit(sentence.split(' ')).join(' ')),
      expected: fails(DIFFERS, { actions: ['flag', 'remove'] }),
    };
  });
}

function middleOf(words: readonly string[]): number {
  return Math.floor(words.length / 2);
}

function swapMiddle(words: readonly string[]): readonly string[] {
  const at = middleOf(words);
  return words.toSpliced(at, 2, words[at + 1] ?? '', words[at] ?? '');
}

function lowerFirst(words: readonly string[]): readonly string[] {
  const [first = '', ...rest] = words;
  return [first.toLowerCase(), ...rest];
}

/** What one sign or word turns into its opposite, with the words as printed beside it. */
export const perturbations: MatrixRow = {
  name: 'negation, modal, sign, unit',
  cases: () => perturbedCases(),
};

/** Printed sentence, claimed sentence, and what was done to it. */
const PAIRS: readonly (readonly [string, string, string])[] = [
  [
    'The supplier must not disclose the price list to any third party.',
    'The supplier must disclose the price list to any third party.',
    'a negation dropped',
  ],
  [
    'The reserve was sufficient to pay every creditor of the estate.',
    'The reserve was not sufficient to pay every creditor of the estate.',
    'a negation added',
  ],
  [
    'Members may withdraw their deposits at the end of each quarter.',
    'Members must withdraw their deposits at the end of each quarter.',
    'a modal replaced',
  ],
  [
    'The tenant shall repair the roof before the first of November.',
    'The tenant should repair the roof before the first of November.',
    'a modal weakened',
  ],
  [
    'All employees except apprentices are entitled to the winter bonus.',
    'All employees including apprentices are entitled to the winter bonus.',
    'an exception reversed',
  ],
  [
    'None of the pumps failed during the trial of the new station.',
    'One of the pumps failed during the trial of the new station.',
    'none turned into one',
  ],
  [
    'The translation reserve changed by -4.7 million over the financial year.',
    'The translation reserve changed by 4.7 million over the financial year.',
    'a minus sign dropped',
  ],
  [
    'The regional fund reported a result of (3.4) million for the period.',
    'The regional fund reported a result of 3.4 million for the period.',
    'parentheses dropped',
  ],
  [
    'Occupancy of the guest houses reached 71% in the peak season.',
    'Occupancy of the guest houses reached 71 in the peak season.',
    'a percent sign dropped',
  ],
  [
    'Spending on hedges and drains came to 36 in the northern parishes.',
    'Spending on hedges and drains came to 36% in the northern parishes.',
    'a percent sign added',
  ],
  [
    'The council paid $5.20 for every tree planted along the avenue.',
    'The council paid €5.20 for every tree planted along the avenue.',
    'a currency replaced',
  ],
  [
    'The excavator was leased for £780 a week including its driver.',
    'The excavator was leased for 780 a week including its driver.',
    'a currency dropped',
  ],
  [
    'Turnover of the dairy increased by one tenth after the merger.',
    'Turnover of the dairy decreased by one tenth after the merger.',
    'a direction reversed',
  ],
  [
    'The licence of the radio station expires on 14 March 2029.',
    'The licence of the radio station expires on 14 March 2028.',
    'a year changed',
  ],
  [
    'Deliveries of coke will resume on 23 September under the new contract.',
    'Deliveries of coke will resume on 23 October under the new contract.',
    'a month changed',
  ],
  [
    'The survey counted 1,867 herons along the lower course of the river.',
    'The survey counted 1,876 herons along the lower course of the river.',
    'two digits transposed',
  ],
  [
    'The dispute with the carrier was settled for 8.5 million in cash.',
    'The dispute with the carrier was settled for 8.5 billion in cash.',
    'a scale word replaced',
  ],
  [
    'Density of the finished board is 0.68 kilograms per litre at most.',
    'Density of the finished board is 6.8 kilograms per litre at most.',
    'a decimal point moved',
  ],
  [
    'Interest accrues under section 4.2 of the agreement from the due date.',
    'Interest accrues under section 2.4 of the agreement from the due date.',
    'a section number changed',
  ],
  [
    'The cable can carry loads of up to 90 kilonewtons without damage.',
    'The cable can carry loads of up to 90 newtons without damage.',
    'a unit changed',
  ],
  [
    'At least twelve inspectors visit the abattoir in the course of a year.',
    'At most twelve inspectors visit the abattoir in the course of a year.',
    'a bound reversed',
  ],
  [
    'The claim was lodged before the limitation period had run out.',
    'The claim was lodged after the limitation period had run out.',
    'an order of time reversed',
  ],
  [
    'Either the chairman or the treasurer signs for the association.',
    'Both the chairman and the treasurer sign for the association.',
    'either turned into both',
  ],
  [
    'The subsidy will, subject to approval, be paid to the growers in May.',
    'The subsidy will be paid to the growers in May.',
    'a condition left out',
  ],
];

function perturbedCases(): readonly MatrixCase[] {
  return PAIRS.flatMap(([printed, claimed, what], index) => {
    const deal = dealer(1000 + index);
    const [first = [], second = []] = fillPages(deal, 2, 3);
    const document = plainDocument(lookOf(index), [first, [...second, printed, deal()]]);
    return [
      {
        title: what,
        document,
        claim: quoteOn(1, claimed),
        expected: fails(DIFFERS, { actions: ['flag', 'remove'] }),
      },
      {
        title: `the words as printed, beside: ${what}`,
        document,
        claim: quoteOn(1, printed),
        expected: holds({ evidence_page: 1, occurrences: 1 }),
      },
    ];
  });
}
