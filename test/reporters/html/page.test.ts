import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { decisionFileSchema } from '../../../src/contracts/decision.ts';
import { digestOfText } from '../../../src/evidence/canonical.ts';
import { verdictLine } from '../../../src/reporters/jsonl.ts';
import {
  eventually,
  type PageOptions,
  useBrowser,
  type WatchedPage,
} from '../../support/browser.ts';
import {
  failure,
  manyEntries,
  reviewEntry,
  variedEntries,
  writeReview,
} from '../../support/review-report.ts';
import { suiteFolder, temporaryFolder } from '../../support/temporary-folder.ts';

const browser = useBrowser();
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } as const;

const shared = suiteFolder();
let varied = '';

beforeAll(async () => {
  varied = await writeReview(shared, await variedEntries(shared));
});

async function openVaried(options: PageOptions = {}): Promise<WatchedPage> {
  return await browser.open(varied, options);
}

/** Goes to another address of the page without loading it anew. */
async function goTo(page: Page, hash: string): Promise<void> {
  await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
}

/** The list says how many claims it has once it has them. */
async function countText(page: Page): Promise<string> {
  const count = page.locator('#count', { hasText: /^[\d,]+ (?:of [\d,]+ )?claims?$/u });
  return (await count.textContent()) ?? '';
}

async function openClaim(page: Page): Promise<string> {
  return (await page.locator('#detail h2').textContent()) ?? '';
}

async function hashOf(page: Page): Promise<string> {
  return new URL(page.url()).hash;
}

describe('the review page', () => {
  it('shows the claim beside the document as both are written, with the differing words marked', async () => {
    const { page, offences } = await openVaried({ hash: 'claim=1.0' });
    const sides = page.locator('.side blockquote');
    expect(await sides.nth(0).locator('del').allTextContents()).toEqual([
      '[only claimed: $12.4]',
      '[only claimed: quarter.]',
    ]);
    expect(await sides.nth(1).locator('ins').allTextContents()).toEqual([
      '[only printed: $12.6]',
      '[only printed: half-year.]',
    ]);
    const detail = page.locator('#detail');
    await eventually(() =>
      page.evaluate('document.querySelector("#detail img").naturalWidth'),
    ).toBe(900);
    expect(await detail.locator('img').getAttribute('alt')).toContain('page_index 17');
    const text = await detail.textContent();
    expect(text).toContain('A near text stands in the cited target');
    expect(text).toContain('quote the words as they are printed');
    expect(text).toContain('page_index 17, printed 18');
    expect(await detail.locator('.check').count()).toBe(4);
    expect(offences).toEqual([]);
  });

  it('compares a value field by field and marks the field that the verdict is about', async () => {
    const { page } = await openVaried({ hash: 'claim=3.0' });
    const rows = await page.locator('#detail .fields tbody tr').all();
    const cells = rows.map((row) => row.locator('th, td').allTextContents());
    expect((await Promise.all(cells)).map((texts) => texts.join(' | '))).toEqual([
      'page | page_index 17 | page_index 17, printed 18 | ',
      'as printed | 2.1 | (2.1) | ≠ differs',
      'value after scale | 2100000 | -2100000 | ≠ differs',
      'scale | 1000000 | 1000000 (“in millions”) | ',
      'unit | USD | USD (“$”) | ',
      'row | Net loss | Net loss | ',
    ]);
  });

  it('shows a proposal with its own page, its own text and its own picture', async () => {
    const { page } = await openVaried({ hash: 'claim=2.0' });
    const proposal = page.locator('#detail .part', {
      has: page.getByRole('heading', { name: 'Proposal' }),
    });
    expect(await proposal.textContent()).toContain('Cite page_index 18 (printed 19) instead');
    expect(await proposal.locator('img').getAttribute('alt')).toContain('page_index 18');
    expect(await page.locator('.side-proposed').textContent()).toContain(
      'page_index 18, printed 19',
    );
    const cited = page.locator('#detail .picture-page img');
    expect(await cited.getAttribute('alt')).toContain('The cited page, page_index 17');
  });

  it('says why a claim has no picture', async () => {
    const { page } = await openVaried();
    for (const [key, words] of [
      ['0.0', 'kept none of verified claims'],
      ['4.0', 'none could be drawn'],
      ['5.0', 'the cited version of the document was not read'],
      ['7.0', 'the cited version of the document was not read'],
    ] as const) {
      await goTo(page, `claim=${key}`);
      await page.locator(`[data-key="${key}"] .no-picture`, { hasText: words }).waitFor();
    }
  });

  it('says so where a picture does not lie beside it', async () => {
    const folder = temporaryFolder();
    const path = await writeReview(folder, await variedEntries(folder));
    rmSync(join(folder, 'crops'), { recursive: true });
    const { page } = await browser.open(path, { hash: 'claim=1.0' });
    const told = page.locator('.no-picture', { hasText: 'could not be loaded' });
    expect(await told.textContent()).toContain('crops/');
  });

  it('names where a claim came in that could not be read, and shows the metadata of a producer', async () => {
    const { page } = await openVaried({ hash: 'claim=7.0' });
    expect(await page.locator('.outcome').textContent()).toContain('envelopes.jsonl, line 8');
    await page.keyboard.press('j');
    expect(await page.locator('#detail pre').textContent()).toContain('"answer": "a-17"');
  });

  it('tells an empty run and an empty search from each other', async () => {
    const empty = await browser.open(await writeReview(temporaryFolder(), []));
    const told = empty.page.locator('#list-empty');
    await told.waitFor();
    expect(await told.textContent()).toBe('This run has no claims.');
    const { page } = await openVaried({ hash: 'q=nowhere' });
    await page.locator('#list-empty').waitFor();
    expect(await page.locator('#list-empty').textContent()).toContain(
      'Clear a filter or the search',
    );
    expect(empty.offences).toEqual([]);
  });
});

