import { CHECKS, type Check, type CheckName } from '../contracts/check.ts';
import type { Reason } from '../contracts/reason.ts';

/** The steps that were passed, in order, with a detail where one helps. */
export type PassedChecks = readonly { readonly check: CheckName; readonly detail?: string }[];

/** All steps of the order for a claim that failed at `check`: what follows was skipped. */
export function failedChecks(
  passed: PassedChecks,
  check: CheckName,
  reason: Reason,
  detail: string | undefined,
): readonly Check[] {
  return CHECKS.map((name): Check => {
    if (name === check) {
      return { check, outcome: 'fail', reason, ...(detail === undefined ? {} : { detail }) };
    }
    return passedOrSkipped(passed, name);
  });
}

/** All steps of the order for a claim that failed at none; what was not asked for was skipped. */
export function passedChecks(passed: PassedChecks): readonly Check[] {
  return CHECKS.map((name) => passedOrSkipped(passed, name));
}

function passedOrSkipped(passed: PassedChecks, name: CheckName): Check {
  const pass = passed.find(({ check }) => check === name);
  if (pass === undefined) return { check: name, outcome: 'skipped' };
  return {
    check: name,
    outcome: 'pass',
    ...(pass.detail === undefined ? {} : { detail: pass.detail }),
  };
}
