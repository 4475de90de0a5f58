import { ApplicationFailure } from '@temporalio/common';
import { describe, expect, it } from 'vitest';
import { currentAttempt } from './attempt.ts';
import { attemptActivities } from './attempt-activities.ts';

const soon = (message: string) => ApplicationFailure.create({ message, nextRetryDelay: 1 });

function attempted(work: () => Promise<unknown>, unbroken: string[] = []) {
  const stopping = new AbortController();
  const breaking = new AbortController();
  const options = { signal: breaking.signal, stop: stopping.signal, unbroken };
  return { ...attemptActivities({ ask: (_input: object) => work() }, options), stopping, breaking };
}

describe('activities without Temporal', () => {
  it('are repeated four times at most, with the number of the attempt and one cause', async () => {
    const seen: { number: number; cause: string }[] = [];
    const { ask } = attempted(async () => {
      seen.push(currentAttempt());
      throw soon(`failure ${seen.length}`);
    });
    await expect(ask({})).rejects.toThrow('failure 4');
    expect(seen.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
    expect(new Set(seen.map(({ cause }) => cause)).size).toBe(1);
  });

  it('are not repeated when that cannot help', async () => {
    let calls = 0;
    const { ask } = attempted(async () => {
      calls += 1;
      throw ApplicationFailure.nonRetryable('refused');
    });
    await expect(ask({})).rejects.toThrow('refused');
    expect(calls).toBe(1);
  });

  it('are not repeated after the stop', async () => {
    let calls = 0;
    const { ask, stopping } = attempted(async () => {
      calls += 1;
      stopping.abort();
      throw soon('failed');
    });
    await expect(ask({})).rejects.toThrow('failed');
    expect(calls).toBe(1);
  });

  it('are aborted with the process, but not those that change something at a partner', async () => {
    const aborted = async (unbroken: string[]) => {
      const { ask, breaking } = attempted(async () => {
        const { signal } = currentAttempt();
        breaking.abort();
        return signal.aborted;
      }, unbroken);
      return ask({});
    };
    expect(await aborted([])).toBe(true);
    expect(await aborted(['ask'])).toBe(false);
  });
});