describe('filters and search', () => {
  it('live in the address and survive a reload', async () => {
    const { page } = await openVaried();
    await page.getByRole('button', { name: /^Mismatch/u }).click();
    await page.getByRole('button', { name: /^text mismatch/u }).click();
    await page.getByRole('button', { name: /^evidence on other page/u }).click();
    await page.getByRole('searchbox').fill('"segment 2"');
    await eventually(() => countText(page)).toBe('1 of 9 claims');
    const hash = await hashOf(page);
    expect(hash).toContain('status=mismatch');
    expect(new URLSearchParams(hash.slice(1)).get('q')).toBe('"segment 2"');
    await page.reload();
    expect(await countText(page)).toBe('1 of 9 claims');
    expect(await openClaim(page)).toBe('q2');
    expect(await page.getByRole('searchbox').inputValue()).toBe('"segment 2"');
    await page.getByRole('button', { name: 'Clear all' }).click();
    await eventually(() => countText(page)).toBe('9 claims');
    expect(await hashOf(page)).toBe('');
  });

  it('are read from any address, and what is unknown in it leaves nothing or changes nothing', async () => {
    const { page } = await openVaried();
    for (const [hash, count] of [
      ['status=not_found', 1],
      ['reason=sign_mismatch', 1],
      ['kind=quote', 5],
      ['kind=', 1],
      ['source=annual-report-0&source=annual-report-1', 3],
      ['action=repoint', 1],
      ['release=block', 8],
      ['limitation=several_occurrences', 1],
      ['decision=open&status=stale', 1],
      ['decision=accept', 0],
      ['status=unheard-of', 0],
    ] as const) {
      await goTo(page, hash);
      await eventually(() => countText(page)).toBe(`${count} of 9 claims`);
    }
    await goTo(page, 'claim=99.9&unknown=1');
    await eventually(() => countText(page)).toBe('9 claims');
  });

  it('search every text of a claim, without case, and quoted words as they stand', async () => {
    const { page } = await openVaried();
    const find = async (query: string): Promise<string> => {
      await page.getByRole('searchbox').fill(query);
      await eventually(() => hashOf(page)).toBe(`#${new URLSearchParams({ q: query })}`);
      return await countText(page);
    };
    expect(await find('NET LOSS (2.1)')).toBe('1 of 9 claims');
    expect(await find('"12.6 million"')).toBe('1 of 9 claims');
    expect(await find('"million 12.6"')).toBe('0 of 9 claims');
    expect(await find('million 12.6')).toBe('1 of 9 claims');
    expect(await find('printed_folio')).toBe('8 of 9 claims');
  });

  it('count in each facet what the other facets let through', async () => {
    const { page } = await openVaried({ hash: 'status=mismatch' });
    await countText(page);
    const statuses = page.locator('[aria-label="Filter by status"] button');
    expect(await statuses.allTextContents()).toEqual([
      'Verified1 claims',
      'Mismatch4 claims',
      'Not found1 claims',
      'Stale1 claims',
      'Limited1 claims',
      'Invalid1 claims',
    ]);
    expect(await page.locator('[aria-label="Filter by reason"] button').count()).toBe(4);
  });
});

describe('a page of 5,000 claims', () => {
  it('draws the claims in view only, and reaches the last one', async () => {
    const path = await writeReview(temporaryFolder(), manyEntries(5000));
    const { page, offences } = await browser.open(path);
    expect(await countText(page)).toBe('5,000 claims');
    expect(await page.locator('.row').count()).toBeLessThan(40);
    await page.evaluate('document.querySelector("#list").scrollTop = 1e9');
    await page.locator('.row', { hasText: 'q4999' }).click();
    expect(await openClaim(page)).toBe('q4999');
    expect(await page.locator('.row').count()).toBeLessThan(40);
    await page.getByRole('searchbox').fill('q4321');
    await eventually(() => countText(page)).toBe('1 of 5,000 claims');
    expect(offences).toEqual([]);
  });
});

