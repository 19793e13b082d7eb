import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type PageOptions, useBrowser } from '../../support/browser.ts';
import { variedEntries, writeReview } from '../../support/review-report.ts';
import { suiteFolder, temporaryFolder } from '../../support/temporary-folder.ts';

const browser = useBrowser();
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } as const;

const violationsSchema = z.array(
  z.object({ id: z.string(), nodes: z.array(z.object({ html: z.string() })) }),
);

/**
 * `rule: element` of every violation that axe-core finds within `part`, best practices included. The
 * whole page takes seconds, so what does not change is looked at once.
 */
async function violations(page: Page, part = 'html'): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const found = await page.evaluate(`axe.run('${part}').then(({ violations }) => violations)`);
  return violationsSchema
    .parse(found)
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}

const shared = suiteFolder();
let varied = '';

beforeAll(async () => {
  varied = await writeReview(shared, await variedEntries(shared));
});

async function openPage(options: PageOptions): Promise<Page> {
  const { page } = await browser.open(varied, options);
  await page.locator('.row').first().waitFor({ state: 'attached' });
  return page;
}

describe('an automated accessibility check finds nothing', () => {
  it.each(['light', 'dark'] as const)('in any sort of claim, %s', async (colorScheme) => {
    const page = await openPage({ colorScheme, hash: 'claim=1.0' });
    expect(await violations(page)).toEqual([]);
    for (const key of ['2.0', '3.0', '7.0', '8.0']) {
      await page.evaluate(`location.hash = 'claim=${key}'`);
      await page.locator(`#detail [data-key="${key}"]`).waitFor();
      expect(await violations(page, '#detail'), key).toEqual([]);
    }
  });

  it.each(['light', 'dark'] as const)(
    'where filters, decisions and marks are set, %s',
    async (colorScheme) => {
      const page = await openPage({ colorScheme, hash: 'status=mismatch&claim=1.0' });
      await page.getByRole('button', { name: 'Reject' }).click();
      expect(await violations(page)).toEqual([]);
      await page.getByRole('button', { name: 'Accept' }).click();
      expect(await violations(page, '#detail')).toEqual([]);
    },
  );

  it.each(['light', 'dark'] as const)('in the views of a phone, %s', async (colorScheme) => {
    const page = await openPage({ ...PHONE, colorScheme });
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Filters' }).tap();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Filters' }).tap();
    await page.locator('.row').nth(1).tap();
    expect(await violations(page)).toEqual([]);
  });

  it.each(['Decisions', 'Keyboard shortcuts', 'Show at full size'])(
    'in the dialog behind “%s”',
    async (name) => {
      const page = await openPage({ hash: 'claim=1.0' });
      await page.getByRole('button', { name }).first().click();
      await page.locator('dialog[open]').waitFor();
      expect(await violations(page, 'dialog[open]')).toEqual([]);
      await page.keyboard.press('Escape');
      expect(await page.locator('dialog[open]').count()).toBe(0);
    },
  );

  it('where nothing is to be shown', async () => {
    expect(await violations(await openEmpty())).toEqual([]);
  });
});

async function openEmpty(): Promise<Page> {
  const { page } = await browser.open(await writeReview(temporaryFolder(), []));
  await page.locator('#list-empty').waitFor();
  return page;
}

describe('the page', () => {
  it('has its landmarks and one main heading, and tells how many claims the list has', async () => {
    const page = await openPage({});
    for (const role of ['banner', 'main', 'search'] as const) {
      expect(await page.getByRole(role).count(), role).toBe(1);
    }
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
    expect(await page.locator('#count').getAttribute('aria-live')).toBe('polite');
    expect(await page.getByRole('option', { selected: true }).count()).toBe(1);
  });

  it('keeps the focus on the filter that was pressed', async () => {
    const page = await openPage({});
    const filter = page.getByRole('button', { name: /^Mismatch/u });
    await filter.focus();
    await page.keyboard.press('Enter');
    await page.locator('#count', { hasText: '4 of 9' }).waitFor();
    expect(await page.evaluate('document.activeElement.dataset.value')).toBe('mismatch');
    expect(await filter.getAttribute('aria-pressed')).toBe('true');
  });
});
