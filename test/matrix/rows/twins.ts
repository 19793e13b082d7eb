import { put } from '../../../examples/report/typeset.ts';
import { DIFFERS, fails, holds, type MatrixCase, type MatrixRow } from '../case.ts';
import { quoteOn } from '../claims.ts';
import { LOOKS, type Look, makeDocument, type PageSpec } from '../document.ts';
import { dealer, take } from '../sentences.ts';

/** The sentence stands twice, and only one of the two is seen, whole or on the cited page. */
export const hiddenTwins: MatrixRow = {
  name: 'hidden and altered twins',
  cases: () => [0, 1, 3, 5].flatMap((at) => twins(LOOKS[at] ?? LOOKS[0], 3000 + at)),
};

function twins(look: Look, seed: number): readonly MatrixCase[] {
  const deal = dealer(seed);
  const sentence = deal();
  const words = sentence.split(' ');
  const altered = words.with(Math.floor(words.length / 2), 'supposedly').join(' ');
  const page = (...more: readonly string[]): PageSpec => ({
    paragraphs: [...take(deal, 3), ...more],
  });
  const hiding = (base: PageSpec): PageSpec => ({
    ...base,
    draw: (sheet) => {
      sheet.operators.push('3 Tr');
      put(sheet, look.margin, look.height - 70, sentence, { ...look.style, size: 6 });
      sheet.operators.push('0 Tr');
    },
  });
  const both = makeDocument(look, [page(), hiding(page(sentence)), page()]);
  const apart = makeDocument(look, [hiding(page()), page(), page(sentence)]);
  const unseen = makeDocument(look, [page(), page(), hiding(page())]);
  const near = makeDocument(look, [page(), page(altered), page()]);
  return [
    {
      title: 'seen once and unseen once on the cited page',
      document: both,
      claim: quoteOn(1, sentence),
      expected: holds({ occurrences: 1, evidence_page: 1 }),
    },
    {
      title: 'unseen on the cited page, seen on another',
      document: apart,
      claim: quoteOn(0, sentence),
      expected: fails(['hidden_text', 'evidence_on_other_page']),
    },
    {
      title: 'seen on the cited page, unseen on another',
      document: apart,
      claim: quoteOn(2, sentence),
      expected: holds({ evidence_page: 2 }),
    },
    {
      title: 'absent from the cited page, unseen on another: no page to propose',
      document: unseen,
      claim: quoteOn(1, sentence),
      expected: fails(['text_not_found', 'hidden_text'], { actions: ['remove', 'flag'] }),
    },
    {
      title: 'absent from the cited page, altered on another: no page to propose',
      document: near,
      claim: quoteOn(0, sentence),
      expected: fails(['text_not_found', ...DIFFERS], { actions: ['remove', 'flag'] }),
    },
    {
      title: 'both pages are cited, and the sentence stands whole on the second',
      document: apart,
      claim: quoteOn(1, sentence, { page_index_end: 2 }),
      expected: {
        outcomes: ['verified', 'evidence_on_other_page'],
        never: ['not_found'],
      },
    },
  ];
}
