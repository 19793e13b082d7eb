import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { renderReference } from '../../scripts/render-reference.ts';
import { ROOT } from './repository.ts';

test('reference pages are those of the tables in the code; "npm run reference" writes them', () => {
  for (const [path, text] of renderReference()) {
    expect(readFileSync(join(ROOT, path), 'utf8'), path).toBe(text);
  }
});
