import {
  type Book,
  type Flow,
  flowOver,
  footnotes,
  heading,
  list,
  MARGIN,
  paragraph,
  subheading,
  TEXT_WIDTH,
} from './book.ts';
import { put } from './typeset.ts';

/** The narrative part of the body: letter, reviews, risks. */
export function setNarrative(book: Book): void {
  setLetter(book);
  setBusinessReview(book);
  setMarket(book);
  setRisks(book);
  setFinancialReview(book);
}

function setLetter(book: Book): void {
  const flow = flowOver(book, 'arabic');
  heading(flow, "Chairman's letter");
  for (const text of LETTER) paragraph(flow, text);
  flow.y += 20;
  put(flow.sheet, flow.x, flow.y, 'Ingrid Vasquez-Holm', { face: 'SerifItalic', size: 12 });
  put(flow.sheet, flow.x, flow.y + 15, 'Chairman, 2 March 2026', { face: 'Serif', size: 10.5 });
}

const LETTER = [
  'Dear shareholders, the year 2025 was the first in which every berth of the northern basin was open for ' +
    'the whole twelve months. The harbour handled 2.84 million TEU, 6.1% more than in the prior year, and it ' +
    'did so with fewer idle hours than at any time since the basin was dredged. Revenue grew to $486.2 ' +
    'million and profit for the year to $55.1 million.',
  'Growth did not come at the price of care. The rate of lost-time injuries fell to 1.9 for each million ' +
    'hours worked, from 2.7 in 2024. One of our linesmen, Tomas Eriksen, lost his life on 14 August when a ' +
    'mooring line parted. The inquiry has ended, and its eleven recommen~dations have been carried out in ' +
    'full. No target of this company is worth a life, and no bonus was paid to the directors for the year.',
  'In June we completed the purchase of the inland terminal at Marrow Ford for $27.4 million. The terminal ' +
    'connects the harbour with two railways and gives our customers a second way to the interior when the ' +
    'river is low. It contributed $6.8 million to revenue in its first six months, and it was not yet ' +
    'profitable at the end of the year. The price was paid in cash, and no shares were issued for it.',
  'The board has looked hard at the balance between growth and prudence. Net debt fell to $229.4 million, ' +
    'and the ratio of net debt to operating profit before depre~ciation fell to 1.7 times, from 2.2 times. ' +
    'We have told our bankers and we tell you: the ratio should not exceed 2.5 times in any year in which no ' +
    'new basin is built.',
  'Two matters did not go well. The cruise terminal opened nine weeks late, because the passenger bridges ' +
    'failed their acceptance tests twice. And our share of the result of Skerry Towage, an associate in ' +
    'which we hold 35%, was a loss of $2.1 million after a gain of $0.8 million in the prior year. We have ' +
    'appointed a new director to its board and expect an improvement, although not before the second half ' +
    'of 2026.',
  'The climate of our coast is changing faster than the tables by which the quays were built. The ' +
    'engineers now assume a rise of the mean sea level of 42 centimetres by 2070, against 28 centimetres in ' +
    'the plan of 2019. The difference will cost about $63 million over the next twelve years, of which $4.2 ' +
    'million was spent in 2025. We would rather spend it early than explain later why we did not.',
  'Shore power is available at seven of our twelve berths. Ships at those berths used 31.6 gigawatt-hours ' +
    'in the year, and emissions of nitrogen oxides inside the harbour fell by 18%. The remaining five ' +
    'berths will follow by the end of 2028, provided that the regional grid operator keeps its promise to ' +
    'deliver the second feeder.',
  'The board proposes a final dividend of 19.5 cents per share. Together with the interim dividend of 8.0 ' +
    'cents it makes 27.5 cents for the year, against 25.0 cents for 2024. The proposal keeps the pay-out ' +
    'ratio at 41% of profit attributable to the owners of the parent, within the range of 35% to 45% that ' +
    'the board considers prudent over a full cycle of trade.',
  'We welcomed two new directors. Dr Amara Nwosu-Lindqvist brings twenty years of experience with automated ' +
    'terminals, and Pieter van Aalst has led the pilots of three harbours. Sir Callum Reyes will retire at ' +
    'the annual general meeting after nine years; his questions have saved the company more money than any ' +
    'of its consultants.',
  'I thank the 3,271 people who work for Northwind Harbour. They moved a record volume of cargo through the ' +
    'worst November gales since 1987, and on no day did the harbour close for longer than fourteen hours.',
];

