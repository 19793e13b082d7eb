/**
 * Sentences of reports that do not exist. No two are near one another: they share no run of words
 * worth speaking of, so that only the sentence that was planted can be found.
 */
const SENTENCES: readonly string[] = [
  'The northern reservoir held 41.7 million cubic metres when the gates were closed in October.',
  'Nurses on the night ward received an allowance of 38 crowns for every shift they covered.',
  'Our printing plant in Velmora produced 912 titles and shipped them to eleven countries.',
  'A leak in the cooling loop stopped the second reactor for nineteen days during spring.',
  'Visitors to the botanical garden spent on average 2 hours and 20 minutes among its glasshouses.',
  'Timber prices recovered slowly, while the sawmill at Hollin worked a single shift until August.',
  'The orchestra gave 84 concerts and was heard by more than 120,000 listeners over the season.',
  'Audit fees amounted to 410 thousand francs, of which a quarter concerned the pension scheme.',
  'Each lighthouse keeper must record the visibility twice before midnight and once after dawn.',
  'Salmon returned to the upper Tarn for the first time since the weir had been built there.',
  'Insurance recoveries of 7.25 million were booked against the cost of the flooded warehouse.',
  'The ferry crew rescued four sailors whose dinghy had capsized beyond the outer breakwater.',
  'Most of the vineyards lie above 500 metres, where frost seldom lasts beyond early April.',
  'Royalties from the textbook division fell short of the budget by roughly one eighth.',
  'Laboratory staff tested 6,318 samples of drinking water and rejected fifty-two of them.',
  'Electric buses now serve every route west of the canal except the hill line to Sarn.',
  'The museum borrowed a bronze mirror from Lisbon and insured it for 900,000 guilders.',
  'Shareholders representing 71.3% of the capital attended the meeting in person or by proxy.',
  'Quarrying at the eastern face ended because the limestone beneath it had turned brittle.',
  'Apprentices who finish their third year are offered a permanent contract in the foundry.',
  'Wages in the bakery business rose faster than flour, sugar and rent taken together.',
  'The observatory replaced its main mirror, a disc of glass weighing almost three tonnes.',
  'Postal volumes declined again, yet parcels grew so strongly that depots ran out of cages.',
  'Two bridges over the Isk were strengthened to carry lorries of forty-four tonnes.',
  'Customers cancelled 1,204 subscriptions after the tariff reform, fewer than had been feared.',
  'A committee of seven farmers decides which meadows may be mown before midsummer.',
  'Exports of ceramic tiles to the Levant brought in 18.6 million dinars of revenue.',
  'The choir school admitted thirty pupils, among them five from families without any income.',
  'Maintenance of the funicular took longer than planned since spare ropes arrived late.',
  'Beekeepers reported that colonies near the orchard lost less weight over winter.',
  'The archive digitised 230 metres of parish registers and put them online free of charge.',
  'Fuel for the island generators was delivered by barge on nine occasions between May and July.',
  'No tenant of the arcade owed rent for longer than sixty days at the balance sheet date.',
  'Veterinary inspectors visited 415 farms and issued written warnings to twelve of them.',
  'Snow closed the mountain pass for 33 days, which delayed deliveries to the upper villages.',
  'Cocoa beans were bought forward at 2,840 a tonne, well under the spot price of December.',
  'The theatre sold its old stage machinery to a collector and leased a modern system.',
  'Interest on the mortgage loan is fixed at 3.9% until the summer of 2031.',
  'Engineers found hairline cracks in six of the ninety-six turbine blades they examined.',
  'Volunteers planted 15,000 alders along the brook to shade it from the afternoon sun.',
  'Sales of reading glasses doubled in the kiosks but stagnated in the department stores.',
  'The harbour pilot may refuse to sail when gusts exceed twenty-four metres a second.',
  'Pensioners living abroad receive their payments in euros on the third working day.',
  'Glass recycling reached a rate of 88% in the capital and 64% in the countryside.',
  'A storm in January tore the roof from the drying hall and soaked the stored hops.',
  'The co-operative paid its members a bonus of 4.2 cents for each litre of milk.',
  'Translations into Welsh and Breton accounted for a growing share of the agency business.',
  'Directors hold 2.6 million options, none of which can be exercised before 2027.',
  'The swimming hall reopened after its tiles, pumps and filters had been renewed.',
  'Geologists mapped a seam of clay that could feed the brickworks for half a century.',
  'Complaints about noise at the freight yard dropped to 57, from 143 a year earlier.',
  'The ropeway carried hikers, hay and building material up to the alpine dairy.',
  'Software licences worth 3.3 million were written off when the old register was retired.',
  'Hospital kitchens served 2.1 million meals, a third of them without meat or fish.',
  'Archaeologists uncovered a Roman drain under the car park of the town hall.',
  'The weaving mill ordered sixteen looms from Kyoto, to be delivered in two lots.',
  'Bad debts remained under half a percent of turnover despite the failure of one wholesaler.',
  'Radio listeners voted for a longer news programme at breakfast and less music at noon.',
  'The pumping station lifts rainwater eleven metres into the tidal basin at Oster.',
  'Grants for doctoral students were extended by six months on account of the strike.',
  'Paper for banknotes is made of cotton waste and linen in a mill near the border.',
  'Three of the wells yielded brackish water and were sealed with concrete in November.',
  'Passengers lost 8,450 umbrellas on the tramways, and two thirds were never claimed.',
  'The nursery sells grafted plum trees that bear fruit from their fourth summer onwards.',
];

/** A small seeded generator (mulberry32): the same seed gives the same numbers everywhere. */
export function randomOf(seed: number): () => number {
  let state = (seed * 2654435761) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** A source of sentences that never gives one twice. Throws when it runs dry. */
export function dealer(seed: number): () => string {
  const random = randomOf(seed);
  const deck = [...SENTENCES];
  return () => {
    const [sentence] = deck.splice(Math.floor(random() * deck.length), 1);
    if (sentence === undefined) throw new Error('the recipe uses more sentences than there are');
    return sentence;
  };
}

/** `count` fresh sentences. */
export function take(deal: () => string, count: number): string[] {
  return Array.from({ length: count }, () => deal());
}

/** `pageCount` pages of `perPage` fresh sentences each. */
export function fillPages(deal: () => string, pageCount: number, perPage: number): string[][] {
  return Array.from({ length: pageCount }, () => take(deal, perPage));
}
