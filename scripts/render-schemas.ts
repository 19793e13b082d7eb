import { z } from 'zod';
import { claimSchemas } from '../src/contracts/claim.ts';
import { cropRecordSchema } from '../src/contracts/crop.ts';
import { decisionFileSchema } from '../src/contracts/decision.ts';
import { envelopeSchema } from '../src/contracts/envelope.ts';
import { runReportSchema, summarySchema } from '../src/contracts/report.ts';
import { verdictSchema } from '../src/contracts/verdict.ts';

const CLAIM_FILES = Object.entries(claimSchemas).map(
  ([kind, schema]) =>
    [`claim-${kind.replaceAll('_', '-')}`, `A claim of kind ${kind}`, schema] as const,
);

const SCHEMAS: readonly (readonly [name: string, title: string, schema: z.ZodType])[] = [
  ['envelope', 'An evidence envelope', envelopeSchema],
  ...CLAIM_FILES,
  ['verdict', 'One line of verdicts.jsonl', verdictSchema],
  ['crop', 'One line of crops.jsonl', cropRecordSchema],
  ['summary', 'summary.json', summarySchema],
  ['run', 'run.json', runReportSchema],
  ['decisions', 'Decisions of a reviewer, as the review page exports them', decisionFileSchema],
];

/**
 * The JSON Schemas (draft 2020-12) by file name, as text. They say what a JSON Schema can say;
 * rules between fields (a box with x0 < x1, ids that may not repeat) stay with the program.
 */
export function renderSchemas(): ReadonlyMap<string, string> {
  return new Map(
    SCHEMAS.map(([name, title, schema]) => {
      const { $schema, ...body } = z.toJSONSchema(schema, { target: 'draft-2020-12', io: 'input' });
      const whole = { $schema, $id: `${name}.schema.json`, title, ...body };
      return [`${name}.schema.json`, `${JSON.stringify(whole, null, 2)}\n`];
    }),
  );
}