function setBusinessReview(book: Book): void {
  const flow = flowOver(book, 'arabic');
  heading(flow, 'Business review');
  paragraph(
    flow,
    'The group is organised in four operating segments. Containers is the largest and accounted for 51% of ' +
      'revenue; bulk and energy, cruise and ferry, and logistics parks made up the rest.',
  );
  subheading(flow, 'Containers');
  paragraph(
    flow,
    'Volume rose to 2.84 million TEU. The average stay of a container in the yard fell from 4.9 to 4.3 ' +
      'days after the new stacking cranes came into service in March, and crane produc~tivity reached 31.2 ' +
      'moves an hour.[^1] Two shipping alliances renewed their contracts for five years; a third gave notice ' +
      'and will leave the harbour at the end of June 2026.',
  );
  subheading(flow, 'Bulk and energy');
  list(flow, [
    'Grain throughput was 3.42 million tonnes, 4% below the record of the prior year.',
    'The liquid-gas jetty received 58 ships and may not receive more than 64 under its present permit.',
    'Coal handling ended on 30 September, eighteen months earlier than planned.',
  ]);
  subheading(flow, 'Cruise and ferry');
  paragraph(
    flow,
    'The new terminal opened on 4 July. It received 112 calls and 318,000 passengers in the half year, and ' +
      'revenue of the segment rose by 19.7% to $58.9 million. The night ferry to Osterholm remained below ' +
      'its break-even load of 62%.',
  );
  subheading(flow, 'Logistics parks');
  paragraph(
    flow,
    'Occupancy was 94.5% at the end of the year. Rents under renewed leases rose by 3.8% on average. A plot ' +
      'of 12 hectares at the eastern gate was let for thirty years to a maker of wind-turbine blades, which ' +
      'will move its first blade in the autumn of 2026.[^2]',
  );
  footnotes(flow, [
    '1 Gross moves per crane hour, counted from the first lift to the last lift of a call.',
    '2 The tenant may terminate the lease after ten years against payment of $3.5 million.',
  ]);
}

function setMarket(book: Book): void {
  const first = flowOver(book, 'arabic');
  heading(first, 'The market for harbour services');
  const top = first.y;
  const width = (TEXT_WIDTH - 24) / 2;
  const flow: Flow = {
    ...first,
    width,
    bottom: 490,
    turn: (column) => {
      column.x = MARGIN + width + 24;
      column.y = top;
    },
  };
  for (const text of MARKET) paragraph(flow, text);
}

const MARKET = [
  'Trade through the ports of the north~ern coast grew by 3.4% in 2025, after two years in which it had ' +
    'hardly moved. Imports of fur~ni~ture and house~hold goods recov~ered first; ex~ports of machin~ery fol~lowed ' +
    'from April on~wards.',
  'Freight rates fell by 22% over the year. Car~riers an~swered with slower steam~ing and with fewer but larger ' +
    'calls, so that the aver~age ex~change at our quays rose from 1,480 to 1,615 con~tain~ers. Larger calls need ' +
    'more cranes at once and leave longer pauses between ships.',
  'Com~pe~ti~tion has not become easier. The port of Kestrel Sound opened a deep-water quay of 900 metres in ' +
    'February, and it offers free stor~age for the first ten days. We do not match that offer, because our ' +
    'yard is nearly full.',
  'Tariffs are set once a year and ap~proved by the re~gional port au~thor~ity. The tariff for 2026 was ap~proved ' +
    'on 18 November and allows an aver~age in~crease of 2.9%. Tariffs for pilot~age remain frozen until the ' +
    'au~thor~ity has fin~ished its review.',
  'The demand for shore power ex~ceeds what the grid can carry. Eleven ship~ping lines have asked for ' +
    'con~nec~tions in writing, and four of them have offered to share the cost of a second feeder.',
  'Short-sea traffic gained from the closing of the Brenmoor tunnel for repairs. We regard about half of the ' +
    'gain as tem~po~rary: the tunnel is to open again in October 2026, and hauliers are creatures of habit.',
  'Labour is scarce along the whole coast. The group filled 212 of 230 va~can~cies during the year, and the ' +
    'aver~age time to fill one rose to eleven weeks.',
];

function setRisks(book: Book): void {
  const flow = flowOver(book, 'arabic');
  heading(flow, 'Risk factors');
  paragraph(
    flow,
    'The board reviews the principal risks twice a year. The order in which they are listed does not express ' +
      'a judgement about their likelihood or about the damage they could do.',
  );
  for (const [title, ...texts] of RISKS) {
    subheading(flow, title);
    for (const text of texts) paragraph(flow, text);
  }
}

