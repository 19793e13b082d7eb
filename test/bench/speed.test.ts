import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import {
  type BenchEnvelope,
  countCitedPages,
  countClaims,
  isPlain,
  selectClaims,
  writeClaimTable,
} from '../../bench/speed/claims.ts';
import { measureCommand, median } from '../../bench/speed/measure.ts';
import { atMost, ratioRow, renderGroup, rounded } from '../../bench/speed/row.ts';
import { makePdf, textPage } from '../support/pdf-maker.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const SCRIPT = fileURLToPath(new URL('../../bench/speed/baseline.sh', import.meta.url));

function quote(id: string, page_index: number, expected_text: string) {
  return { id, kind: 'quote', page_index, expected_text };
}

function envelope(source_id: string, claims: BenchEnvelope['claims']): BenchEnvelope {
  return {
    request_id: source_id,
    source_id,
    document_fingerprint: 'sha256:0',
    page_count: 2,
    claims,
  };
}

describe('the script that a run is measured against', () => {
  it('finds a text on its cited page and on no other, whatever its white space', () => {
    const folder = temporaryFolder();
    const pages = ['Revenue grew by 4 percent.', 'Costs fell (a) by $2.1 million.'].map((text) =>
      textPage([{ text, x: 72, y: 72 }]),
    );
    writeFileSync(join(folder, 'first report.pdf'), makePdf({ pages }));
    writeFileSync(join(folder, 'second.pdf'), makePdf({ pages: pages.toReversed() }));
    const table = join(folder, 'claims.tsv');
    writeClaimTable(table, [
      envelope('first report', [
        quote('a', 0, 'Revenue grew\r\nby  4 percent.'),
        quote('b', 1, 'Revenue grew by 4 percent.'),
        quote('c', 1, 'Costs fell (a) by $2.1'),
      ]),
      envelope('second', [quote('d', 1, 'Revenue'), quote('e', 7, 'Revenue')]),
      envelope('missing', [quote('f', 0, 'Revenue')]),
    ]);
    const printed = execFileSync('sh', [SCRIPT, table, folder], { encoding: 'utf8' });
    expect(printed).toBe('documents 3\nclaims 6\nfound 3\n');
  });
});

describe('the claims of a row', () => {
  it('are those that a script can look up, and each page they cite counts once', () => {
    const labelled = { ...quote('c', 1, 'x'), page_label: '2' };
    const claims = [quote('a', 0, 'x'), quote('b', 0, 'y'), quote('e', 9, 'z'), labelled];
    const all = [
      envelope('one', [...claims, { id: 'd', kind: 'page', page_index: 1 }]),
      envelope('two', [labelled]),
    ];
    const plain = selectClaims(all, isPlain);
    expect(plain.map(({ source_id }) => source_id)).toEqual(['one']);
    expect([countClaims(plain), countCitedPages(plain)]).toEqual([3, 1]);
  });
});

describe('a measured command', () => {
  it('tells what its children took, what it printed and how it ended', async () => {
    const lines: string[] = [];
    const script = 'i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done; echo x; echo y >&2; exit 3';
    const measured = await measureCommand(['sh', '-c', `sh -c '${script}'`], {
      is_memory_watched: true,
      onErrorLine: (line) => lines.push(line),
    });
    expect(measured).toMatchObject({ exit_code: 3, stdout: 'x\n', stderr: 'y\n' });
    expect(lines).toEqual(['y']);
    expect(measured.cpu_seconds).toBeGreaterThan(0);
    expect(measured.peak_megabytes).toBeGreaterThan(0);
  });
});

describe('a row', () => {
  it('holds its bound by the ratio and not as it is printed', () => {
    expect(ratioRow('a', [1.2004, '1.2 s'], [1, '1 s'], atMost(1.2, 'x'))).toMatchObject({
      ratio: '1.2x',
      asked: '≤ 1.2x',
      is_met: false,
    });
    expect(ratioRow('a', [1.2, '1.2 s'], [1, '1 s'], atMost(1.2, 'x')).is_met).toBe(true);
  });

  it('stands in a Markdown table, with what is missed marked', () => {
    const rows = [ratioRow('a|b', [3, '3 s'], [1, '1 s'], atMost(2, 'x'))];
    expect(renderGroup({ title: 'T', note: 'N', rows })).toContain(
      '| a\\|b | 3 s | 1 s | 3x | ≤ 2x | **no** |',
    );
  });

  it('prints three digits, and the lower of two middle figures', () => {
    expect([1.23456, 0.0123456, 98765.4].map(rounded)).toEqual(['1.23', '0.0123', '98,765']);
    expect(median([4, 1, 3, 2])).toBe(2);
  });
});
