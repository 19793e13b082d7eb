import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { renderSchemas } from '../../scripts/render-schemas.ts';
import { CLAIM_KINDS } from '../../src/contracts/claim.ts';
import { envelopeSchema } from '../../src/contracts/envelope.ts';
import { ROOT } from './repository.ts';

const FOLDER = join(ROOT, 'docs/schema');
const objectSchema = z.record(z.string(), z.unknown());

/**
 * `date-time` is the one format used, and its pattern stands beside it. Two strict checks are off:
 * they ask for a style (tuples, records with required keys) that the generator does not write.
 */
const OPTIONS = {
  strict: true,
  strictTuples: false,
  strictRequired: false,
  formats: { 'date-time': true },
} as const;

function validatorOf(name: string): ValidateFunction {
  const text = readFileSync(join(FOLDER, `${name}.schema.json`), 'utf8');
  return new Ajv2020(OPTIONS).compile(objectSchema.parse(JSON.parse(text)));
}

function readSeedEnvelope(): Record<string, unknown> {
  const text = readFileSync(join(ROOT, 'test/fixtures/seed-envelope.json'), 'utf8');
  return objectSchema.parse(JSON.parse(text));
}

describe('the JSON Schemas in docs/schema', () => {
  it('are those of the zod schemas; "npm run schemas" writes them', () => {
    const written = new Map(
      readdirSync(FOLDER).map((name) => [name, readFileSync(join(FOLDER, name), 'utf8')]),
    );
    expect([...written.keys()].sort()).toEqual([...renderSchemas().keys()].sort());
    for (const [name, text] of renderSchemas()) expect(written.get(name), name).toBe(text);
  });

  it('compile under a strict validator of draft 2020-12', () => {
    for (const name of renderSchemas().keys()) validatorOf(name.replace('.schema.json', ''));
  });

  it('have one file for each kind of claim', () => {
    const names = CLAIM_KINDS.map((kind) => `claim-${kind.replaceAll('_', '-')}.schema.json`);
    expect([...renderSchemas().keys()]).toEqual(expect.arrayContaining(names));
  });
});

describe('the envelope of the seed', () => {
  it('parses as it stands, its placeholder of a fingerprint too', () => {
    const seed = readSeedEnvelope();
    expect(envelopeSchema.parse(seed)).toEqual(seed);
    expect(validatorOf('envelope')(seed)).toBe(true);
  });

  it('is refused by both schemas once a locator is misspelt', () => {
    const seed = envelopeSchema.parse(readSeedEnvelope());
    const claims = [{ ...seed.claims[0], page_idx: 17 }];
    expect(envelopeSchema.safeParse({ ...seed, claims }).success).toBe(false);
    expect(validatorOf('envelope')({ ...seed, claims })).toBe(false);
  });

  it('is refused by both schemas with a fingerprint that is no sha256', () => {
    for (const document_fingerprint of ['md5:d41d8cd9', 'sha256:', '', 17]) {
      const changed = { ...readSeedEnvelope(), document_fingerprint };
      expect(envelopeSchema.safeParse(changed).success).toBe(false);
      expect(validatorOf('envelope')(changed)).toBe(false);
    }
  });
});
