import {
  CORRUPT,
  cut,
  type HostileCase,
  hostile,
  LIMITED,
  latin1,
  replaced,
  SOUND,
  STOPPED,
  shownWith,
} from './hostile-case.ts';

/** Files that are cut, that lie about where their objects are, or whose objects lead in circles. */
export function structureCases(): readonly HostileCase[] {
  return [...cutCases(), ...crossReferenceCases(), ...pageTreeCases(), ...objectCases()];
}

/** Nothing stands on the page. */
const BLANK = ['not_found/text_not_found', 'capability_limited/no_text_layer', ...LIMITED];

const READ_OR_REFUSED = [...SOUND, ...LIMITED, ...CORRUPT];

function cutCases(): readonly HostileCase[] {
  const sound = shownWith();
  return [
    hostile('zero-bytes', new Uint8Array(0), CORRUPT),
    hostile('one-byte', latin1('%'), CORRUPT),
    hostile('header-only', latin1('%PDF-1.7\n'), CORRUPT),
    hostile('nul-bytes', new Uint8Array(1_000_000), CORRUPT),
    hostile('header-and-nul-bytes', latin1(`%PDF-1.7\n${'\0'.repeat(1_000_000)}`), CORRUPT),
    hostile('cut-at-a-quarter', cut(sound, 0.25), CORRUPT),
    hostile('cut-at-a-half', cut(sound, 0.5), CORRUPT),
    hostile('cut-before-the-table', cut(sound, 'xref\n'), READ_OR_REFUSED),
    hostile('cut-in-the-trailer', cut(sound, 'startxref'), READ_OR_REFUSED),
    hostile('cut-before-the-end', cut(sound, '%%EOF'), SOUND),
    hostile('junk-of-900-bytes-ahead', latin1('j'.repeat(900) + text(sound)), READ_OR_REFUSED),
    hostile('junk-of-5000-bytes-ahead', latin1('j'.repeat(5_000) + text(sound)), CORRUPT),
    hostile(
      'junk-of-a-megabyte-behind',
      latin1(text(sound) + 'j'.repeat(1_000_000)),
      READ_OR_REFUSED,
    ),
    hostile('version-99', shownWith({ header: '%PDF-99.9' }), SOUND),
  ];
}

function crossReferenceCases(): readonly HostileCase[] {
  const sound = shownWith();
  const start = text(sound).lastIndexOf('xref\n0 ');
  const startedAt = (where: string): Uint8Array =>
    replaced(sound, `startxref\n${start}`, `startxref\n${where}`);
  const inTrailer = (entries: string): Uint8Array => replaced(sound, ' /Root', ` ${entries} /Root`);
  return [
    hostile('table-that-follows-itself', inTrailer(`/Prev ${start}`), SOUND),
    hostile(
      'table-of-streams-that-follows-itself',
      inTrailer(`/XRefStm ${start}`),
      READ_OR_REFUSED,
    ),
    hostile('table-before-the-file', inTrailer('/Prev -5'), READ_OR_REFUSED),
    hostile('start-beyond-the-file', startedAt('99999999'), READ_OR_REFUSED),
    hostile('start-that-is-negative', startedAt('-1'), READ_OR_REFUSED),
    hostile('start-that-is-no-number', startedAt('here'), READ_OR_REFUSED),
    hostile('start-of-400-digits', startedAt('9'.repeat(400)), READ_OR_REFUSED),
    hostile(
      'offsets-that-are-wrong',
      latin1(text(sound).replace(/^0000000(\d{3}) 00000 n/gm, '0000001$1 00000 n')),
      READ_OR_REFUSED,
    ),
    hostile(
      'table-of-a-billion-rows',
      replaced(sound, 'xref\n0 ', 'xref\n0 99999999'),
      READ_OR_REFUSED,
    ),
    hostile(
      'size-of-two-billion',
      latin1(text(sound).replace(/\/Size \d+/, '/Size 2147483647')),
      SOUND,
    ),
    hostile(
      'trailer-without-root',
      replaced(sound, '/Root @'.replace('@', rootOf(sound)), ''),
      READ_OR_REFUSED,
    ),
    hostile(
      'root-that-is-a-page',
      replaced(sound, '/Type /Catalog /Pages', '/Type /Page /Parent'),
      CORRUPT,
    ),
    hostile('a-thousand-updates', updated(sound, 1_000), READ_OR_REFUSED),
    hostile('update-that-replaces-the-page', replacedByUpdate(sound), [
      'mismatch/text_mismatch',
      'not_found/text_not_found',
    ]),
  ];
}

function pageTreeCases(): readonly HostileCase[] {
  const tree = (entries: string): Uint8Array => shownWith({ pagesEntries: entries });
  const limited = [...LIMITED, ...CORRUPT, 'not_found/page_out_of_range'];
  return [
    hostile('tree-that-holds-itself', tree('/Kids [@{pages}] /Count 3'), limited),
    hostile('tree-that-holds-itself-first', tree('/Kids [@{pages} @{page:0}] /Count 2'), [
      ...limited,
      ...SOUND,
    ]),
    hostile('tree-of-5000-levels', deepTree(5_000), [...SOUND, ...limited]),
    hostile('tree-without-kids', tree('/Kids []'), limited),
    hostile('kids-that-are-a-number', tree('/Kids 7'), limited),
    hostile('count-of-a-billion', tree('/Count 1000000000'), [
      ...SOUND,
      ...limited,
      'source_error/too_many_pages',
    ]),
    hostile('count-below-zero', tree('/Count -3'), [...SOUND, ...limited]),
    hostile('count-of-zero', tree('/Count 0'), [...SOUND, ...limited]),
    hostile('count-that-is-no-number', tree('/Count /Many'), [...SOUND, ...limited]),
    hostile(
      'page-a-hundred-thousand-times',
      tree(`/Kids [${'@{page:0} '.repeat(100_000)}] /Count 100000`),
      ['source_error/too_many_pages'],
    ),
    hostile('pages-twenty-thousand', manyPages(20_000), ['source_error/too_many_pages']),
    hostile('pages-a-hundred-thousand', manyPages(100_000), [
      'source_error/too_many_pages',
      ...STOPPED,
    ]),
    hostile('page-without-content', shownWith({ page: { entries: '/Contents null' } }), BLANK),
    hostile(
      'page-whose-content-is-the-page',
      shownWith({ page: { entries: '/Contents @{page:0}' } }),
      BLANK,
    ),
    hostile('page-that-is-its-own-parent', shownWith({ page: { entries: '/Parent @{page:0}' } }), [
      ...SOUND,
      ...limited,
    ]),
  ];
}

