import { describe, expect, it } from 'vitest';
import { digestOfText } from '../../src/evidence/canonical.ts';
import type { GroundingStore } from '../../src/pipeline/ports.ts';

const PROFILE = digestOfText('profile');
const GEOMETRY = { width: 612, height: 792, rotation: 90, user_unit: 1 } as const;
const FINGERPRINT = digestOfText('document');

/** The suite every store of readings must pass. `open` gives a new empty one. */
export function describeGroundingStore(name: string, open: () => Promise<GroundingStore>): void {
  describe(`${name}: readings`, () => describeReadings(open));
}

function describeReadings(open: () => Promise<GroundingStore>): void {
  it('page readings come back byte by byte, ascending, and only for their profile', async () => {
    const groundings = await open();
    const pages = [9, 2, 700].map((page_index) => ({
      page_index,
      geometry: { ...GEOMETRY, width: page_index + 0.5 },
      payload: Uint8Array.from({ length: page_index }, (_, index) => index % 256),
    }));
    await groundings.keepPages(FINGERPRINT, PROFILE, pages);
    await groundings.keepPages(FINGERPRINT, PROFILE, pages);
    const many = Array.from({ length: 1200 }, (_, index) => index);
    const kept = await groundings.pages(FINGERPRINT, PROFILE, many);
    expect(kept.map(({ page_index }) => page_index)).toEqual([2, 9, 700]);
    expect(kept[2]?.payload).toEqual(pages[2]?.payload);
    expect(kept[2]?.geometry).toEqual(pages[2]?.geometry);
    expect(await groundings.geometries(FINGERPRINT, PROFILE, [2, 3])).toEqual(
      new Map([[2, pages[1]?.geometry]]),
    );
    expect(await groundings.pages(FINGERPRINT, digestOfText('other'), [2])).toEqual([]);
    expect(await groundings.missingPages(FINGERPRINT, PROFILE, [9, 3, 2, 1, 3])).toEqual([1, 3]);
  });

  it('raw texts come back as they were kept, a page without one included', async () => {
    const groundings = await open();
    const pages = [
      { page_index: 0, text: 'a\u0000b', is_complete: true },
      { page_index: 4, text: null, is_complete: false },
    ];
    await groundings.keepRawPages(FINGERPRINT, PROFILE, pages);
    await groundings.keepRawPages(FINGERPRINT, PROFILE, pages);
    expect(await groundings.rawPages(FINGERPRINT, PROFILE, [4, 1, 0])).toEqual(pages);
    expect(await groundings.rawPages(FINGERPRINT, digestOfText('other'), [0])).toEqual([]);
  });

  it('a document and its labels come back as they were kept', async () => {
    const groundings = await open();
    const document = {
      fingerprint: FINGERPRINT,
      reader_profile: PROFILE,
      reader: 'fake',
      page_count: 3,
      capabilities: ['text', 'geometry'],
      degraded: ['xref_rebuilt'],
      dictionary_labels: ['i', 'ii', '1'],
    } as const;
    expect(await groundings.document(FINGERPRINT, PROFILE)).toBeNull();
    await groundings.keepDocument(document);
    await groundings.keepDocument(document);
    expect(await groundings.document(FINGERPRINT, PROFILE)).toEqual(document);
    const labels = {
      labels: [{ page_index: 2, label: '1', source: 'printed_folio' as const }],
      isolated: [{ page_index: 0, label: '9', source: 'printed_folio' as const }],
      unread: [1],
    };
    expect(await groundings.labels(FINGERPRINT, PROFILE)).toBeNull();
    await groundings.keepLabels(FINGERPRINT, PROFILE, labels);
    expect(await groundings.labels(FINGERPRINT, PROFILE)).toEqual(labels);
  });
}
