import {
  CORRUPT,
  form,
  type HostileCase,
  hostile,
  LIMITED,
  latin1,
  SHOWN,
  SOUND,
  STOPPED,
  shownWith,
} from './hostile-case.ts';
import { encryptWith } from './pdf-encryption.ts';
import type { PdfRecipe } from './pdf-maker.ts';

/** What stands around the pages: passwords, actions, trees of names, labels, notes; and files that are no PDF. */
export function documentCases(): readonly HostileCase[] {
  return [
    ...encryptedCases(),
    ...actionCases(),
    ...treeCases(),
    ...labelCases(),
    ...noteCases(),
    ...mediaCases(),
  ];
}

const READ = [...SOUND, ...LIMITED];

function encryptedCases(): readonly HostileCase[] {
  const sealed = (dictionary: string): Uint8Array => {
    const sound = encryptWith('', 'owner');
    return shownWith({ encryption: { ...sound, dictionary } });
  };
  const { dictionary } = encryptWith('', 'owner');
  const refused = [...CORRUPT, 'source_error/encrypted'];
  return [
    hostile(
      'encrypted-with-a-password',
      shownWith({ encryption: encryptWith('secret', 'owner') }),
      ['source_error/encrypted'],
    ),
    hostile(
      'encrypted-without-a-password',
      shownWith({ encryption: encryptWith('', 'owner') }),
      SOUND,
    ),
    hostile(
      'encrypted-with-other-permissions',
      sealed(dictionary.replace(/\/P -?\d+/, '/P 2147483647')),
      refused,
    ),
    hostile('encrypted-with-no-permissions', sealed(dictionary.replace(/\/P -?\d+/, '')), refused),
    hostile(
      'encrypted-by-an-unknown-handler',
      sealed(dictionary.replace('/Filter /Standard', '/Filter /Made.Up')),
      refused,
    ),
    hostile(
      'encrypted-in-version-99',
      sealed(dictionary.replace('/V 4 /R 4', '/V 99 /R 99')),
      refused,
    ),
    hostile(
      'encrypted-by-a-key-of-a-billion-bits',
      sealed(dictionary.replaceAll('/Length 128', '/Length 1000000000')),
      [...refused, ...SOUND, ...STOPPED],
    ),
    hostile('encrypted-by-itself', sealed('<< /Filter @{encrypt} /V @{encrypt} /R @{encrypt} >>'), [
      ...refused,
      ...READ,
    ]),
    hostile('encrypted-by-nothing', sealed('null'), [
      ...refused,
      ...LIMITED,
      'capability_limited/no_text_layer',
    ]),
  ];
}

function actionCases(): readonly HostileCase[] {
  const action = (entries: string): Uint8Array =>
    shownWith({ catalog: `/OpenAction << /Type /Action ${entries} >>` });
  const elsewhere = '<< /Type /Filespec /F (/etc/passwd) /UF (/etc/passwd) >>';
  return [
    hostile('script-on-opening', action('/S /JavaScript /JS (for (;;) app.alert\\(1\\);)'), SOUND),
    hostile('program-on-opening', action('/S /Launch /F (/bin/sh) /Win << /F (cmd.exe) >>'), SOUND),
    hostile('address-on-opening', action('/S /URI /URI (http://127.0.0.1:9/never)'), SOUND),
    hostile(
      'script-in-the-name-tree',
      shownWith({
        catalog:
          '/Names << /JavaScript << /Names [(a) << /S /JavaScript /JS (while\\(1\\);) >>] >> >>',
      }),
      SOUND,
    ),
    hostile(
      'content-in-another-file',
      shownWith({
        page: { entries: '/Contents [@{away} @{content:0}]' },
        objects: { away: { entries: `/F ${elsewhere} /FFilter /FlateDecode`, data: '' } },
      }),
      READ,
    ),
    hostile(
      'form-in-another-file',
      shownWith({
        content: '/Fm Do',
        page: { resources: '/XObject << /Fm @{fm} >>' },
        objects: {
          fm: { ...form(''), entries: `${form('').entries} /Ref << /F ${elsewhere} /Page 0 >>` },
        },
      }),
      READ,
    ),
    hostile(
      'files-within',
      shownWith({
        catalog:
          '/Names << /EmbeddedFiles << /Names [(a.pdf) << /Type /Filespec /F (a.pdf) /EF << /F @{inner} >> >>] >> >>',
        objects: { inner: { entries: '/Type /EmbeddedFile', data: Buffer.from(shownWith()) } },
      }),
      SOUND,
    ),
    hostile(
      'form-of-the-xml-kind',
      shownWith({
        catalog: '/AcroForm << /Fields [] /XFA @{xfa} >>',
        objects: {
          xfa: {
            entries: '',
            data: '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]><x>&b;</x>',
          },
        },
      }),
      READ,
    ),
    hostile(
      'metadata-that-laugh',
      shownWith({
        catalog: '/Metadata @{xml}',
        objects: { xml: { entries: '/Type /Metadata /Subtype /XML', data: laughs() } },
      }),
      SOUND,
    ),
  ];
}

