import {
  type EventLog,
  handleCommand,
  type Logger,
  type PaymentProvider,
  ProviderAwayError,
  type ProviderFact,
  ProviderRefusal,
} from '@tapwise/adapters';
import {
  type BillingRequest,
  billingDecider,
  billingStream,
  type Directory,
  endBillingRequest,
  providerStep,
} from '@tapwise/domain';
import type { Step } from '../activity/step.ts';
import { workflowActor } from '../streams/actor.ts';
import type { ApplyBillingRequestInput } from './apply-billing-request.contract.ts';

export interface ApplyBillingRequestActivities {
  /** Makes one attempt, unless the request has ended. */
  carryOutRequest(request: ApplyBillingRequestInput): Promise<Step>;
}

export interface BillingContext {
  readonly log: EventLog;
  readonly directory: { readonly state: Directory; readonly caughtUp: Promise<void> };
  /** Absent where payments are not set up. */
  readonly provider: PaymentProvider | undefined;
  readonly logger: Logger;
  readonly now: () => Date;
}

const callTimeoutMs = 10_000;
const awaySeconds = 5;
/** A request that could not be made for so long is not wanted any more. */
const giveUpMs = 24 * 3_600_000;

/** The provider's own words for what is another state there than was thought: it is read again. */
const moved: ReadonlySet<string> = new Set([
  'subscription_must_be_paused',
  'subscription_locked_pending_changes',
  'subscription_scheduled_change_invalid_update',
]);
const meanings: Readonly<Record<string, string>> = {
  subscription_locked_renewal: 'renewing_soon',
  subscription_payment_declined: 'payment_failed',
  subscription_outstanding_pending_refund: 'conflict',
};

export const createApplyBillingRequestActivities = (context: BillingContext): ApplyBillingRequestActivities => ({
  carryOutRequest: ({ request_id }) => carryOutRequest(context, request_id),
});

/**
 * Carries out what an admin asked the provider for. The state is read before, so that a repeat after a crash asks for nothing twice,
 * and what holds afterwards is recorded with the end.
 */
async function carryOutRequest(context: BillingContext, requestId: string): Promise<Step> {
  await context.directory.caughtUp;
  const request = context.directory.state.billing.requests.get(requestId);
  if (request === undefined) return { done: false, again_seconds: 1 };
  if (request.ended !== undefined) return { done: true };
  if (context.provider === undefined) return end(context, request, 'payments_off');
  try {
    const { outcome, observed } = await carryOut(context.provider, request);
    return await end(context, request, outcome, observed);
  } catch (error) {
    if (error instanceof ProviderRefusal) return refused(context, request, error);
    if (!(error instanceof ProviderAwayError)) throw error;
    const waited = context.now().getTime() - Date.parse(request.requested_at);
    return waited > giveUpMs ? end(context, request, 'unavailable') : { done: false, again_seconds: awaySeconds };
  }
}

async function carryOut(
  provider: PaymentProvider,
  request: BillingRequest,
): Promise<{ outcome: string | null; observed: ProviderFact }> {
  const { subscription_id: id, change } = request;
  const observed = await provider.subscription(id, callTimeoutMs);
  const step = providerStep(request, observed.fact);
  if (typeof step === 'object') return { outcome: step.refused, observed };
  if (step === 'done') return { outcome: null, observed };
  if (step === 'change') {
    if (change === null) return { outcome: 'conflict', observed };
    return { outcome: null, observed: await provider.change(id, change, callTimeoutMs) };
  }
  return { outcome: null, observed: await provider[step](id, callTimeoutMs) };
}

function refused(context: BillingContext, request: BillingRequest, { code }: ProviderRefusal): Promise<Step> {
  if (moved.has(code)) return Promise.resolve({ done: false, again_seconds: 1 });
  if (meanings[code] === undefined) context.logger.error({ code }, 'the payment provider refused a request');
  return end(context, request, meanings[code] ?? 'provider_refused');
}

async function end(
  { log, now }: BillingContext,
  { team_id, request_id }: BillingRequest,
  code: string | null,
  observed?: ProviderFact,
): Promise<Step> {
  const at = now().toISOString();
  await handleCommand(log, {
    stream: billingStream(team_id),
    decider: billingDecider,
    cause: `end|${request_id}`,
    context: workflowActor('billing'),
    decide: (state) =>
      endBillingRequest(
        state,
        { team_id, request_id, code, ended_at: at },
        observed && {
          team_id,
          observed_at: at,
          fact: observed.fact,
          occurred_at: observed.occurred_at,
          updated_at: observed.updated_at,
        },
      ),
  });
  return { done: true };
}
