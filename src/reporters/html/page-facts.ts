import { LIMITATIONS } from '../../contracts/limitation.ts';
import { REASONS, STATUSES } from '../../contracts/reason.ts';
import type { Summary } from '../../contracts/report.ts';
import type { ReportFacts } from '../../pipeline/ports.ts';
import type { PageFacts, PageField } from './page-data.ts';

/** What only the writer of the page knows. */
type CountedFacts = Pick<PageFacts, 'left_out' | 'crops' | 'is_redacted'>;

/** What the review page says of the run as a whole, and the tables that explain its codes. */
export function pageFacts(facts: ReportFacts, summary: Summary, counted: CountedFacts): PageFacts {
  const { run } = facts;
  const outcomes = facts.machine_outcomes.map(
    ({ envelope_index: envelope, claim_index: claim, attempts, detail }) =>
      [`${envelope}.${claim}`, `${detail} (${attempts} attempts)`] as const,
  );
  return {
    run_id: run.run_id,
    state: run.state,
    finished_at: run.finished_ms === null ? null : new Date(run.finished_ms).toISOString(),
    claims: summary.claims,
    ...counted,
    statuses: STATUSES,
    reasons: REASONS,
    limitations: LIMITATIONS,
    machine_outcomes: Object.fromEntries(outcomes),
    run_fields: runFields(facts, summary),
  };
}

function runFields({ run }: ReportFacts, summary: Summary): readonly PageField[] {
  const inputs = summary.inputs.map(({ file, sha256 }) => ({
    name: `input ${file}`,
    value: sha256,
  }));
  const versions = Object.entries(summary.versions).map(([name, value]) => ({ name, value }));
  return [
    { name: 'run_id', value: run.run_id },
    { name: 'state', value: run.state },
    ...inputs,
    { name: 'profile', value: summary.profile },
    { name: 'policy', value: `${summary.policy.name} ${summary.policy.version}` },
    ...versions,
  ];
}
