import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verdictSchema } from '../../src/contracts/verdict.ts';
import { makeWorkspace, SECOND, SENTENCE } from './workspace.ts';

describe('check', { timeout: 120_000 }, () => {
  it('verifies one claim without an envelope, and leaves no run behind', async () => {
    const { cli, document } = makeWorkspace();
    const { exitCode, out } = await cli(['check', document, '--page', '1', '--quote', SENTENCE]);
    expect(out).toContain('verified');
    expect(out).toContain('Evidence on page_index 0');
    expect(exitCode).toBe(0);
    expect((await cli(['runs'])).err).toContain('There are no runs');
  });

  it('counts --page from 1 and --page-index from 0, and proposes the right page', async () => {
    const { cli, document } = makeWorkspace();
    const byPage = await cli(['check', document, '--page', '1', '--quote', SECOND, '--json']);
    expect(byPage.exitCode).toBe(1);
    expect(verdictSchema.parse(JSON.parse(byPage.out))).toMatchObject({
      reason: 'evidence_on_other_page',
      proposal: { action: 'repoint', page_index: 1 },
    });
    const byIndex = await cli([
      'check',
      document,
      '--page-index',
      '1',
      '--quote',
      SECOND,
      '--json',
    ]);
    expect(JSON.parse(byIndex.out)).toMatchObject({
      status: 'verified',
      evidence: { page_index: 1 },
    });
  });

  it.each([
    [['--quote', 'x'], 'names no page'],
    [['--page', '0', '--quote', 'x'], 'counts from 1'],
    [['--page', '1', '--page-index', '0'], 'either --page or --page-index'],
    [['--page', '1', '--quote', 'x', '--value', '5'], 'either --quote or --value'],
    [['--page', '1', '--quote', 'x', '--row', 'Net sales'], 'belong to --value'],
    [['--page', '1', '--quote', 'x', '--bbox', '1,2,3'], '--bbox must be'],
    [['--page', '1', '--value', '12.4', '--expected-value', '13'], 'digits of expected_text'],
    [['--page', '1', '--quote', 'x', '--password-env', 'NO_SUCH_VARIABLE'], 'is not set'],
  ])('refuses %j', async (options, message) => {
    const { cli, document } = makeWorkspace();
    const { exitCode, err } = await cli(['check', document, ...options]);
    expect(err).toContain(message);
    expect(exitCode).toBe(2);
  });

  it('refuses a file that is not there or no document', async () => {
    const { cli, folder, put } = makeWorkspace();
    expect(await cli(['check', join(folder, 'none.pdf'), '--page', '1'])).toMatchObject({
      exitCode: 2,
    });
    const notes = put('notes.pdf', 'no document');
    expect((await cli(['inspect', notes])).err).toContain('cannot be read: corrupt');
  });
});

describe('cite', { timeout: 120_000 }, () => {
  it('prints an envelope that verifies as it stands', async () => {
    const { cli, document, folder, fingerprint } = makeWorkspace();
    const { out, exitCode } = await cli(['cite', document, SECOND]);
    expect(exitCode).toBe(0);
    expect(out.trimEnd()).not.toContain('\n');
    expect(JSON.parse(out)).toMatchObject({
      document_fingerprint: fingerprint,
      claims: [{ kind: 'quote', page_index: 1, expected_text: SECOND }],
    });
    const argv = ['verify', '-', '--sources', join(folder, 'docs'), '--out', join(folder, 'out')];
    expect((await cli(argv, out)).exitCode).toBe(0);
  });

  it('cites both pages of a text that runs over a page break', async () => {
    const { cli, document } = makeWorkspace();
    const { out } = await cli(['cite', document, `Net sales 1,234 ${SECOND}`]);
    expect(JSON.parse(out)).toMatchObject({ claims: [{ page_index: 0, page_index_end: 1 }] });
  });

  it('ends with 1 when the text is nowhere', async () => {
    const { cli, document } = makeWorkspace();
    expect(await cli(['cite', document, 'Nothing of the kind'])).toMatchObject({
      exitCode: 1,
      out: '',
    });
  });
});

describe('inspect', { timeout: 120_000 }, () => {
  it('shows every page in a line, or one page with its elements and text', async () => {
    const { cli, document, fingerprint } = makeWorkspace();
    const all = await cli(['inspect', document]);
    expect(all.out).toContain(fingerprint);
    expect(all.out).toMatch(/^page_index 0 .*elements$/m);
    const one = await cli(['inspect', document, '--page', '2']);
    expect(one.out).toContain(SECOND);
    expect(one.out).not.toContain(SENTENCE);
    expect(one.out).toMatch(/p1-e\d+ {2}\w+ {2}\[/);
  });

  it('gives the same as JSON, with ids, offsets and boxes that fit the text', async () => {
    const { cli, document } = makeWorkspace();
    const { out } = await cli(['inspect', document, '--page', '1', '--json']);
    const inspected = JSON.parse(out);
    expect(inspected).toMatchObject({ page_count: 2, pages: [{ page_index: 0 }] });
    const [page] = inspected.pages;
    for (const element of page.elements) {
      expect(page.text.slice(element.start, element.end)).toBe(element.text);
      expect(element.bbox).toHaveLength(4);
    }
    expect(inspected.capability_table).toContainEqual({
      kind: 'quote',
      locator: 'any',
      capability: 'text',
      reason: 'no_text_layer',
    });
  });

  it('refuses a page that the document does not have', async () => {
    const { cli, document } = makeWorkspace();
    expect(await cli(['inspect', document, '--page', '3'])).toMatchObject({ exitCode: 2 });
  });
});

describe('doctor', { timeout: 120_000 }, () => {
  it('finds this installation well, and makes no home', async () => {
    const { cli, folder } = makeWorkspace();
    const { exitCode, out } = await cli(['doctor', '--json']);
    expect(JSON.parse(out)).toMatchObject({ ok: true });
    expect(exitCode).toBe(0);
    expect(existsSync(join(folder, 'home'))).toBe(false);
  });
});

describe('usage', () => {
  it.each([[['--help']], [['verify', '--help']], [['--version']]])(
    '%j ends with 0',
    async (argv) => {
      const { cli } = makeWorkspace();
      expect((await cli(argv)).exitCode).toBe(0);
    },
  );

  it.each([
    'verify',
    'check',
    'cite',
    'inspect',
    'resume',
    'runs',
    'cancel',
    'doctor',
    'backup',
    'restore',
  ])('%s --help shows examples', async (command) => {
    const { cli } = makeWorkspace();
    const { out } = await cli([command, '--help']);
    expect(out).toMatch(/Examples?:\n {2}(?:\S+=\S+ )?pagewitness /);
  });

  it.each([[[]], [['verfy']], [['verify']], [['verify', 'x']], [['runs', '--nope']]])(
    '%j ends with 2',
    async (argv) => {
      const { cli } = makeWorkspace();
      expect((await cli(argv)).exitCode).toBe(2);
    },
  );

  it('tells every setting that is wrong', async () => {
    const { cli } = makeWorkspace({ PAGEWITNESS_THREADS: 'many', PAGEWITNESS_PAGES_MAX: '0' });
    const { exitCode, err } = await cli(['runs']);
    expect(exitCode).toBe(2);
    expect(err.trimEnd().split('\n')).toHaveLength(2);
  });
});
