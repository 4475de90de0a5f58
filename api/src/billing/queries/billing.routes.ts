import {
  type BillingStatusResponse,
  billingPaths,
  billingPlansResponseSchema,
  billingQuerySchema,
  billingStatusResponseSchema,
} from '@tapwise/contract';
import {
  addMonths,
  amountOf,
  applicationsOfTeam,
  type FoundedTeam,
  firstOfMonth,
  offeredPlans,
  planCatalogue,
  type TeamBilling,
  trialDays,
  utcDayOf,
} from '@tapwise/domain';
import { installsOfMonth } from '@tapwise/projections/queries';
import type { ApiServer } from '../../http/api-server.ts';
import type { ApiDependencies } from '../../http/dependencies.ts';
import { sessionOf } from '../../http/rights.plugin.ts';
import { billingFields, isoInstant } from '../billing-fields.ts';
import { askProvider, billingOf, providerTimeoutMs } from '../provider.ts';

const plans = [...offeredPlans];

/** What there is to buy, and what the team has bought. */
export function billingRoutes(app: ApiServer, deps: ApiDependencies): void {
  app.get(
    billingPaths.plans,
    { schema: { response: { 200: billingPlansResponseSchema } }, config: { right: 'public' } },
    async () => ({
      status: 'ok' as const,
      currency: 'USD' as const,
      trial_days: trialDays,
      plans,
      sales_url: deps.settings.salesUrl ?? null,
    }),
  );
  app.get(
    billingPaths.status,
    {
      schema: { querystring: billingQuerySchema, response: { 200: billingStatusResponseSchema } },
      config: { right: 'read_billing' },
    },
    async (request) => statusResponse(deps, sessionOf(request).team),
  );
}

async function statusResponse(deps: ApiDependencies, team: FoundedTeam): Promise<BillingStatusResponse> {
  const fields = billingFields(deps, team);
  const billing = billingOf(deps, team.team_id);
  const { state, subscription } = billing;
  return {
    status: 'ok',
    ...fields,
    nextBillDate: nextBillDate(billing),
    ...(await fromProvider(deps, team, billing)),
    endingSubscription: endingSubscription(billing),
    cancels_at: state === 'cancelling' ? isoInstant(subscription?.stops_at ?? null) : null,
    resumes_at: state === 'paused' ? isoInstant(subscription?.resumes_at ?? null) : null,
    plans,
    usage: await usageOf(deps, team, billing),
    payments: billing.payments.map(({ transaction_id: id, at, amount, currency, state }) => ({
      id,
      at: isoInstant(at),
      amount: amountOf(amount, currency),
      currency,
      state,
    })),
  };
}

/** What only the payment provider knows; nothing of it is kept. */
async function fromProvider(deps: ApiDependencies, team: FoundedTeam, { state, subscription }: TeamBilling) {
  const none = { nextPaymentAmount: null, nextPaymentCurrency: null, cancelURL: null, updateURL: null };
  const { payments } = deps;
  if (payments === undefined || team.demo) return { ...none, provider: payments ? ('ok' as const) : ('off' as const) };
  try {
    const faults = await payments.wrongPrices(providerTimeoutMs);
    if (faults.length > 0) return { ...none, provider: 'off' as const };
    if (subscription === null || state === 'canceled') return { ...none, provider: 'ok' as const };
    const details = await askProvider(deps, () =>
      payments.subscription(subscription.subscription_id, providerTimeoutMs),
    );
    return {
      nextPaymentAmount: amountOf(details.next_amount, details.currency),
      nextPaymentCurrency: details.next_amount === null ? null : details.currency,
      cancelURL: details.cancel_url,
      updateURL: details.update_url,
      provider: 'ok' as const,
    };
  } catch (error) {
    deps.logger.warn({ err: error }, 'the payment provider could not be asked');
    return { ...none, provider: 'unavailable' as const };
  }
}

function endingSubscription({ state, subscription }: TeamBilling): BillingStatusResponse['endingSubscription'] {
  if (subscription === null || (state !== 'cancelling' && state !== 'canceled')) return null;
  return { plan: subscription.plan, period: subscription.period };
}

/** While a payment is due, the end of service: the provider's own date is of the period after that already. */
function nextBillDate({ state, subscription, grace_until }: TeamBilling): string | null {
  if (state === 'past_due') return isoInstant(grace_until);
  return state === 'active' ? isoInstant(subscription?.next_billed_at ?? null) : null;
}

/** Installs of the calendar month (UTC), and of the one before. */
async function usageOf(deps: ApiDependencies, team: FoundedTeam, { state, subscription }: TeamBilling) {
  const now = deps.now();
  const first = firstOfMonth(utcDayOf(now.getTime()));
  const applications = team.demo ? [] : applicationsOfTeam(deps.directory.state, team.team_id);
  const ids = applications.map(({ application_id }) => application_id);
  const [installs, last_month] = await Promise.all(
    [first, addMonths(first, -1)].map((day) => installsOfMonth(deps.tables, ids, day)),
  );
  const limit = subscription === null || state === 'canceled' ? null : planCatalogue[subscription.plan].installs;
  return { month: first.slice(0, 7), installs: installs ?? 0, limit, last_month: last_month ?? 0 };
}
