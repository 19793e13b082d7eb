import type { CropRecord } from '../contracts/crop.ts';
import type { Digest } from '../contracts/fingerprint.ts';
import type { CropScope } from '../contracts/run-options.ts';
import { digestOf, digestOfText } from '../evidence/canonical.ts';
import { roundPoints } from '../evidence/geometry.ts';
import type { LocatedSource, PageGeometry } from '../evidence/ports.ts';
import type { CropArea, CropRequest } from '../evidence/rendering.ts';
import { type CropPlan, cropAreaOf, cropPlansOf } from '../verification/image-plan.ts';
import { chunksOf } from './chunks.ts';
import { createCulpritBudget, isolateFailures } from './isolate.ts';
import type { KeptFinding, KeptPicture } from './kept-ports.ts';
import { inLanes } from './lanes.ts';
import type { PipelineParts } from './parts.ts';
import type { PlacedClaim } from './ports.ts';

/** Pictures of one task: about 10 ms each with their PNG (measured). */
const CROPS_PER_TASK = 24;

/**
 * Makes the pictures that the run's scope asks for, drawing only those that are not kept. A picture
 * that cannot be drawn is left out: it changes no verdict.
 * @param locate finds the file whose bytes have the fingerprint; null if it is gone.
 */
export async function drawCrops(
  parts: PipelineParts,
  observed: Digest,
  locate: () => Promise<LocatedSource | null>,
  outcomes: ReadonlyMap<PlacedClaim, KeptFinding>,
): Promise<ReadonlyMap<PlacedClaim, readonly CropRecord[]>> {
  const planned = [...outcomes].flatMap(([claim, outcome]) =>
    plansOf(parts.crops, outcome).map((plan) => ({ claim, plan })),
  );
  if (planned.length === 0) return new Map();
  const geometries = await parts.groundings.geometries(
    observed,
    parts.reader.profile,
    planned.map(({ plan }) => plan.page_index),
  );
  const wanted = planned.flatMap(({ claim, plan }) => {
    const geometry = geometries.get(plan.page_index);
    return geometry === undefined ? [] : [wantedOf(parts, observed, claim, plan, geometry)];
  });
  const pictures = await picturesOf(parts, locate, wanted);
  const crops = new Map<PlacedClaim, CropRecord[]>();
  for (const one of wanted) {
    const picture = pictures.get(one.key);
    if (picture === undefined) continue;
    const record = recordOf(parts, observed, one, picture);
    const others = crops.get(one.claim);
    if (others === undefined) crops.set(one.claim, [record]);
    else others.push(record);
  }
  return crops;
}

function plansOf(scope: CropScope, outcome: KeptFinding): readonly CropPlan[] {
  const { finding, proposal, cited_page } = outcome;
  if (scope === 'none') return [];
  if (scope === 'failed' && finding.status === 'verified') return [];
  return cropPlansOf(finding, proposal.evidence, cited_page);
}

interface WantedCrop {
  readonly claim: PlacedClaim;
  readonly plan: CropPlan;
  readonly geometry: PageGeometry;
  readonly area: CropArea;
  /** Digest of everything that can change the picture. */
  readonly key: Digest;
}

function wantedOf(
  parts: PipelineParts,
  observed: Digest,
  claim: PlacedClaim,
  plan: CropPlan,
  geometry: PageGeometry,
): WantedCrop {
  const area = cropAreaOf(plan, geometry);
  const key = digestOf({ observed, renderer: parts.renderer.parts, area, outlines: plan.boxes });
  return { claim, plan, geometry, area, key };
}

async function picturesOf(
  parts: PipelineParts,
  locate: () => Promise<LocatedSource | null>,
  wanted: readonly WantedCrop[],
): Promise<ReadonlyMap<Digest, KeptPicture>> {
  const unique = new Map(wanted.map((one) => [one.key, one]));
  const known = new Map(await parts.pictures.known([...unique.keys()]));
  const missing = [...unique.values()]
    .filter(({ key }) => !known.has(key))
    .sort((a, b) => a.area.page_index - b.area.page_index);
  const source = missing.length === 0 ? null : await locate();
  if (source === null) return known;
  const tasks = chunksOf(missing, CROPS_PER_TASK);
  const drawn = await inLanes(tasks, parts.gate.places, (task) => drawTask(parts, source, task));
  const fresh = new Map(drawn.flatMap((part) => [...part]));
  await parts.pictures.keep(fresh);
  for (const [key, picture] of fresh) known.set(key, picture);
  return known;
}

async function drawTask(
  parts: PipelineParts,
  source: LocatedSource,
  task: readonly WantedCrop[],
): Promise<ReadonlyMap<Digest, KeptPicture>> {
  const done = await isolateFailures(
    parts.gate,
    task,
    (crops) => parts.renderer.drawCrops(source, crops.map(requestOf)),
    createCulpritBudget(),
  );
  const pictures = new Map<Digest, KeptPicture>();
  for (const { items, answer } of done.answers) {
    for (const [position, { key }] of items.entries()) {
      const image = answer[position];
      if (image === undefined || image === null) continue;
      const png_sha256 = await parts.artifacts.put(image.png);
      pictures.set(key, { png_sha256, width: image.width, height: image.height });
    }
  }
  return pictures;
}

function requestOf({ area, plan }: WantedCrop): CropRequest {
  return { area, outlines: plan.boxes };
}

function recordOf(
  parts: PipelineParts,
  observed: Digest,
  { claim, plan, geometry, area }: WantedCrop,
  picture: KeptPicture,
): CropRecord {
  const [x0, y0, x1, y1] = area.bbox;
  return {
    envelope_index: claim.envelope_index,
    claim_index: claim.claim_index,
    request_id: claim.head.request_id,
    claim_id: claim.claim.id,
    role: plan.role,
    check: plan.check,
    document_fingerprint: observed,
    evidence_text_sha256: plan.evidence === null ? null : digestOfText(plan.evidence.text),
    page_index: plan.page_index,
    page_width: roundPoints(geometry.width),
    page_height: roundPoints(geometry.height),
    rotation: geometry.rotation,
    origin: 'top_left',
    unit: 'point',
    bbox: [x0, y0, x1, y1],
    boxes: plan.boxes.map(([left, top, right, bottom]) => [left, top, right, bottom]),
    renderer: parts.renderer.name,
    renderer_version: parts.renderer.parts[parts.renderer.name] ?? 'unknown',
    dpi: area.dpi,
    width: picture.width,
    height: picture.height,
    png_sha256: picture.png_sha256,
  };
}
