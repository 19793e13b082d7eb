import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createHtmlView } from '../../../src/reporters/html/view.ts';
import { useBrowser } from '../../support/browser.ts';
import { failure, manyEntries, reviewEntry, writeReview } from '../../support/review-report.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { runOf } from '../verdicts.ts';

const browser = useBrowser();

/** The claims of a written page, as its code will read them. */
function claimLines(path: string): readonly string[] {
  const text = readFileSync(path, 'utf8');
  const start = text.indexOf('id="claims">') + 'id="claims">'.length;
  return text
    .slice(start, text.indexOf('</script>', start))
    .split('\n')
    .filter((line) => line !== '');
}

describe('the writer of the review page', () => {
  it('writes one file that only its owner may read, and leaves nothing else behind', async () => {
    const folder = temporaryFolder();
    const path = await writeReview(folder, manyEntries(3));
    expect(readdirSync(folder)).toEqual(['report.html']);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(claimLines(path)).toHaveLength(3);
  });

  it('leaves no trace when it is given up, before its end or after it', async () => {
    const folder = temporaryFolder();
    const view = createHtmlView({ isRedacted: false });
    const writer = await view.open(join(folder, view.file));
    await writer.write(reviewEntry(0));
    await writer.abandon();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('begins no file where one stands already', async () => {
    const folder = temporaryFolder();
    const path = await writeReview(folder, []);
    await expect(createHtmlView({ isRedacted: false }).open(path)).rejects.toThrow('EEXIST');
    expect(existsSync(path)).toBe(true);
  });

  it('names no other file and no address in its markup', async () => {
    const text = readFileSync(await writeReview(temporaryFolder(), []), 'utf8');
    expect(text).not.toMatch(/<(?:script|link|img|iframe)[^>]*(?:src|href)=/u);
    expect(text.replaceAll('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:\/\//u);
  });

  it('keeps every claim that is not verified when there are more than a browser can hold', async () => {
    const folder = temporaryFolder();
    const count = 50_010;
    const failed = new Set([0, 40_000, count - 1]);
    function* entries() {
      for (let index = 0; index < count; index += 1) {
        yield reviewEntry(index, failed.has(index) ? { verdict: failure('text_not_found') } : {});
      }
    }
    const path = await writeReview(folder, entries(), { run: runOf({ claim_count: count }) });
    const keys = claimLines(path).map((line) => /"key":"(\d+)\.0"/u.exec(line)?.[1]);
    expect(keys).toHaveLength(50_000);
    for (const index of failed) expect(keys).toContain(String(index));
    expect(keys.slice(0, 3)).toEqual(['0', '1', '2']);
    const { page, offences } = await browser.open(path, { hash: 'status=not_found' });
    await page.locator('#count', { hasText: '3 of 50,000 claims' }).waitFor();
    expect(await page.locator('#notice').textContent()).toContain('leaves out 10 verified claims');
    expect(offences).toEqual([]);
  });

  it('says so when a run has not come to its end', async () => {
    const run = runOf({ state: 'inconclusive' });
    const path = await writeReview(temporaryFolder(), [reviewEntry(0)], {
      run,
      machine_outcomes: [
        {
          envelope_index: 0,
          claim_index: 0,
          request_id: null,
          claim_id: null,
          reason: 'parse_timeout',
          attempts: 2,
          detail: 'page 3 took too long',
        },
      ],
    });
    const { page } = await browser.open(path);
    await page.locator('.row').waitFor();
    expect(await page.locator('#notice').textContent()).toContain('This run is inconclusive');
    expect(await page.locator('.outcome').textContent()).toContain('The machine caused this');
  });
});
