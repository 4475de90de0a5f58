import { ApplicationFailure } from '@temporalio/common';
import { describe, expect, it } from 'vitest';
import { currentAttempt } from '../activity/attempt.ts';
import { ActivityFailed } from '../story/steps.ts';
import { attemptActivity } from './attempt-activity.ts';

const soon = (message: string) => ApplicationFailure.create({ message, nextRetryDelay: 1 });

function attempted(work: () => Promise<unknown>) {
  const stopping = new AbortController();
  const breaking = new AbortController();
  const ask = () =>
    attemptActivity({
      name: 'ask',
      options: {
        queue: 'records',
        longestSeconds: 60,
        retry: { firstPauseSeconds: 1, longestPauseSeconds: 60, attempts: 4 },
      },
      run: work,
      signal: breaking.signal,
      stop: stopping.signal,
    });
  return { ask, stopping, breaking };
}

describe('activities without Temporal', () => {
  it('are repeated as often as their options say, with the number of the attempt and one cause', async () => {
    const seen: { number: number; cause: string }[] = [];
    const { ask } = attempted(async () => {
      seen.push(currentAttempt());
      throw soon(`failure ${seen.length}`);
    });
    const failure = await ask().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ActivityFailed);
    expect(failure).toMatchObject({ activity: 'ask', isLasting: false, cause: { message: 'failure 4' } });
    expect(seen.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
    expect(new Set(seen.map(({ cause }) => cause)).size).toBe(1);
  });

  it('are not repeated when that cannot help', async () => {
    let calls = 0;
    const { ask } = attempted(async () => {
      calls += 1;
      throw ApplicationFailure.nonRetryable('refused');
    });
    await expect(ask()).rejects.toMatchObject({ cause: { message: 'refused' } });
    expect(calls).toBe(1);
  });

  it('are not repeated after the stop', async () => {
    let calls = 0;
    const { ask, stopping } = attempted(async () => {
      calls += 1;
      stopping.abort();
      throw soon('failed');
    });
    await expect(ask()).rejects.toThrow('failed');
    expect(calls).toBe(1);
  });

  it('hear when the process ends', async () => {
    const { ask, breaking } = attempted(async () => {
      const { signal } = currentAttempt();
      breaking.abort();
      return signal.aborted;
    });
    expect(await ask()).toBe(true);
  });
});