const RISKS: readonly (readonly [string, ...string[]])[] = [
  [
    '1. Dependence on a few customers',
    'Three shipping alliances account for 68% of container volume. Their contracts end in 2026, 2029 and 2030. ' +
      'If one of them left and no other took its slots, revenue of the segment could fall by up to $52 ' +
      'million a year. The group may not be able to reduce its costs at the same pace, since quays and cranes ' +
      'are paid for whether ships call or not.',
  ],
  [
    '2. Weather and the sea',
    'A storm surge of more than 3.1 metres above chart datum would flood the low quay. The flood wall is being ' +
      'raised in four stages, of which two are complete. Until the work ends, which is not expected before ' +
      '2029, the company must not store dangerous goods of class 3 on the low quay between October and March. The insurers have accepted ' +
      'the timetable, although they may reconsider it after each winter.',
  ],
  [
    '3. Interest rates and refinancing',
    'Borrowings of $248.0 million carry interest, of which 72% is fixed. An increase of one percentage point ' +
      'would raise finance costs by $0.7 million. The term loan of $150 million falls due in May 2028. It ' +
      'contains two covenants, and a breach of either would allow the lenders to demand repayment within 30 ' +
      'days.',
  ],
  [
    '4. Technology and cyber attacks',
    'The terminal operating system was unavailable for 19 hours in October after an attempt to encrypt its ' +
      'servers. No data of customers was lost, and no ransom was paid. The group has since separated the ' +
      'networks of cranes and offices; tests by an outside firm found no way from one into the other, but ' +
      'such tests cannot prove that none exists.',
    'Suppliers of software for cranes are few. One of them announced in September that it will not support ' +
      'the version in use at berths five to eight beyond 2027. Replacing it would take about ten months.',
  ],
  [
    '5. Regulation',
    'The permit for the liquid-gas jetty expires on 31 March 2027. The authority may renew it in whole or in ' +
      'part, and it must hear the neighbouring municipalities before it does. Without the permit the jetty, ' +
      'which had a carrying amount of $38.2 million at the end of the year, could not be used for its present ' +
      'purpose.',
    'New rules on the discharge of wash water from exhaust scrubbers apply from 1 July 2026. The group must ' +
      'provide reception facilities at every berth where ships with open scrubbers call, and it shall report ' +
      'the volumes received each quarter. The cost is estimated at $2.3 million and has not been provided for, ' +
      'since no obligation existed at the end of the reporting period.',
  ],
  [
    '6. People',
    'Pilots, crane drivers and marine engineers are in short supply along the whole coast. In 2025, 41 of 96 ' +
      'pilots were older than 55. The collective agreement ends on 31 December 2026, and a strike of more than ' +
      'five days in the autumn season would reduce operating profit by about $1.4 million for each further ' +
      'day.',
  ],
];

function setFinancialReview(book: Book): void {
  const flow = flowOver(book, 'arabic');
  heading(flow, 'Financial review');
  paragraph(
    flow,
    'Revenue increased by $34.5 million, or 7.6%, to $486.2 million. Of the increase, $17.2 million came from ' +
      'containers, $9.7 million from cruise and ferry, $4.9 million from logistics parks and $2.7 million from ' +
      'bulk and energy.',
  );
  paragraph(
    flow,
    'Cost of sales rose by 5.8%, less than revenue, because the new cranes use less energy for each move. Gross ' +
      'margin improved from 36.9% to 38.0%. Admin~istrative expenses rose by 6.2%, mainly owing to the ' +
      'integration of Marrow Ford.',
  );
  paragraph(
    flow,
    'Operating profit was $87.1 million against $78.6 million. It was reduced by an impair~ment of $4.6 million ' +
      'on quay equipment that will not be used after the end of coal handling. Adjusted operating margin was ' +
      '18.9%, compared with 17.4% in the prior year.',
  );
  paragraph(
    flow,
    'Finance costs fell from $15.6 million to $14.3 million as borrowings were repaid on schedule. The ' +
      'effective tax rate was 25.0%, down from 25.7%. The company did not make use of the loss carry-back that ' +
      'was introduced in 2025.',
  );
  subheading(flow, 'Cash flow and net debt');
  paragraph(
    flow,
    'Net cash from operating activities was $115.0 million. Payables increased by $15.0 million, of which about ' +
      '$6 million reflects the timing of a single payment on 5 January 2026 and will reverse. Capital ' +
      'expenditure was $58.7 million; of that, $31.5 million went into containers.',
  );
  paragraph(
    flow,
    'Cash and cash equivalents stood at $73.9 million at the end of the year. Undrawn committed facilities were ' +
      '$60.0 million, of which none may be drawn for dividends.',
  );
  subheading(flow, 'Outlook');
  paragraph(
    flow,
    'The board expects revenue in 2026 to be between $470 million and $495 million. The range allows for the ' +
      'loss of one alliance from July. Capital expenditure is not expected to exceed $65 million, and the ' +
      'company intends to keep its dividend policy unchanged.',
  );
}
