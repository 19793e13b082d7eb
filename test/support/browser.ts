import { existsSync } from 'node:fs';
import { getuid } from 'node:process';
import { pathToFileURL } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { CHROMIUM } from './chromium-path.ts';

/** Generous for two cores under full load; nothing is measured against it. */
const PATIENCE_MS = 30_000;

/** A page of a test's own, and what it did that no report may do. */
export interface WatchedPage {
  readonly page: Page;
  /** Requests that left the disk, dialogs, errors of scripts, breaches of the policy. */
  readonly offences: readonly string[];
}

/** Opens pages in one Chromium for all tests of a file; each test gets a fresh profile. */
export interface TestBrowser {
  readonly open: (file: string, options?: PageOptions) => Promise<WatchedPage>;
}

export interface PageOptions extends BrowserContextOptions {
  /** The part of the address after `#`. */
  readonly hash?: string;
}

/** Expects something of a page that it may still be about to do. */
export function eventually<T>(look: () => Promise<T>) {
  return expect.poll(look, { timeout: PATIENCE_MS });
}

/** Starts Chromium before the tests of a file and ends it after them. */
export function useBrowser(): TestBrowser {
  let browser: Browser | null = null;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
  });
  return {
    async open(file, { hash = '', ...options } = {}) {
      if (browser === null) throw new Error('Chromium is not running.');
      const context = await browser.newContext({ acceptDownloads: true, ...options });
      onTestFinished(() => context.close());
      context.setDefaultTimeout(PATIENCE_MS);
      const page = await context.newPage();
      const offences = watch(page);
      await page.goto(`${pathToFileURL(file).href}${hash === '' ? '' : `#${hash}`}`);
      return { page, offences };
    },
  };
}

async function launch(): Promise<Browser> {
  if (!existsSync(CHROMIUM)) {
    throw new Error(
      `There is no Chromium at ${CHROMIUM}. Install it (Debian: apt-get install chromium) or set CHROMIUM_PATH.`,
    );
  }
  const isRoot = getuid?.() === 0;
  return await chromium.launch({
    executablePath: CHROMIUM,
    args: isRoot ? ['--no-sandbox'] : [],
    timeout: PATIENCE_MS,
  });
}

function watch(page: Page): readonly string[] {
  const offences: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith('file:')) offences.push(`request ${request.url()}`);
  });
  page.on('dialog', (dialog) => {
    offences.push(`dialog ${dialog.message()}`);
    dialog.dismiss().catch(ignoreClosed);
  });
  page.on('pageerror', (error) => offences.push(`error ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') offences.push(`console ${message.text()}`);
  });
  return offences;
}

/** A page that is closed has no dialog left to dismiss. */
function ignoreClosed(): void {}
