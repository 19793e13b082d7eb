import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { renderReference } from '../../scripts/render-reference.ts';
import { ROOT } from './repository.ts';

describe('the reference pages in docs', () => {
  it('are those of the tables in the code; "npm run reference" writes them', () => {
    const pages = renderReference();
    expect(pages.size).toBeGreaterThan(0);
    for (const [path, text] of pages) {
      expect(readFileSync(join(ROOT, path), 'utf8'), path).toBe(text);
    }
  });
});
