import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { handleCommand } from '@tapwise/adapters';
import {
  billingPaths,
  changePlanBodySchema,
  changePlanResponseSchema,
  subscriptionBodySchema,
  subscriptionResponseSchema,
} from '@tapwise/contract';
import {
  amountOf,
  billingDecider,
  billingStream,
  DomainError,
  isErrorCode,
  type PlanChange,
  planChange,
  requestOfProvider,
  subscriptionToChange,
  subscriptionToPause,
  subscriptionToRestart,
  type TeamBilling,
} from '@tapwise/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { personContext } from '../../access/actor-context.ts';
import type { ApiServer } from '../../http/api-server.ts';
import type { ApiDependencies } from '../../http/dependencies.ts';
import { holdsUpTo } from '../../http/log-position.ts';
import { sessionOf } from '../../http/rights.plugin.ts';
import { askProvider, billingOf, priceOf, providerTimeoutMs, requireProvider } from '../provider.ts';

const done = { status: 'ok', queued: false } as const;

/** Pausing, restarting and changing a subscription: recorded first, then carried out by the worker. */
export function subscriptionRoutes(app: ApiServer, deps: ApiDependencies): void {
  const options = {
    schema: { body: subscriptionBodySchema, response: { 200: subscriptionResponseSchema } },
    config: { right: 'manage_billing' },
  } as const;
  app.post(billingPaths.pause, options, async (request, reply) => {
    const subscription = subscriptionToPause(ownBilling(deps, request));
    if (subscription === undefined) return done;
    const { subscription_id } = subscription;
    return requestAndWait(deps, request, reply, { type: 'SubscriptionPauseRequested', subscription_id });
  });
  app.post(billingPaths.restart, options, async (request, reply) => {
    const subscription = subscriptionToRestart(ownBilling(deps, request));
    if (subscription === undefined) return done;
    const { subscription_id } = subscription;
    return requestAndWait(deps, request, reply, { type: 'SubscriptionRestartRequested', subscription_id });
  });
  changePlanRoute(app, deps);
}

function changePlanRoute(app: ApiServer, deps: ApiDependencies): void {
  app.post(
    billingPaths.changePlan,
    {
      schema: { body: changePlanBodySchema, response: { 200: changePlanResponseSchema } },
      config: { right: 'manage_billing' },
    },
    async (request, reply) => {
      const { plan, period, preview } = request.body;
      const subscription = subscriptionToChange(ownBilling(deps, request));
      const price_id = priceOf(deps, sessionOf(request).team.team_id, { plan, period });
      const change = planChange(subscription, { plan, period, price_id });
      const provider = await requireProvider(deps);
      const { subscription_id } = subscription;
      if (!preview) {
        return requestAndWait(deps, request, reply, { type: 'PlanChangeRequested', subscription_id, change });
      }
      const planPreview = await askProvider(deps, () =>
        provider.previewChange(subscription_id, { price_id, upgrade: change.upgrade }, providerTimeoutMs),
      );
      const { currency, now, next, next_at: at } = planPreview;
      return {
        status: 'ok' as const,
        now: { amount: amountOf(now, currency), currency },
        next: { amount: amountOf(next, currency), currency, at },
      };
    },
  );
}

/** @throws DomainError `payments_off`. */
function ownBilling(deps: ApiDependencies, request: FastifyRequest): TeamBilling {
  if (deps.payments === undefined) throw new DomainError('payments_off');
  return billingOf(deps, sessionOf(request).team.team_id);
}

type Wanted =
  | { type: 'SubscriptionPauseRequested' | 'SubscriptionRestartRequested'; subscription_id: string }
  | {
      type: 'PlanChangeRequested';
      subscription_id: string;
      change: PlanChange;
    };

/** Records the wish and waits a moment for its end. @throws DomainError of the provider's refusal. */
async function requestAndWait(deps: ApiDependencies, request: FastifyRequest, reply: FastifyReply, wanted: Wanted) {
  const { account, team } = sessionOf(request);
  const common = {
    team_id: team.team_id,
    request_id: randomUUID(),
    account_id: account.account_id,
    subscription_id: wanted.subscription_id,
    requested_at: deps.now().toISOString(),
  };
  const event =
    wanted.type === 'PlanChangeRequested'
      ? { type: wanted.type, data: { ...common, ...wanted.change } }
      : { type: wanted.type, data: common };
  const { position, state } = await handleCommand(deps.log, {
    stream: billingStream(team.team_id),
    decider: billingDecider,
    cause: common.request_id,
    context: personContext(request),
    decide: (current) => requestOfProvider(current, event),
  });
  await deps.directory.reached(position);
  holdsUpTo(reply, position);
  const code = await endOf(deps, state.open?.request_id ?? common.request_id);
  if (code === undefined || code === null) return { status: 'ok' as const, queued: code === undefined };
  throw new DomainError(isErrorCode(code) ? code : 'provider_refused');
}

const lookMs = 25;

/** @returns `undefined` when it has not ended in time, `null` when it was done, else why it was refused. */
async function endOf({ directory }: ApiDependencies, requestId: string): Promise<string | null | undefined> {
  const until = performance.now() + providerTimeoutMs;
  while (performance.now() < until) {
    const ended = directory.state.billing.requests.get(requestId)?.ended;
    if (ended !== undefined) return ended;
    await pause(lookMs);
  }
  return undefined;
}
