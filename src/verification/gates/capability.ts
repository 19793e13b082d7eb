import type { Capability } from '../../contracts/capability.ts';
import { CLAIM_KINDS, type Claim } from '../../contracts/claim.ts';
import type { CapabilityRow } from '../../contracts/report.ts';

/** What every kind of claim needs once it uses the locator. */
const BY_LOCATOR: readonly Omit<CapabilityRow, 'kind'>[] = [
  { locator: 'page_label', capability: 'page_labels', reason: 'no_page_labels' },
  { locator: 'element_id', capability: 'text', reason: 'no_text_layer' },
  { locator: 'bbox', capability: 'geometry', reason: 'no_geometry' },
  { locator: 'table_id', capability: 'tables', reason: 'no_tables' },
  { locator: 'table', capability: 'tables', reason: 'no_tables' },
  { locator: 'cell_id', capability: 'tables', reason: 'no_tables' },
];

/** Which claims need which capability: printed by `inspect`, kept in each report. */
export const CAPABILITY_TABLE: readonly CapabilityRow[] = [
  { kind: 'quote', locator: 'any', capability: 'text', reason: 'no_text_layer' },
  { kind: 'value', locator: 'any', capability: 'text', reason: 'no_text_layer' },
  { kind: 'region', locator: 'any', capability: 'text', reason: 'no_text_layer' },
  { kind: 'table_cell', locator: 'any', capability: 'tables', reason: 'no_tables' },
  ...CLAIM_KINDS.flatMap((kind) => BY_LOCATOR.map((row) => ({ kind, ...row }))),
];

/** The first row of the table that the claim needs and the grounding lacks, or null. */
export function missingCapability(
  claim: Claim,
  capabilities: ReadonlySet<Capability>,
): CapabilityRow | null {
  const row = BY_KIND.get(claim.kind)?.find(
    ({ locator, capability }) =>
      !capabilities.has(capability) && (locator === 'any' || hasField(claim, locator)),
  );
  return row ?? null;
}

const BY_KIND = new Map(
  CLAIM_KINDS.map((kind) => [kind, CAPABILITY_TABLE.filter((row) => row.kind === kind)]),
);

function hasField(claim: Claim, field: string): boolean {
  return field in claim && Reflect.get(claim, field) !== undefined;
}
