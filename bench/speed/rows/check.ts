import { measureCheck } from '../../check/measure.ts';
import type { Bench } from '../bench.ts';
import { atLeast, figureRow, type RowGroup, rounded } from '../row.ts';

/** What deciding claims costs by itself, on pages that are read. */
export async function measureChecks(bench: Bench): Promise<RowGroup> {
  const figures = await measureCheck(bench.set_folder);
  const rate = figures.warm_claims_per_second;
  return {
    title: 'The pure check',
    note:
      `${figures.claims} claims on ${figures.pages} pages of ${figures.documents} documents, in one process (\`bench/check\`); ` +
      'CPU time, the least of five rounds.',
    rows: [
      figureRow('claims a second and core, pages read', [rate, rounded(rate)], atLeast(20_000, '')),
      microseconds('one claim on a page just decoded', figures.cold_us_per_claim),
      microseconds('search for one claim on one page', figures.search_us_per_claim_and_page),
      microseconds('making a page ready to be ruled out', figures.prepare_us_per_page),
      microseconds('ruling it out for one claim', figures.rule_out_us_per_claim_and_page),
    ],
  };
}

function microseconds(name: string, value: number): ReturnType<typeof figureRow> {
  return figureRow(name, [value, `${rounded(value)} µs`]);
}
