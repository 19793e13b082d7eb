import type { Reason } from '../../../src/contracts/reason.ts';
import { encryptWith } from '../../support/pdf-encryption.ts';
import { fails, holds, limits, type MatrixCase, type MatrixRow } from '../case.ts';
import { pageClaim, quoteOn } from '../claims.ts';
import { lookOf, type MadeDocument, makeDocument } from '../document.ts';
import { dealer, fillPages } from '../sentences.ts';

/** Documents that are missing, out of bounds, locked, damaged or of another kind. */
export const troubledSources: MatrixRow = {
  name: 'encrypted, damaged, missing sources',
  cases: () => [...locked(), ...damaged(), ...otherMedia(), ...elsewhere()],
};

function sound(seed: number): { readonly made: MadeDocument; readonly sentence: string } {
  const pages = fillPages(dealer(seed), 3, 4);
  return {
    made: makeDocument(
      lookOf(seed),
      pages.map((paragraphs) => ({ paragraphs })),
    ),
    sentence: pages[1]?.[2] ?? '',
  };
}

const ABSENT = 'Seven walruses audited the accounts of the opera without charge.';

function locked(): readonly MatrixCase[] {
  const pages = fillPages(dealer(2200), 3, 4);
  const specs = pages.map((paragraphs) => ({ paragraphs }));
  const sentence = pages[1]?.[2] ?? '';
  const sealed = makeDocument(lookOf(0), specs, { encryption: encryptWith('user', 'owner') });
  const open = makeDocument(lookOf(1), specs, { encryption: encryptWith('', 'owner') });
  return [
    {
      title: 'a quote in a document that only a password opens',
      document: sealed,
      claim: quoteOn(1, sentence),
      expected: limits(['encrypted']),
    },
    {
      title: 'a page of a document that only a password opens',
      document: sealed,
      claim: pageClaim({ page_index: 1 }),
      expected: limits(['encrypted']),
    },
    {
      title: 'a quote in a document that opens without a password',
      document: open,
      claim: quoteOn(1, sentence),
      expected: holds({ evidence_page: 1 }),
    },
    {
      title: 'words that an encrypted but open document does not hold',
      document: open,
      claim: quoteOn(1, ABSENT),
      expected: fails(['text_not_found']),
    },
  ];
}

function damaged(): readonly MatrixCase[] {
  const { made, sentence } = sound(2220);
  const bytes = made.bytes;
  const text = Buffer.from(bytes).toString('latin1');
  const noTable = Buffer.from(text.replace(/startxref\n\d+/, 'startxref\n7'), 'latin1');
  const cut = bytes.slice(0, Math.floor(bytes.length * 0.6));
  const countLies = Buffer.from(text.replace('/Count 3', '/Count 9'), 'latin1');
  const broken = (data: Uint8Array): MadeDocument => ({ ...made, bytes: data });
  return [
    {
      title: 'the cross-reference table is lost, the quote is there',
      document: broken(noTable),
      claim: quoteOn(1, sentence),
      expected: holds({ evidence_page: 1, limitations: ['degraded_parse'] }),
    },
    {
      title: 'the cross-reference table is lost, the quote is not there',
      document: broken(noTable),
      claim: quoteOn(1, ABSENT),
      expected: limits(['degraded_parse']),
    },
    {
      title: 'the end of the file is missing, and a page with it',
      document: broken(cut),
      claim: quoteOn(2, ABSENT),
      expected: limits(['degraded_parse', 'corrupt', 'no_text_layer', 'no_ocr']),
    },
    {
      title: 'the page tree counts more pages than it has',
      document: broken(countLies),
      claim: quoteOn(1, sentence),
      expected: holds({ evidence_page: 1 }),
    },
    {
      title: 'a page that only the wrong count promises',
      document: broken(countLies),
      claim: quoteOn(6, sentence),
      expected: fails(['page_out_of_range', 'degraded_parse', 'corrupt', 'unreadable']),
    },
    corrupt('an empty file', new Uint8Array(0)),
    corrupt('nothing but the header', Buffer.from('%PDF-1.7\n', 'latin1')),
    corrupt('the objects are gone', bytes.slice(0, 40)),
    corrupt(
      'random bytes',
      Buffer.from(Array.from({ length: 4000 }, (_, at) => (at * 197 + 89) % 251)),
    ),
  ];
}

function corrupt(title: string, bytes: Uint8Array): MatrixCase {
  return {
    title,
    document: { bytes },
    claim: quoteOn(0, ABSENT),
    expected: limits(['corrupt']),
  };
}

/** Files of other kinds under the name of a PDF. */
function otherMedia(): readonly MatrixCase[] {
  const unsupported = (title: string, data: Buffer, also: readonly Reason[] = []): MatrixCase => ({
    title,
    document: { bytes: data },
    claim: quoteOn(0, ABSENT),
    expected: limits(['unsupported_media_type', ...also]),
  });
  return [
    unsupported('a zip archive', Buffer.from('504b0304140000000000'.padEnd(200, '0'), 'hex')),
    unsupported(
      'a web page',
      Buffer.from(`<!DOCTYPE html><html><body><p>${ABSENT}</p></body></html>`, 'latin1'),
    ),
    unsupported('plain text', Buffer.from(`${ABSENT}\n`.repeat(40), 'latin1'), ['corrupt']),
  ];
}

function elsewhere(): readonly MatrixCase[] {
  const { made, sentence } = sound(2240);
  const claim = quoteOn(1, sentence);
  const placed = (title: string, head: MatrixCase['head'], ...reasons: readonly Reason[]) => ({
    title,
    document: made,
    claim,
    head: head ?? {},
    expected: fails(reasons),
  });
  return [
    placed('no such document', { source_id: 'minutes-of-1823' }, 'source_missing'),
    placed('a path out of the folder', { source_id: '../minutes' }, 'source_not_authorized'),
    placed(
      'a path out of the folder and back',
      { source_id: 'a/../../minutes' },
      'source_not_authorized',
    ),
    placed('an absolute path', { source_id: '/etc/hostname' }, 'source_not_authorized'),
    placed(
      'a remote document',
      { source_id: 'https://reports.example/minutes.pdf' },
      'source_not_authorized',
      'source_missing',
    ),
    {
      title: 'two files that fit the source',
      document: made,
      claim,
      beside: { '{name}.png': Buffer.from('89504e470d0a1a0a', 'hex') },
      expected: fails(['source_ambiguous']),
    },
    {
      title: 'the document named beside the source is there too',
      document: made,
      claim,
      head: { document: '{name}.pdf' },
      expected: holds({ evidence_page: 1 }),
    },
    {
      title: 'the document named beside the source is another one',
      document: made,
      claim,
      head: { document: '{name}-other.pdf' },
      beside: { '{name}-other.pdf': made.bytes },
      expected: fails(['locator_conflict']),
    },
  ];
}
