import type { Steps } from '../../story/steps.ts';
import type { FirstDaysActivities, FirstDaysOrder } from './pull-extras.contract.ts';

/** Waits until the first days of an application's ad organizations are in, which are what a new customer looks at; not for ever. */
export async function waitForFirstDays<Input>(
  { call, sleep, now }: Steps<Input, FirstDaysActivities>,
  order: Pick<FirstDaysOrder, 'application_id' | 'part'>,
): Promise<void> {
  const began = now();
  for (;;) {
    const { are_in, pause_seconds } = await call.areFirstDaysIn({ ...order, waited_seconds: (now() - began) / 1000 });
    if (are_in) return;
    await sleep(pause_seconds);
  }
}
