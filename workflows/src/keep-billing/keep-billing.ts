import { setTimeout as pause } from 'node:timers/promises';
import {
  createPaymentProvider,
  type Environment,
  type EventLog,
  type FoldFollower,
  type Logger,
  paymentSettings,
} from '@tapwise/adapters';
import type { Directory } from '@tapwise/domain';
import type { CheckpointFile } from '../starter/checkpoint-file.ts';
import { type KeptWork, keepWorking } from '../starter/keep-working.ts';
import { applyBillingRequest, type BillingContext } from './apply-request.ts';
import { reconcile } from './reconcile.ts';

interface BillingOptions {
  readonly environment: Environment;
  readonly log: EventLog;
  readonly directory: FoldFollower<Directory>;
  readonly checkpoint: (name: string) => CheckpointFile;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

const requestWork: KeptWork = {
  name: 'request to the payment provider',
  streamPrefix: 'billing-',
  begun: (event) =>
    event.type === 'SubscriptionPauseRequested' ||
    event.type === 'SubscriptionRestartRequested' ||
    event.type === 'PlanChangeRequested'
      ? { id: event.data.request_id, campaigns: [] }
      : undefined,
  ended: (event) => (event.type === 'BillingRequestEnded' ? event.data.request_id : undefined),
  // The request's own events say all there is.
  markClaimed: async () => undefined,
};

const dayMs = 86_400_000;

/** Carries out what admins ask the payment provider for, and compares with it once a day and at the start. */
export async function keepBilling({
  environment,
  log,
  directory,
  checkpoint,
  logger,
  signal,
}: BillingOptions): Promise<void> {
  const settings = paymentSettings(environment);
  const provider = 'faults' in settings ? undefined : createPaymentProvider(settings);
  const context: BillingContext = { log, directory, provider, logger, now: () => new Date() };
  const driver = { name: 'loop' as const, apply: (id: string) => applyBillingRequest(context, id) };
  const requests = keepWorking(requestWork, {
    log,
    logger,
    signal,
    checkpoint: checkpoint('pending-billing'),
    driver: () => driver,
  });
  await Promise.all([requests, keepReconciling(context, signal)]);
}

async function keepReconciling(context: BillingContext, signal: AbortSignal): Promise<void> {
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
