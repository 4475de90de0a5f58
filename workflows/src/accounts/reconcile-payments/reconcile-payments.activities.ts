import { handleCommand, type PaymentProvider, type ProviderFact } from '@tapwise/adapters';
import { billingDecider, billingStream, type PaymentFact, sameValue } from '@tapwise/domain';
import { workflowActor } from '../../streams/actor.ts';
import type { BillingContext } from '../apply-billing-request/apply-billing-request.activities.ts';
import type { ReconcilePaymentsActivities } from './reconcile-payments.contract.ts';

const callTimeoutMs = 10_000;
const checkoutDays = 3;
const checkoutsPerPart = 50;

/**
 * Asks the provider about every subscription and every checkout of the last days, and records what no notification has brought. There
 * should be nothing.
 */
export const createReconcilePaymentsActivities = (context: BillingContext): ReconcilePaymentsActivities => ({
  comparePayments: async ({ after }) => {
    const { provider, logger, directory } = context;
    if (provider === undefined) return { next: null };
    await directory.caughtUp;
    const ids = [...directory.state.billing.checkouts.keys()].filter((id) => after === null || id > after).sort();
    const part = ids.slice(0, checkoutsPerPart);
    let differences = 0;
    for (const id of part) differences += await compare(context, provider, id);
    if (differences > 0)
      logger.warn({ differences }, 'the payment provider had facts that no notification had brought');
    return { next: ids.length > part.length ? (part.at(-1) ?? null) : null };
  },
});

/** @returns how many facts were new. */
async function compare(context: BillingContext, provider: PaymentProvider, transactionId: string): Promise<number> {
  const { checkouts, book } = context.directory.state.billing;
  const checkout = checkouts.get(transactionId);
  if (checkout === undefined) return 0;
  const { team_id, started_at } = checkout;
  let differences = 0;
  const isCompleted = (book.transactions.get(transactionId)?.completed ?? null) !== null;
  if (!isCompleted && Date.parse(started_at) > context.now().getTime() - checkoutDays * 86_400_000)
    differences += await observe(context, team_id, () => provider.transaction(transactionId, callTimeoutMs));
  const subscriptionId = book.subscriptionByTransaction.get(transactionId);
  const isOver = subscriptionId === undefined || book.subscriptions.get(subscriptionId)?.canceled != null;
  if (!isOver)
    differences += await observe(context, team_id, () => provider.subscription(subscriptionId, callTimeoutMs));
  return differences;
}

async function observe(context: BillingContext, teamId: number, ask: () => Promise<ProviderFact>): Promise<number> {
  const { log, logger, now } = context;
  const observed = await ask().catch((error: unknown) => {
    logger.warn({ err: error, team: teamId }, 'the payment provider could not be asked what holds there');
    return undefined;
  });
  if (observed === undefined || isRecorded(context, observed.fact)) return 0;
  const { fact, occurred_at, updated_at } = observed;
  const data = { team_id: teamId, occurred_at, updated_at, observed_at: now().toISOString(), fact };
  await handleCommand(log, {
    stream: billingStream(teamId),
    decider: billingDecider,
    cause: `observed|${JSON.stringify(fact)}|${updated_at}`,
    context: workflowActor('billing'),
    decide: () => [{ type: 'PaymentObserved' as const, data }],
  });
  return 1;
}

/** Whether it says what is known. Only an event says how a subscription was made, and that a payment failed. */
function isRecorded({ directory }: BillingContext, fact: PaymentFact): boolean {
  const { book } = directory.state.billing;
  if (fact.kind === 'subscription') {
    const recorded = book.subscriptions.get(fact.subscription_id)?.newest.fact;
    const { transaction_id, failed } = fact;
    return recorded !== undefined && sameValue({ ...recorded, transaction_id, failed }, fact);
  }
  if (fact.kind !== 'transaction') return true;
  if (fact.outcome !== 'completed') return fact.subscription_id === null;
  return (book.transactions.get(fact.transaction_id)?.completed ?? null) !== null;
}
