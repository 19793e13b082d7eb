import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { cropRecordSchema } from '../../src/contracts/crop.ts';
import { makeWorkspace, type Workspace } from './workspace.ts';

/** What `crop --json` prints: a crop of a report without the claim it belongs to. */
const descriptorSchema = cropRecordSchema.omit({
  envelope_index: true,
  claim_index: true,
  request_id: true,
  claim_id: true,
  role: true,
  check: true,
  evidence_text_sha256: true,
});

interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly count: (is: (red: number, green: number, blue: number) => boolean) => number;
}

async function pixelsOf(path: string): Promise<Pixels> {
  const inColour = sharp(path).toColourspace('srgb').removeAlpha().raw();
  const { data, info } = await inColour.toBuffer({ resolveWithObject: true });
  expect(info.channels).toBe(3);
  return {
    width: info.width,
    height: info.height,
    count: (is) => {
      let count = 0;
      for (let at = 0; at < data.length; at += 3) {
        if (is(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0)) count += 1;
      }
      return count;
    },
  };
}

const isColour = (red: number, green: number, blue: number): boolean =>
  Math.max(red, green, blue) - Math.min(red, green, blue) > 60;
const isInk = (red: number, green: number, blue: number): boolean => red + green + blue < 200;

/** The box of the first line of the document, as `inspect` prints it. */
async function firstBox({ cli, document }: Workspace): Promise<string> {
  const { out } = await cli(['inspect', document, '--page', '1', '--json']);
  return JSON.parse(out).pages[0].lines[0].bbox.join(',');
}

describe('crop', { timeout: 120_000 }, () => {
  it('draws what surrounds a box, outlines it, and describes the picture', async () => {
    const workspace = makeWorkspace();
    const { cli, document, folder, fingerprint } = workspace;
    const out = join(folder, 'q1.png');
    const bbox = await firstBox(workspace);
    const argv = ['crop', document, '--page', '1', '--bbox', bbox, '--out', out, '--json'];
    const outcome = await cli(argv);
    expect(outcome).toMatchObject({ exitCode: 0, err: '' });
    const { file, ...descriptor } = JSON.parse(outcome.out);
    expect(file).toBe(out);
    expect(descriptorSchema.parse(descriptor)).toMatchObject({
      document_fingerprint: fingerprint,
      page_index: 0,
      page_width: 612,
      rotation: 0,
      dpi: 150,
      boxes: [bbox.split(',').map(Number)],
      png_sha256: `sha256:${createHash('sha256').update(readFileSync(out)).digest('hex')}`,
    });
    const pixels = await pixelsOf(out);
    expect([pixels.width, pixels.height]).toEqual([descriptor.width, descriptor.height]);
    expect(pixels.count(isColour)).toBeGreaterThan(500);
    expect(pixels.count(isInk)).toBeGreaterThan(200);
    expect(statSync(out).mode & 0o777).toBe(0o600);
  });

  it('draws the whole page without a box, and nothing on it, at the resolution asked for', async () => {
    const { cli, document, folder } = makeWorkspace();
    const out = join(folder, 'page.png');
    const { exitCode } = await cli(['crop', document, '--page', '2', '--dpi', '72', '--out', out]);
    expect(exitCode).toBe(0);
    const pixels = await pixelsOf(out);
    expect([pixels.width, pixels.height]).toEqual([612, 792]);
    expect(pixels.count(isColour)).toBe(0);
    expect(pixels.count(isInk)).toBeGreaterThan(100);
  });

  it.each([
    [['--page', '3'], 'There is no page 3; the document has 2.'],
    [['--page', '1-2'], '--page must be one page'],
    [['--page', '1', '--bbox', '1,2,3'], '--bbox must be'],
    [['--page', '1', '--bbox', '9,2,3,4'], 'x0 < x1'],
    [['--page', '1', '--bbox', '700,10,800,20'], 'lies outside page 1, which has 612 x 792 points'],
    [['--page', '1', '--dpi', '4'], '--dpi must be a whole number from 18 to 1200'],
    [['--page', '1', '--out', 'no/such/folder/x.png'], 'cannot be written (ENOENT)'],
  ])('refuses %j', async (options, message) => {
    const { cli, document, folder } = makeWorkspace();
    const out = options.includes('--out') ? [] : ['--out', join(folder, 'none.png')];
    const { exitCode, err } = await cli(['crop', document, ...options, ...out]);
    expect(err).toContain(message);
    expect(exitCode).toBe(2);
    expect(existsSync(join(folder, 'none.png'))).toBe(false);
  });

  it('needs a page', async () => {
    const { cli, document } = makeWorkspace();
    expect((await cli(['crop', document])).exitCode).toBe(2);
  });
});

describe('inspect --png', { timeout: 120_000 }, () => {
  it('draws one page into a file, with what the verifier sees on it in colours', async () => {
    const { cli, document, folder } = makeWorkspace();
    const out = join(folder, 'seen.png');
    const outcome = await cli(['inspect', document, '--page', '1', '--png', out]);
    expect(outcome.exitCode).toBe(0);
    expect(outcome.err).toBe(`Drawn: ${out}\n`);
    const pixels = await pixelsOf(out);
    expect(pixels.width).toBe(1275);
    expect(pixels.count(isColour)).toBeGreaterThan(2000);
  });

  it('draws several pages into a folder, named by the number a viewer shows', async () => {
    const { cli, document, folder } = makeWorkspace();
    const place = join(folder, 'new', 'pages');
    expect((await cli(['inspect', document, '--png', place])).exitCode).toBe(0);
    expect(readdirSync(place).sort()).toEqual(['page-1.png', 'page-2.png']);
    expect(statSync(place).mode & 0o777).toBe(0o700);
  });

  it('refuses one file for several pages, and a folder that cannot be made', async () => {
    const { cli, document, folder, put } = makeWorkspace();
    const one = await cli(['inspect', document, '--png', join(folder, 'x.png')]);
    expect(one.exitCode).toBe(2);
    expect(one.err).toContain('is one file, but 2 pages were asked for');
    const taken = put('taken', '');
    const none = await cli(['inspect', document, '--page', '1', '--png', join(taken, 'pages')]);
    expect(none.err).toContain('cannot be made (ENOTDIR)');
  });
});