function objectCases(): readonly HostileCase[] {
  const nested = (open: string, inner: string, close: string): Uint8Array =>
    shownWith({
      objects: { deep: open.repeat(100_000) + inner + close.repeat(100_000) },
      page: { entries: '/Deep @{deep}' },
    });
  const withStream = (entries: string, data = ''): Uint8Array =>
    shownWith({ objects: { odd: { entries, data } }, page: { entries: '/Odd @{odd}' } });
  return [
    hostile('arrays-100000-deep', nested('[', '1', ']'), READ_OR_REFUSED),
    hostile('dictionaries-100000-deep', nested('<< /D ', '1', ' >>'), READ_OR_REFUSED),
    hostile(
      'object-that-is-itself',
      shownWith({
        objects: { self: '@{self}' },
        page: { entries: '/Resources @{self} /Annots @{self}' },
      }),
      ['capability_limited/no_text_layer', ...READ_OR_REFUSED],
    ),
    hostile('length-that-is-its-own-stream', withStream('/Length @{odd}'), READ_OR_REFUSED),
    hostile(
      'object-streams-that-hold-a-billion',
      withStream('/Type /ObjStm /N 1000000000 /First 4', '1 0 2 0'),
      READ_OR_REFUSED,
    ),
    hostile(
      'object-stream-that-extends-itself',
      withStream('/Type /ObjStm /N 1 /First 4 /Extends @{odd}', '9 0 null'),
      READ_OR_REFUSED,
    ),
    hostile(
      'name-of-a-megabyte',
      shownWith({ page: { entries: `/${'N'.repeat(1_000_000)} 1` } }),
      READ_OR_REFUSED,
    ),
    hostile(
      'string-of-twenty-megabytes',
      shownWith({ info: `<< /Title (${'s'.repeat(20_000_000)}) >>` }),
      READ_OR_REFUSED,
    ),
    hostile(
      'string-without-end',
      replaced(shownWith(), '/Type /Catalog', '/Type /Catalog /X (((('),
      CORRUPT,
    ),
  ];
}

function text(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1');
}

function rootOf(bytes: Uint8Array): string {
  const root = /\/Root (\d+ 0 R)/.exec(text(bytes))?.[1];
  if (root === undefined) throw new Error('the document has no root');
  return root;
}

/** Each update adds an empty table that leads to the one before. */
function updated(bytes: Uint8Array, count: number): Uint8Array {
  let whole = text(bytes);
  const root = rootOf(bytes);
  let previous = whole.lastIndexOf('xref\n0 ');
  for (let update = 0; update < count; update += 1) {
    const start = whole.length;
    whole += `xref\n0 0\ntrailer\n<< /Size 20 /Root ${root} /Prev ${previous} >>\nstartxref\n${start}\n%%EOF\n`;
    previous = start;
  }
  return latin1(whole);
}

/** The first version showed the sentence; the last, which is the one that counts, shows another. */
function replacedByUpdate(bytes: Uint8Array): Uint8Array {
  const whole = text(bytes);
  const number = /(\d+) 0 obj\n<<\s+\/Length \d+ >>\nstream\n[\s\S]*?Tj/.exec(whole)?.[1] ?? '';
  const content = 'BT /F1 10 Tf 72 692 Td (Costs were $3.1 million for the year.) Tj ET';
  const at = whole.length;
  const object = `${number} 0 obj\n<< /Length ${content.length} >>\nstream\n${content}\nendstream\nendobj\n`;
  const row = `${String(at).padStart(10, '0')} 00000 n \n`;
  const previous = whole.lastIndexOf('xref\n0 ');
  return latin1(
    `${whole}${object}xref\n${number} 1\n${row}trailer\n<< /Size 20 /Root ${rootOf(bytes)} /Prev ${previous} >>\n` +
      `startxref\n${at + object.length}\n%%EOF\n`,
  );
}

function deepTree(levels: number): Uint8Array {
  const objects: Record<string, string> = {};
  for (let level = 0; level < levels; level += 1) {
    const parent = level === 0 ? '@{pages}' : `@{node${level - 1}}`;
    const kid = level === levels - 1 ? '@{page:0}' : `@{node${level + 1}}`;
    objects[`node${level}`] = `<< /Type /Pages /Parent ${parent} /Kids [${kid}] /Count 1 >>`;
  }
  return shownWith({ objects, pagesEntries: '/Kids [@{node0}]' });
}

/** Pages without anything on them, each an object of its own. */
function manyPages(count: number): Uint8Array {
  const numbers = Array.from({ length: count }, (_, index) => index);
  const page = '<< /Type /Page /Parent @{pages} /MediaBox [0 0 9 9] >>';
  return shownWith({
    objects: Object.fromEntries(numbers.map((index) => [`empty${index}`, page])),
    pagesEntries: `/Kids [${numbers.map((index) => `@{empty${index}}`).join(' ')}] /Count ${count}`,
  });
}
