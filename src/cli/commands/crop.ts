import { createHash } from 'node:crypto';
import type { Command } from 'commander';
import type { CropRecord } from '../../contracts/crop.ts';
import type { Digest } from '../../contracts/fingerprint.ts';
import type { Bbox } from '../../contracts/locator.ts';
import { intersectionOf, roundPoints } from '../../evidence/geometry.ts';
import type { PageGeometry } from '../../evidence/ports.ts';
import type { CropArea, CropImage } from '../../evidence/rendering.ts';
import { jsonText } from '../console.ts';
import type { RunCommand } from '../context.ts';
import { EXIT, UsageError } from '../exit.ts';
import { readBox, readPage, readWhole } from '../page-choice.ts';
import { resolutionFor, writePicture } from '../picture-file.ts';
import type { SingleDocument } from '../single-document.ts';

interface CropOptions {
  readonly page: string;
  readonly bbox?: string;
  readonly dpi?: string;
  readonly out: string;
  readonly passwordEnv?: string;
  readonly json: boolean;
}

/** Draws one page, or what surrounds one box of it. */
export function addCrop(program: Command, run: RunCommand): void {
  program
    .command('crop')
    .description('Draw a part of a page as a picture, with a box outlined.')
    .argument('<file>', 'a document')
    .requiredOption('-p, --page <number>', 'the page, counted from 1 as a viewer does')
    .option('--bbox <x0,y0,x1,y1>', 'box to outline: points from the top left of the page')
    .option('--dpi <number>', 'dots per inch; 150, or less for a very large page, if left out')
    .option('-o, --out <file>', 'the picture; an older one there is replaced', 'crop.png')
    .option('--password-env <name>', 'environment variable that holds the password')
    .option('--json', 'print the descriptor of the picture as JSON', false)
    .addHelpText(
      'after',
      `
Examples:
  pagewitness crop report.pdf --page 18 --bbox 72,140.5,540,168
  pagewitness crop report.pdf --page 18 --bbox 72,140.5,540,168 --dpi 300 --out q1.png --json
  pagewitness crop report.pdf --page 18 --out page.png

Boxes are those of "pagewitness inspect" and of the evidence in verdicts.jsonl. Without --bbox the
whole page is drawn. The picture is grey but for the outline, and readable by its owner only.`,
    )
    .action((file: string, options: CropOptions) =>
      run(async ({ console, settings }) => {
        const pageIndex = readPage(options.page);
        const box = options.bbox === undefined ? null : readBox(options.bbox);
        const dpi =
          options.dpi === undefined ? null : readWhole('--dpi', options.dpi, DPI_MIN, DPI_MAX);
        const { locateFile, withDocument } = await import('../single-document.ts');
        const source = await locateFile(file, settings, options);
        const crop = await withDocument(source, settings, async (single) => {
          const page = await single.geometry(pageIndex);
          const area = areaOf(pageIndex, page, box, dpi);
          const boxes = box === null ? [] : [box];
          const image = await single.draw({ area, outlines: boxes });
          return { image, record: recordOf(single, page, area, boxes, image) };
        });
        await writePicture(options.out, crop.image.png);
        const { width, height } = crop.image;
        console.out(
          options.json
            ? jsonText({ file: options.out, ...crop.record })
            : `${options.out}  ${width} x ${height} pixels\n`,
        );
        return EXIT.ok;
      }, options),
    );
}

/** Below, nothing can be recognised; above, print shows nothing more, and pictures grow without use. */
const DPI_MIN = 18;
const DPI_MAX = 1200;

/** Points around the box: two lines of text to find it by. */
const MARGIN = 30;

function areaOf(
  pageIndex: number,
  { width, height, user_unit }: PageGeometry,
  box: Bbox | null,
  dpi: number | null,
): CropArea {
  const page: Bbox = [0, 0, width, height];
  if (box !== null && intersectionOf(page, box) === null) {
    const size = `${roundPoints(width)} x ${roundPoints(height)}`;
    throw new UsageError(`--bbox lies outside page ${pageIndex + 1}, which has ${size} points.`);
  }
  const around: Bbox | null =
    box === null ? null : [box[0] - MARGIN, box[1] - MARGIN, box[2] + MARGIN, box[3] + MARGIN];
  const bbox = (around === null ? null : intersectionOf(page, around)) ?? page;
  return { page_index: pageIndex, bbox, dpi: dpi ?? resolutionFor(bbox), user_unit };
}

/** What a crop of a report says of itself, without the claim. */
type CropDescriptor = Omit<
  CropRecord,
  | 'envelope_index'
  | 'claim_index'
  | 'request_id'
  | 'claim_id'
  | 'role'
  | 'check'
  | 'evidence_text_sha256'
>;

function recordOf(
  { document, renderer }: SingleDocument,
  page: PageGeometry,
  area: CropArea,
  boxes: readonly Bbox[],
  { width, height, png }: CropImage,
): CropDescriptor {
  return {
    document_fingerprint: document.fingerprint,
    page_index: area.page_index,
    page_width: roundPoints(page.width),
    page_height: roundPoints(page.height),
    rotation: page.rotation,
    origin: 'top_left',
    unit: 'point',
    bbox: rounded(area.bbox),
    boxes: boxes.map(rounded),
    renderer: renderer.name,
    renderer_version: renderer.parts[renderer.name] ?? 'unknown',
    dpi: area.dpi,
    width,
    height,
    png_sha256: digestOfBytes(png),
  };
}

function rounded([x0, y0, x1, y1]: Bbox): [number, number, number, number] {
  return [roundPoints(x0), roundPoints(y0), roundPoints(x1), roundPoints(y1)];
}

function digestOfBytes(bytes: Uint8Array): Digest {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
}
