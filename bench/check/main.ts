import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type CheckFigures, measureCheck, setFolder } from './measure.ts';

/** Prints what the pure check costs: `tsx bench/check/main.ts [FOLDER]`, after `npm run build`. */
async function main([given]: readonly string[]): Promise<number> {
  const folder = given ?? setFolder();
  if (!existsSync(join(folder, 'envelopes.jsonl'))) {
    process.stderr.write(
      'no labelled data: set PAGEWITNESS_DATA to the folder that holds "data"\n',
    );
    return 2;
  }
  const figures = await measureCheck(folder);
  for (const [label, value] of rowsOf(figures)) {
    process.stdout.write(`${label.padEnd(44)} ${value}\n`);
  }
  return 0;
}

function rowsOf(figures: CheckFigures): readonly (readonly [string, string])[] {
  const micro = (value: number): string => `${value.toFixed(1)} µs`;
  return [
    ['documents, cited pages, claims', `${figures.documents}, ${figures.pages}, ${figures.claims}`],
    ['check, pages and claims seen before', micro(figures.warm_us_per_claim)],
    ['claims per second and core', figures.warm_claims_per_second.toFixed(0)],
    ['check, pages just decoded', micro(figures.cold_us_per_claim)],
    ['searched claims', String(figures.searched)],
    ['search, per claim and page', micro(figures.search_us_per_claim_and_page)],
    ['making a page ready to be ruled out', micro(figures.prepare_us_per_page)],
    ['ruling out, per claim and page', micro(figures.rule_out_us_per_claim_and_page)],
  ];
}

process.exitCode = await main(process.argv.slice(2));
