import type { Claim } from '../contracts/claim.ts';

/** What a claim says must stand in the document, as far as it is of one line; null for what it leaves open. */
export interface Expectation {
  /** The words or the number as printed; the sentence of a statement. */
  readonly text: string | null;
  /** The number after scale, a plain decimal string. */
  readonly value: string | null;
  readonly scale: string | null;
  readonly unit: string | null;
}

/** The expectation of a claim of any kind. */
export function expectationOf(claim: Claim): Expectation {
  const nothing = { text: null, value: null, scale: null, unit: null };
  switch (claim.kind) {
    case 'page':
    case 'presence':
      return nothing;
    case 'quote':
    case 'region':
      return { ...nothing, text: claim.expected_text };
    case 'statement':
      return { ...nothing, text: claim.statement };
    case 'value':
    case 'table_cell':
      return {
        text: claim.expected_text ?? claim.displayed ?? null,
        value: claim.expected_value ?? null,
        scale: claim.scale ?? null,
        unit: claim.unit ?? null,
      };
  }
}