describe('the keyboard', () => {
  it('walks the claims, decides, notes, searches and shows its keys', async () => {
    const { page } = await openVaried();
    await countText(page);
    await page.locator('#list').focus();
    for (const key of ['j', 'ArrowDown', 'j', 'ArrowUp']) await page.keyboard.press(key);
    expect(await openClaim(page)).toBe('q2');
    expect(await hashOf(page)).toBe('#claim=2.0');
    const active = await page.locator('#list').getAttribute('aria-activedescendant');
    expect(await page.locator(`#${active}`).getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('k');
    expect(await openClaim(page)).toBe('q1');
    await page.keyboard.press('a');
    expect(await page.getByRole('button', { name: 'Accept' }).getAttribute('aria-pressed')).toBe(
      'true',
    );
    await page.keyboard.press('n');
    await page.keyboard.type('jar');
    expect(await openClaim(page)).toBe('q1');
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    expect(await page.locator('#keys').textContent()).toContain('Next claim');
    await page.keyboard.press('Escape');
    await page.keyboard.press('/');
    expect(await page.evaluate('document.activeElement.id')).toBe('search');
  });

  it('keeps the focus where it works, from claim to claim', async () => {
    const { page } = await openVaried({ hash: 'claim=1.0' });
    await page.getByRole('button', { name: 'Next claim' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    expect(await openClaim(page)).toBe('v3');
    await page.keyboard.press('Escape');
    expect(await page.evaluate('document.activeElement.id')).toBe('list');
    expect(await openClaim(page)).toBe('v3');
  });

  it('leaves single keys alone when they are switched off', async () => {
    const { page } = await openVaried({ hash: 'claim=2.0' });
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
    await page.getByLabel(/Single keys/u).uncheck();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.reload();
    await countText(page);
    await page.keyboard.press('j');
    expect(await openClaim(page)).toBe('q2');
  });
});

describe('decisions', () => {
  it('survive a reload, leave as a file of the documented form, and come back from it', async () => {
    const [, entry] = await variedEntries(shared);
    const { page, offences } = await openVaried({ hash: 'claim=1.0' });
    await page.getByRole('button', { name: 'Reject' }).click();
    await page.getByLabel('Your note').fill('The half-year is meant.\n<b>');
    await page.reload();
    expect(await page.getByLabel('Your note').inputValue()).toBe('The half-year is meant.\n<b>');
    await page.getByRole('button', { name: /^Rejected/u }).click();
    expect(await countText(page)).toBe('1 of 9 claims');

    await page.getByRole('button', { name: 'Decisions' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    const file = join(temporaryFolder(), (await download).suggestedFilename());
    await (await download).saveAs(file);
    const exported = decisionFileSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
    expect(exported.run_id).toBe('run-1');
    expect(exported.decisions).toEqual([
      {
        envelope_index: 1,
        claim_index: 0,
        request_id: 'request-1',
        claim_id: 'q1',
        verdict_sha256: entry && digestOfText(verdictLine(entry.verdict)),
        decision: 'reject',
        note: 'The half-year is meant.\n<b>',
        decided_at: expect.any(String),
      },
    ]);

    const other = await openVaried();
    await other.page.getByRole('button', { name: 'Decisions' }).click();
    await other.page.getByLabel('Import').setInputFiles(file);
    await eventually(() => other.page.locator('#message').textContent()).toBe(
      '1 decision taken over.',
    );
    await other.page.getByRole('button', { name: 'Close' }).click();
    expect(await other.page.locator('.row-decision').count()).toBe(1);
    expect([...offences, ...other.offences]).toEqual([]);
  });

  it('about another verdict of the same claim are left out, and so is a file of another sort', async () => {
    const folder = temporaryFolder();
    const path = await writeReview(folder, [reviewEntry(0), reviewEntry(1)]);
    const { page } = await browser.open(path);
    const decision = {
      envelope_index: 1,
      claim_index: 0,
      request_id: null,
      claim_id: null,
      verdict_sha256: digestOfText('another verdict'),
      decision: 'accept',
      note: '',
      decided_at: '2026-01-02T03:04:05.000Z',
    };
    const file = {
      schema: 'pagewitness/decisions/1',
      run_id: 'run-0',
      exported_at: '2026-01-02T03:04:05.000Z',
      decisions: [decision, null, { ...decision, verdict_sha256: 7 }],
    };
    writeFileSync(join(folder, 'foreign.json'), JSON.stringify(file));
    writeFileSync(join(folder, 'else.json'), '[1, 2');
    await page.getByRole('button', { name: 'Decisions' }).click();
    const message = page.locator('#message');
    await page.getByLabel('Import').setInputFiles(join(folder, 'foreign.json'));
    await eventually(() => message.textContent()).toBe(
      '0 decisions taken over. 1 left out: they speak of other claims or other verdicts. 2 could not be read.',
    );
    await page.getByLabel('Import').setInputFiles(join(folder, 'else.json'));
    await eventually(() => message.textContent()).toContain('This is no file of decisions');
    expect(await page.locator('.row-decision').count()).toBe(0);
  });

  it('of a claim whose verdict has changed since do not show', async () => {
    const folder = temporaryFolder();
    const path = await writeReview(folder, [reviewEntry(0)]);
    const { page } = await browser.open(path, { hash: 'claim=0.0' });
    await page.getByRole('button', { name: 'Accept' }).click();
    await page.locator('.row-decision').waitFor();
    rmSync(path);
    await writeReview(folder, [reviewEntry(0, { verdict: failure('text_not_found') })]);
    await page.reload();
    await countText(page);
    expect(await page.locator('.row-decision').count()).toBe(0);
  });
});

describe('on a phone', () => {
  it('list and claim are two views, the way back leads to the list, and nothing sticks out', async () => {
    const { page, offences } = await openVaried(PHONE);
    await countText(page);
    const sticksOut = 'document.documentElement.scrollWidth > document.documentElement.clientWidth';
    expect(await page.evaluate(sticksOut)).toBe(false);
    expect(await page.locator('#detail').isVisible()).toBe(false);
    await page.locator('.row', { hasText: 'q2' }).tap();
    expect(await page.locator('#detail').isVisible()).toBe(true);
    expect(await page.locator('#list').isVisible()).toBe(false);
    expect(await page.evaluate(sticksOut)).toBe(false);
    await page.getByRole('button', { name: 'Next claim' }).tap();
    expect(await openClaim(page)).toBe('v3');
    expect(await page.evaluate(sticksOut)).toBe(false);
    await page.goBack();
    expect(await page.locator('#list').isVisible()).toBe(true);
    await page.getByRole('button', { name: 'Filters' }).tap();
    await page.getByRole('button', { name: /^Mismatch/u }).tap();
    await page.getByRole('button', { name: 'Filters' }).tap();
    expect(await countText(page)).toBe('4 of 9 claims');
    expect(offences).toEqual([]);
  });
});

describe('on paper', () => {
  it('stand the filtered claims with all of their details, and no part of the application', async () => {
    const { page } = await openVaried({ hash: 'status=mismatch' });
    await countText(page);
    await page.emulateMedia({ media: 'print' });
    const articles = page.locator('#paper article');
    await eventually(() => articles.count()).toBe(4);
    expect(await articles.nth(0).isVisible()).toBe(true);
    for (const id of ['list', 'sidebar', 'detail', 'search']) {
      expect(await page.locator(`#${id}`).isVisible(), id).toBe(false);
    }
    const text = await articles.nth(1).textContent();
    expect(text).toContain('Cite page_index 18 (printed 19) instead');
    expect(text).toContain('document_fingerprint');
    await page.emulateMedia({ media: 'screen' });
    await eventually(() => articles.count()).toBe(0);
    expect(await page.locator('#list').isVisible()).toBe(true);
  });

  it('stand the pictures too when the page itself is asked to print', async () => {
    const { page } = await openVaried({ hash: 'status=mismatch' });
    await countText(page);
    await page.evaluate(`window.print = () => {
      const pictures = [...document.querySelectorAll('#paper img')];
      window.widthsAtPrint = pictures.map((picture) => picture.naturalWidth);
    }`);
    await page.getByRole('button', { name: 'Print', exact: true }).click();
    await eventually(() => page.evaluate('window.widthsAtPrint')).toEqual([900, 900, 900, 900]);
  });
});

describe('light and dark', () => {
  it('follow the system until the reader chooses, and the choice survives a reload', async () => {
    const { page } = await openVaried({ colorScheme: 'dark' });
    const ground = 'getComputedStyle(document.documentElement).backgroundColor';
    expect(await page.evaluate(ground)).toBe('rgb(17, 20, 25)');
    await page.getByRole('button', { name: 'Theme: auto' }).click();
    expect(await page.evaluate(ground)).toBe('rgb(243, 244, 246)');
    await page.reload();
    await page.getByRole('button', { name: 'Theme: light' }).waitFor();
    expect(await page.evaluate(ground)).toBe('rgb(243, 244, 246)');
  });
});
