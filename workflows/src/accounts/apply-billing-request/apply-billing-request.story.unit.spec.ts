import { describe, expect, it } from 'vitest';
import { stepsOnClock } from '../../testing/clock-steps.ts';
import type {
  ApplyBillingRequestActivities,
  ApplyBillingRequestInput,
  NextBillingStep,
} from './apply-billing-request.contract.ts';
import { applyBillingRequest } from './apply-billing-request.story.ts';

/** What a process does, by what it finds at the provider and what the provider answers, one after the other. */
async function stepsOf(comparisons: NextBillingStep[], responses: NextBillingStep[] = []): Promise<string[]> {
  const done: string[] = [];
  const activities: ApplyBillingRequestActivities = {
    compareWithProvider: async () => {
      done.push('compare');
      return comparisons.shift() ?? { next: 'nothing' };
    },
    askProvider: async ({ step }) => {
      done.push(step);
      return responses.shift() ?? { next: 'nothing' };
    },
    endRequest: async ({ end }) => void done.push(`end ${end.code}`),
  };
  const { steps } = stepsOnClock<ApplyBillingRequestInput, ApplyBillingRequestActivities>(activities, 0);
  await applyBillingRequest(steps, { request_id: 'r1' });
  return done;
}

describe('a request to the payment provider', () => {
  const away: NextBillingStep = { next: 'wait', pause_seconds: 5 };
  const ask: NextBillingStep = { next: 'ask', step: 'pause' };

  it('asks for what does not hold yet, and records the end', async () => {
    expect(await stepsOf([ask], [{ next: 'end', code: null }])).toEqual(['compare', 'pause', 'end null']);
  });

  it('asks for nothing that holds already, or that ended', async () => {
    expect(await stepsOf([{ next: 'end', code: null }])).toEqual(['compare', 'end null']);
    expect(await stepsOf([{ next: 'nothing' }])).toEqual(['compare']);
  });

  it('reads again what holds before it asks again', async () => {
    expect(await stepsOf([away, ask, { next: 'end', code: null }], [away])).toEqual([
      'compare',
      'compare',
      'pause',
      'compare',
      'end null',
    ]);
  });
});