/** Entities that each hold the one before ten times. */
function laughs(): string {
  const rows = Array.from(
    { length: 12 },
    (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`,
  );
  return `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e0 "ha">${rows.join('')}]><x>&e12;</x>`;
}

function treeCases(): readonly HostileCase[] {
  const catalog = (entries: string, objects: PdfRecipe['objects'] = {}): Uint8Array =>
    shownWith({ catalog: entries, objects });
  return [
    hostile(
      'outlines-in-a-circle',
      catalog('/Outlines @{o}', {
        o: '<< /Type /Outlines /First @{i} /Last @{i} /Count 1 >>',
        i: '<< /Title (x) /Parent @{i} /Next @{i} /First @{i} >>',
      }),
      SOUND,
    ),
    hostile(
      'names-in-a-circle',
      catalog('/Names << /Dests @{n} /JavaScript @{n} /EmbeddedFiles @{n} >>', {
        n: '<< /Kids [@{n} @{n}] >>',
      }),
      READ,
    ),
    hostile(
      'structure-in-a-circle',
      catalog('/MarkInfo << /Marked true >> /StructTreeRoot @{s}', {
        s: '<< /Type /StructTreeRoot /K [@{s}] /ParentTree @{s} /Kids [@{s}] >>',
      }),
      READ,
    ),
    hostile(
      'fields-in-a-circle',
      catalog('/AcroForm << /Fields [@{f}] >>', {
        f: '<< /FT /Tx /T (x) /Kids [@{f}] /Parent @{f} >>',
      }),
      READ,
    ),
    hostile(
      'layers-in-a-circle',
      shownWith({
        ocProperties: '@{oc}',
        content: '/OC /L BDC EMC',
        page: { resources: '/Properties << /L @{md} >>' },
        objects: {
          oc: '<< /OCGs [@{g}] /D << /Order @{order} /OFF [] >> >>',
          g: '<< /Type /OCG /Name (x) >>',
          order: '[@{g} @{order}]',
          md: '<< /Type /OCMD /OCGs @{md} /VE @{ve} >>',
          ve: '[/And @{ve} @{ve}]',
        },
      }),
      READ,
    ),
    hostile(
      'layers-a-hundred-thousand',
      shownWith({
        ocProperties: '@{oc}',
        objects: {
          oc: `<< /OCGs [${'@{g} '.repeat(100_000)}] /D << /OFF [${'@{g} '.repeat(100_000)}] >> >>`,
          g: '<< /Type /OCG /Name (x) >>',
        },
      }),
      READ,
    ),
  ];
}

function labelCases(): readonly HostileCase[] {
  const labelled = (pageLabels: string): Uint8Array => shownWith({ pageLabels });
  return [
    hostile(
      'labels-in-a-circle',
      shownWith({ catalog: '/PageLabels @{l}', objects: { l: '<< /Kids [@{l} @{l}] >>' } }),
      READ,
    ),
    hostile('labels-from-page-a-billion', labelled('1000000000 << /S /D >>'), READ),
    hostile('labels-of-two-billion-letters', labelled('0 << /S /A /St 2147483647 >>'), [
      ...READ,
      ...STOPPED,
    ]),
    hostile('labels-of-two-billion-in-roman', labelled('0 << /S /R /St 2147483647 >>'), [
      ...READ,
      ...STOPPED,
    ]),
    hostile('labels-below-zero', labelled('0 << /S /r /St -7 >>'), READ),
    hostile(
      'labels-with-a-prefix-of-a-megabyte',
      labelled(`0 << /S /D /P (${'p'.repeat(1_000_000)}) >>`),
      READ,
    ),
    hostile(
      'labels-of-nine-thousand-megabyte-pages',
      shownWith({
        pageLabels: `0 << /S /D /P (${'p'.repeat(1_000_000)}) >>`,
        pagesEntries: `/Kids [${'@{page:0} '.repeat(9_000)}] /Count 9000`,
      }),
      READ,
    ),
  ];
}

function noteCases(): readonly HostileCase[] {
  const annots = (...list: readonly string[]): Uint8Array => shownWith({ page: { annots: list } });
  const annotation = '/Type /Annot /Rect [9 9 90 90]';
  return [
    hostile(
      'notes-in-a-circle',
      annots(
        `<< ${annotation} /Subtype /Text /Popup @{annot:0:0} /Parent @{annot:0:0} /IRT @{annot:0:0} >>`,
      ),
      READ,
    ),
    hostile(
      'notes-a-hundred-thousand',
      shownWith({
        page: { entries: `/Annots [${'@{note} '.repeat(100_000)}]` },
        objects: { note: `<< ${annotation} /Subtype /Text /Contents (x) >>` },
      }),
      // At the low limit of the suite, how long the page takes decides.
      [...READ, ...STOPPED],
    ),
    hostile(
      'note-of-ten-megabytes',
      annots(
        `<< ${annotation} /Subtype /FreeText /DA (/F1 9 Tf) /Contents (${'n'.repeat(10_000_000)}) >>`,
      ),
      [...READ, ...STOPPED],
    ),
    hostile(
      'note-that-draws-itself',
      shownWith({
        page: { annots: [`<< ${annotation} /Subtype /Stamp /AP << /N @{ap} >> >>`] },
        objects: { ap: form('/Fm Do', '/XObject << /Fm @{ap} >>') },
      }),
      READ,
    ),
    hostile(
      'notes-that-are-no-notes',
      shownWith({ page: { entries: '/Annots [1 (x) /N null @{page:0} @{pages} [[[]]]]' } }),
      READ,
    ),
  ];
}

function mediaCases(): readonly HostileCase[] {
  const other = ['source_error/unsupported_media_type'];
  return [
    hostile('web-page', latin1(`<!doctype html><title>x</title><p>${SHOWN}`), other),
    hostile('archive', latin1('PK\u0003\u0004\u0014\u0000\u0000\u0000'), other),
    hostile('picture', latin1('\u0089PNG\r\n\u001a\n\u0000\u0000\u0000\rIHDR'), other),
    hostile('plain-text', latin1(`${SHOWN}\n`), CORRUPT),
    hostile('script-of-the-shell', latin1('#!/bin/sh\nrm -rf "$HOME"\n'), CORRUPT),
    hostile(
      'pdf-in-a-web-page',
      latin1(`<html>${Buffer.from(shownWith()).toString('latin1')}</html>`),
      [...READ, ...CORRUPT],
    ),
  ];
}
