import { DIFFERS, fails, holds, type MatrixCase, type MatrixRow } from '../case.ts';
import { quoteOn } from '../claims.ts';
import { lookOf, plainDocument } from '../document.ts';
import { dealer, take } from '../sentences.ts';

/** A match that starts or ends inside a word or a number is no match. */
export const wordBoundaries: MatrixRow = {
  name: 'word and number boundaries',
  cases: () => [...cutInside(), ...wholeParts(), ...afterNegation()],
};

/** Printed sentence, and a part of it that cuts through a word or a number. */
const CUT: readonly (readonly [string, string])[] = [
  ['The levy raised 12.4 million in its first year.', '2.4 million in its first year'],
  ['A grant of 1,350 crowns was paid to each school.', '350 crowns was paid to each school'],
  ['The share of women rose to 45.6% of the whole staff.', 'The share of women rose to 45'],
  ['The vessel measures 118 metres from stem to stern.', 'The vessel measures 11'],
  ['The mayor was dissatisfied with the bids received.', 'satisfied with the bids received'],
  ['They found the evidence unreliable after the hearing.', 'reliable after the hearing'],
  ['It was an impossible task for a team of three.', 'possible task for a team of three'],
  ['The result was -6.2 million before the transfer.', '6.2 million before the transfer'],
  ['Room 417 was sealed while the inspectors were away.', '17 was sealed while the inspectors'],
  ['The outcome was a swing of (19.5) million in cash.', '19.5'],
];

function cutInside(): readonly MatrixCase[] {
  return CUT.map(([printed, quoted], index) => ({
    title: `cut: ${quoted}`,
    document: plainDocument(lookOf(index), [[...take(dealer(1900 + index), 3), printed]]),
    claim: quoteOn(0, quoted),
    expected: fails([...DIFFERS, 'text_not_found', 'sign_mismatch']),
  }));
}

/** Printed sentence, and a part of it that stands for itself. */
const WHOLE: readonly (readonly [string, string])[] = [
  ['The levy raised 13.9 million in its first year.', '13.9 million'],
  ['Notice must be given 90 days before the term ends.', '90 days'],
  ['The bridge (built in 1911) was widened last spring.', '(built in 1911)'],
  ['Delivery takes place in week 14, weather permitting.', 'Delivery takes place in week 14'],
  ['The fee is $75 for adults and $20 for children.', '$20 for children'],
];

function wholeParts(): readonly MatrixCase[] {
  return WHOLE.map(([printed, quoted], index) => ({
    title: `whole: ${quoted}`,
    document: plainDocument(lookOf(index + 2), [[...take(dealer(1930 + index), 3), printed]]),
    claim: quoteOn(0, quoted),
    expected: holds({ occurrences: 1 }),
  }));
}

/** Printed sentence, and a part of it whose meaning the words just before it turn. */
const NEGATED: readonly (readonly [string, string])[] = [
  ['The period of grace must not exceed 30 days in any case.', 'exceed 30 days in any case'],
  ['The warden will never open the gate after nightfall.', 'open the gate after nightfall'],
  [
    'Holders cannot transfer their shares to a competitor.',
    'transfer their shares to a competitor',
  ],
  [
    'The pool may be closed without notice on windy days.',
    'be closed without notice on windy days',
  ],
  ['The cook should have checked the thermometer twice.', 'have checked the thermometer twice'],
];

function afterNegation(): readonly MatrixCase[] {
  return NEGATED.map(([printed, quoted], index) => ({
    title: `just after a negation or modal: ${quoted}`,
    document: plainDocument(lookOf(index + 4), [[...take(dealer(1960 + index), 3), printed]]),
    claim: quoteOn(0, quoted),
    expected: holds({ limitations: ['negation_outside_quote'] }),
  }));
}
