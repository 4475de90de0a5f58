import { setTimeout as pause } from 'node:timers/promises';
import type { BillingContext } from './apply-billing-request.activities.ts';
import { reconcile } from './reconcile.ts';

const dayMs = 86_400_000;

/** Compares with the payment provider once a day and at the start. */
export async function keepReconciling(context: BillingContext, signal: AbortSignal): Promise<void> {
  const { provider, logger } = context;
  while (provider !== undefined && !signal.aborted) {
    try {
      const differences = await reconcile(context, provider);
      if (differences > 0)
        logger.warn({ differences }, 'the payment provider had facts that no notification had brought');
    } catch (error) {
      if (!signal.aborted) logger.warn({ err: error }, 'the payment provider could not be compared with');
    }
    await pause(dayMs, undefined, { signal }).catch(() => undefined);
  }
}
