import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Claim } from '../../src/contracts/claim.ts';
import { REASONS } from '../../src/contracts/reason.ts';
import type { Verdict } from '../../src/contracts/verdict.ts';
import type { ReportEntry, ReportFacts } from '../../src/pipeline/ports.ts';
import { createMarkdownView } from '../../src/reporters/markdown.ts';
import { codeSpan, tableOf } from '../../src/reporters/markdown-text.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { cropOf, entryOf, FACTS, summaryOf, verdictOf } from './verdicts.ts';

async function markdownOf(
  entries: readonly ReportEntry[],
  { facts = FACTS, isRedacted = false }: { facts?: ReportFacts; isRedacted?: boolean } = {},
): Promise<string> {
  const path = join(temporaryFolder(), 'x.md');
  const writer = await createMarkdownView({ isRedacted }).open(path);
  for (const entry of entries) await writer.write(entry);
  await writer.finish(facts, summaryOf(entries.map(({ verdict }) => verdict)));
  return readFile(path, 'utf8');
}

function failed(change: Partial<Verdict> = {}): Verdict {
  return verdictOf({
    status: 'not_found',
    reason: 'text_not_found',
    match_method: null,
    proposal: { action: 'remove' },
    release: 'block',
    ...change,
  });
}

const CLAIM: Claim = {
  id: 'q1',
  kind: 'quote',
  page_index: 17,
  page_label: '18',
  expected_text: 'Revenue was $12.4 million.',
};

describe('summary.md', () => {
  it('counts by status, kind and source', async () => {
    const text = await markdownOf([
      entryOf(verdictOf()),
      entryOf(failed({ source_id: 's2' })),
      entryOf(failed({ source_id: null, kind: null })),
    ]);
    expect(text).toContain('**1 of 3 claims verified** (1 envelope, 3 sources)');
    expect(text).toContain('1 to release, 0 to review, 2 to block');
    expect(text).toContain('| `not_found` | 2 |');
    expect(text).toContain('| `quote` | 2 | 1 | 1 |');
    expect(text).toContain('| (unreadable) | 1 | 0 | 1 |');
    // The source with the most trouble comes first.
    expect(text.indexOf('| `s2` | 1 | 0 | 1 |')).toBeLessThan(text.indexOf('| `s1` | 1 | 1 | 0 |'));
  });

  it('groups what is not verified by reason with its remedy, and links the pictures', async () => {
    const proposal: Verdict['proposal'] = { action: 'repoint', page_index: 18, scope: 'window' };
    const verdict = failed({ status: 'mismatch', reason: 'evidence_on_other_page', proposal });
    const crops = [cropOf('a'), cropOf('b', { role: 'proposal', page_index: 18 })];
    const text = await markdownOf([
      { ...entryOf(verdict), claim: CLAIM, crops },
      entryOf(failed()),
      entryOf(failed()),
    ]);
    expect(text.indexOf('### `not_found / text_not_found`: 2 claims')).toBeLessThan(
      text.indexOf('### `mismatch / evidence_on_other_page`: 1 claim'),
    );
    expect(text).toContain(`**Remedy:** ${REASONS.evidence_on_other_page.remedy}`);
    expect(text).toContain(
      '- `q1` of `r1`, source `s1`; cites page_index 17, label `18`; ' +
        'expects `Revenue was $12.4 million.`; proposed: page_index 18; ' +
        `[picture of page_index 17](crops/${'a'.repeat(64)}.png); ` +
        `[picture of proposed page_index 18](crops/${'b'.repeat(64)}.png)`,
    );
  });

  it('shows a bounded number of claims for a reason, and says how many more there are', async () => {
    const text = await markdownOf(Array.from({ length: 60 }, () => entryOf(failed())));
    expect(text.match(/^- `q1`/gmu)).toHaveLength(25);
    expect(text).toContain('- and 35 more');
  });

  it('says what was not settled by the evidence, and what was left out', async () => {
    const outcome = {
      envelope_index: 0,
      claim_index: 0,
      request_id: 'r1',
      claim_id: 'q1',
      reason: 'parse_timeout' as const,
      attempts: 2,
      detail: 'x',
    };
    const entries = [{ ...entryOf(failed()), claim: CLAIM }];
    const text = await markdownOf(entries, {
      facts: { ...FACTS, machine_outcomes: [outcome] },
      isRedacted: true,
    });
    expect(text).toContain('the machine, not the evidence, decided 1 claim');
    expect(text).toContain('Document text and pictures were left out of this report.');
    expect(text).not.toContain('expects');
  });

  it('explains the limitations there are', async () => {
    const text = await markdownOf([entryOf(verdictOf({ limitations: ['several_occurrences'] }))]);
    expect(text).toMatch(/\| `several_occurrences` \| 1 \| [A-Z].*\. \|/u);
    expect(text).not.toContain('## Not verified');
  });
});

describe('a text from outside in Markdown', () => {
  it.each([
    ['plain', '`plain`'],
    ['<img src=x onerror=alert(1)>', '`<img src=x onerror=alert(1)>`'],
    ['[a](http://x) **b**', '`[a](http://x) **b**`'],
    ['a`b', '``a`b``'],
    ['`a', '`` `a ``'],
    ['``', '``` `` ```'],
    ['one\ntwo\r\n# three', '`one two # three`'],
    ['a\u202eb\u0000', '`a\ufffdb\ufffd`'],
    [' \n', '(empty)'],
  ])('%j stands as %j', (text, span) => {
    expect(codeSpan(text)).toBe(span);
  });

  it('never ends its code span, whatever back-ticks it holds', () => {
    const text = fc.array(fc.constantFrom('`', '``', ' ', 'a', '|')).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, (given) => {
        const span = codeSpan(given);
        if (span === '(empty)') return;
        const [fence = ''] = /^`+/u.exec(span) ?? [];
        const inner = span.slice(fence.length, -fence.length);
        expect(span.endsWith(fence)).toBe(true);
        const runs = [...inner.matchAll(/`+/gu)].map(([run]) => run.length);
        expect(runs).not.toContain(fence.length);
        expect(inner.startsWith('`') || inner.endsWith('`')).toBe(false);
      }),
    );
  });

  it('never parts a cell of a table', () => {
    expect(tableOf(['a', 'b'], [[codeSpan('x|y'), '1']])).toBe(
      '| a | b |\n| :-- | --: |\n| `x\\|y` | 1 |',
    );
  });
});
