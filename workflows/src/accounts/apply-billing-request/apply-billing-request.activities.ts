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
import { workflowActor } from '../../streams/actor.ts';
import type {
  ApplyBillingRequestActivities,
  BillingRequestEnd,
  NextBillingStep,
  ProviderCall,
} from './apply-billing-request.contract.ts';

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
  compareWithProvider: ({ request_id }) =>
    withRequest(context, request_id, async (provider, request) => {
      const observed = await provider.subscription(request.subscription_id, callTimeoutMs);
      const step = providerStep(request, observed.fact);
      if (typeof step === 'object') return ended(step.refused, observed);
      if (step === 'done') return ended(null, observed);
      return step === 'change' && request.change === null ? ended('conflict', observed) : { next: 'ask', step };
    }),
  askProvider: ({ request_id, step }) =>
    withRequest(context, request_id, async (provider, request) => ended(null, await askFor(provider, request, step))),
  endRequest: async ({ request_id, end }) => {
    const request = context.directory.state.billing.requests.get(request_id);
    if (request !== undefined && request.ended === undefined) await recordEnd(context, request, end);
  },
});

/** Works on a request that is under way; says what follows when the provider is away or refuses. */
async function withRequest(
  context: BillingContext,
  requestId: string,
  work: (provider: PaymentProvider, request: BillingRequest) => Promise<NextBillingStep>,
): Promise<NextBillingStep> {
  await context.directory.caughtUp;
  const request = context.directory.state.billing.requests.get(requestId);
  if (request === undefined) return { next: 'wait', pause_seconds: 1 };
  if (request.ended !== undefined) return { next: 'nothing' };
  if (context.provider === undefined) return { next: 'end', code: 'payments_off' };
  try {
    return await work(context.provider, request);
  } catch (error) {
    if (error instanceof ProviderRefusal) return refused(context, error);
    if (!(error instanceof ProviderAwayError)) throw error;
    const waited = context.now().getTime() - Date.parse(request.requested_at);
    return waited > giveUpMs ? { next: 'end', code: 'unavailable' } : { next: 'wait', pause_seconds: awaySeconds };
  }
}

const ended = (code: string | null, { fact, occurred_at, updated_at }: ProviderFact): NextBillingStep => ({
  next: 'end',
  code,
  observed: { fact, occurred_at, updated_at },
});

function askFor(
  provider: PaymentProvider,
  { subscription_id: id, change }: BillingRequest,
  step: ProviderCall,
): Promise<ProviderFact> {
  if (step !== 'change') return provider[step](id, callTimeoutMs);
  if (change === null) throw new Error('A change of plan without a plan');
  return provider.change(id, change, callTimeoutMs);
}

function refused({ logger }: BillingContext, { code }: ProviderRefusal): NextBillingStep {
  if (moved.has(code)) return { next: 'wait', pause_seconds: 1 };
  if (meanings[code] === undefined) logger.error({ code }, 'the payment provider refused a request');
  return { next: 'end', code: meanings[code] ?? 'provider_refused' };
}

async function recordEnd(
  { log, now }: BillingContext,
  { team_id, request_id }: BillingRequest,
  { code, observed }: BillingRequestEnd,
): Promise<void> {
  const at = now().toISOString();
  const fact = observed && { team_id, observed_at: at, ...observed };
  await handleCommand(log, {
    stream: billingStream(team_id),
    decider: billingDecider,
    cause: `end|${request_id}`,
    context: workflowActor('billing'),
    decide: (state) => endBillingRequest(state, { team_id, request_id, code, ended_at: at }, fact),
  });
}
