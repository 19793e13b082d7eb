import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eventually, useBrowser } from '../../support/browser.ts';
import { evidenceOf, failure, reviewEntry, writeReview } from '../../support/review-report.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { runOf } from '../verdicts.ts';

const browser = useBrowser();

const ATTACK =
  '</script><!--<script><img src=https://example.org/x.png onerror=alert(1)><style>*{display:none}</style>{{claims}}$&';

/** A look-alike amount behind a mark that turns the writing direction, a NUL, halves of pairs, a tag. */
const DISGUISED = 'pay \u202e0.001$\u202c now\u0000 \ud800 \udfff \u{e0041} \ue000 x\u200by';

describe('a report full of hostile text', () => {
  it('runs none of it, asks nothing of the network, and shows it as it is', async () => {
    const { page, offences } = await browser.open(
      await writeReview(
        temporaryFolder(),
        [
          reviewEntry(0, {
            claim: { id: ATTACK, kind: 'quote', page_index: 0, expected_text: ATTACK },
            verdict: failure('text_mismatch', {
              request_id: ATTACK,
              source_id: ATTACK,
              claim_id: ATTACK,
              kind: 'quote',
              evidence: evidenceOf(0, ATTACK, `${ATTACK} more`),
              checks: [{ check: 'comparison', outcome: 'fail', detail: ATTACK }],
              metadata: { [ATTACK]: ATTACK },
            }),
          }),
        ],
        { run: runOf({ run_id: ATTACK }) },
      ),
    );
    expect(await page.locator('#detail h2').textContent()).toBe(ATTACK);
    expect(await page.locator('#detail blockquote').first().textContent()).toBe(ATTACK);
    expect(await page.locator('.row-title').textContent()).toBe(ATTACK);
    expect(await page.locator('.bar-run').textContent()).toContain(ATTACK);
    expect(await page.locator('#detail pre').textContent()).toContain('onerror=alert(1)');
    await page.getByRole('button', { name: 'Accept' }).click();
    await page.getByRole('button', { name: /^Accepted/u }).click();
    await page.reload();
    expect(await page.locator('.row-decision').count()).toBe(1);
    expect(await page.locator('img').count()).toBe(0);
    expect(offences).toEqual([]);
  });

  it('spells out characters that have no look of their own or pose as others', async () => {
    const claim = { id: 'd', kind: 'quote', page_index: 0, expected_text: DISGUISED } as const;
    const { page, offences } = await browser.open(
      await writeReview(temporaryFolder(), [
        reviewEntry(0, { claim, verdict: failure('text_not_found', { source_id: 'x\u202ey' }) }),
      ]),
    );
    const quote = page.locator('#detail blockquote').first();
    expect(await quote.locator('.code-point').allTextContents()).toEqual([
      'U+202E',
      'U+202C',
      'U+0000',
      'U+D800',
      'U+DFFF',
      'U+E0041',
      'U+E000',
      'U+200B',
    ]);
    expect(await quote.textContent()).toContain('pay U+202E0.001$U+202C now');
    expect(await page.locator('.row .code-point').count()).toBeGreaterThan(0);
    expect(offences).toEqual([]);
  });

  it('is not let out by the policy either, should a mistake of ours ever insert markup', async () => {
    const { page, offences } = await browser.open(
      await writeReview(temporaryFolder(), [reviewEntry(0)]),
    );
    await page.locator('.row').waitFor();
    const failed = page.waitForEvent('requestfailed');
    await page.evaluate(`
      const script = document.createElement('script');
      try { script.textContent = 'window.ran = true'; document.body.append(script); } catch {}
      try { document.body.innerHTML += '<img src=x onerror="window.ran = true">'; } catch {}
      const image = new Image();
      image.src = 'https://example.org/x.png';
      document.body.append(image);
      fetch('https://example.org/y').catch(() => undefined);
    `);
    expect(await page.evaluate('window.ran')).toBeUndefined();
    expect((await failed).failure()?.errorText).toMatch(/csp/i);
    await eventually(() => Promise.resolve(offences.join('\n'))).toMatch(
      /connect.*Content Security Policy/iu,
    );
  });

  it('opens from a folder whose name is hard on addresses', async () => {
    const folder = join(temporaryFolder(), 'a #%20 “b” ? c');
    mkdirSync(folder);
    const { page, offences } = await browser.open(await writeReview(folder, [reviewEntry(0)]));
    expect(await page.locator('#detail h2').textContent()).toBe('q0');
    expect(offences).toEqual([]);
  });
});
