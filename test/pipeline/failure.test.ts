import { expect, it } from 'vitest';
import { FAILURE_CODES, isFailure, PipelineError } from '../../src/pipeline/failure.ts';

it('the codes of failures are stable: a new one is added here, none changes or goes', () => {
  expect(FAILURE_CODES.toSorted()).toEqual([
    'artifacts_unreachable',
    'artifacts_unusable',
    'backup_newer',
    'backup_unusable',
    'backup_unwritable',
    'envelopes_unusable',
    'home_locked',
    'lease_lost',
    'queue_stuck',
    'queue_unplaced',
    'queue_unreachable',
    'queue_unusable',
    'report_in_place',
    'report_unplaced',
    'report_unwritable',
    'run_already_planned',
    'run_held',
    'run_not_finished',
    'run_not_found',
    'run_not_planned',
    'run_of_other_profile',
    'sources_unusable',
    'store_busy',
    'store_newer',
    'store_not_empty',
    'store_unreachable',
    'store_unusable',
    'thread_crashed',
    'thread_stalled',
  ]);
});

it('only failures that may pass are tried again', () => {
  const retried = FAILURE_CODES.filter((code) => new PipelineError(code).retryable);
  expect(retried.toSorted()).toEqual([
    'artifacts_unreachable',
    'queue_unreachable',
    'store_busy',
    'store_unreachable',
    'thread_crashed',
    'thread_stalled',
  ]);
});

it('a failure says its fixed sentence, then the detail, and keeps its cause', () => {
  const cause = new Error('SQLITE_FULL');
  const error = new PipelineError('store_unusable', { detail: 'The disk is full.', cause });
  expect(error.message).toBe('The store cannot be used. The disk is full.');
  expect(error.cause).toBe(cause);
  expect(isFailure(error, 'store_unusable')).toBe(true);
  expect(isFailure(error, 'store_busy')).toBe(false);
  expect(isFailure(cause, 'store_unusable')).toBe(false);
});
