import type { Steps } from '../../story/steps.ts';
import type { ApplyBillingRequestActivities, ApplyBillingRequestInput } from './apply-billing-request.contract.ts';

/**
 * Carries out what an admin asked the payment provider for. What holds there is read before, so that a repeat asks for nothing twice, and
 * what holds afterwards is recorded with the end.
 */
export async function applyBillingRequest(
  { call, sleep, continueWith }: Steps<ApplyBillingRequestInput, ApplyBillingRequestActivities>,
  request: ApplyBillingRequestInput,
): Promise<void> {
  for (;;) {
    let step = await call.compareWithProvider(request);
    if (step.next === 'ask') step = await call.askProvider({ ...request, step: step.step });
    if (step.next === 'end') await call.endRequest({ ...request, end: step });
    if (step.next !== 'wait') return;
    await sleep(step.pause_seconds);
    await continueWith(request);
  }
}
