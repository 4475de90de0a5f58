import { ApplicationFailure } from '@temporalio/common';
import { describe, expect, it } from 'vitest';
import { failurePauseSeconds } from './failure-pause.ts';

const failure = (slow: boolean) =>
  ApplicationFailure.create({ message: 'refused', details: [{ cause: { reason: 'gone', detail: '' }, slow }] });
const pauses = (error: unknown) => [1, 2, 7, 8, 10, 20].map((failures) => failurePauseSeconds(failures, error));

describe('the pause after a failed round', () => {
  it('doubles up to 15 minutes', () => {
    expect(pauses(failure(false))).toEqual([10, 20, 640, 900, 900, 900]);
    expect(pauses(new Error('ours'))).toEqual([10, 20, 640, 900, 900, 900]);
  });

  it('doubles up to an hour after an answer that does not pass by itself', () => {
    expect(pauses(failure(true))).toEqual([10, 20, 640, 1280, 3600, 3600]);
  });
});
