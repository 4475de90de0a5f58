import { describe, expect, it } from 'vitest';
import { stepsOnClock } from '../../testing/clock-steps.ts';
import type { BillingMailActivities, RequestBillingMailsInput } from './periodic-mails.contract.ts';
import { requestBillingMails } from './periodic-mails.story.ts';

class Stopped extends Error {}

/** Minutes after its begin at which a process looks for the mails of used-up plans, in two hours. */
async function usageMinutes(input: RequestBillingMailsInput, start: number) {
  const usage: number[] = [];
  const minute = () => (clock.now() - start) / 60_000;
  const clock = stepsOnClock<RequestBillingMailsInput, BillingMailActivities>(
    {
      requestEndingMails: async () => {
        if (minute() > 120) throw new Stopped();
      },
      requestUsageMails: async () => void usage.push(minute()),
    },
    start,
  );
  await expect(requestBillingMails(clock.steps, input)).rejects.toThrow(Stopped);
  expect(new Set(clock.waits)).toEqual(new Set([60]));
  return usage;
}

describe('the process that asks for mails about payments', () => {
  const start = Date.parse('2026-11-24T10:00:00Z');

  it('looks for coming ends every minute, and for used-up plans every half hour', async () => {
    expect(await usageMinutes({}, start)).toEqual([0, 30, 60, 90, 120]);
  });

  it('looks for used-up plans when it is time, also after its history began anew', async () => {
    expect(await usageMinutes({ usage_at: start + 10 * 60_000 }, start)).toEqual([10, 40, 70, 100]);
  });
});
