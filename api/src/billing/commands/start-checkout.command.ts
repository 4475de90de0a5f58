import { randomBytes, randomUUID } from 'node:crypto';
import { handleCommand } from '@tapwise/adapters';
import { billingPaths, checkoutBodySchema, checkoutStartedResponseSchema } from '@tapwise/contract';
import {
  billingDecider,
  billingStream,
  type Checkout,
  DomainError,
  type PlanChoice,
  recentTransaction,
  requireNoSubscription,
  ticketMs,
} from '@tapwise/domain';
import type { FastifyRequest } from 'fastify';
import { personContext } from '../../access/actor-context.ts';
import type { ApiServer } from '../../http/api-server.ts';
import type { ApiDependencies } from '../../http/dependencies.ts';
import { holdsUpTo } from '../../http/log-position.ts';
import { sessionOf } from '../../http/rights.plugin.ts';
import { ticketHashOf } from '../checkouts.ts';
import { askProvider, billingOf, priceOf, providerTimeoutMs, requireProvider } from '../provider.ts';

/** Buying: the server makes the transaction, so neither price nor account can be changed in the browser. */
export function startCheckoutRoute(app: ApiServer, deps: ApiDependencies): void {
  app.post(
    billingPaths.checkout,
    {
      schema: { body: checkoutBodySchema, response: { 200: checkoutStartedResponseSchema } },
      config: { right: 'manage_billing' },
    },
    async (request, reply) => {
      const { team } = sessionOf(request);
      const { plan, period } = request.body;
      if (deps.payments === undefined) throw new DomainError('payments_off');
      requireNoSubscription(billingOf(deps, team.team_id));
      const { ticket, checkout } = await newCheckout(deps, request, { plan, period });
      const { position } = await handleCommand(deps.log, {
        stream: billingStream(team.team_id),
        decider: billingDecider,
        cause: `checkout|${checkout.checkout_id}`,
        context: personContext(request),
        decide: () => {
          requireNoSubscription(billingOf(deps, team.team_id));
          return [{ type: 'CheckoutStarted' as const, data: checkout }];
        },
      });
      await deps.directory.reached(position);
      holdsUpTo(reply, position);
      return { status: 'ok' as const, checkout_url: `/checkout#${ticket}` };
    },
  );
}

async function newCheckout(
  deps: ApiDependencies,
  request: FastifyRequest,
  choice: PlanChoice,
): Promise<{ ticket: string; checkout: Checkout }> {
  const { account, team } = sessionOf(request);
  const ids = { account_id: account.account_id, team_id: team.team_id };
  const checkout_id = randomUUID();
  const price_id = priceOf(deps, team.team_id, choice);
  const provider = await requireProvider(deps);
  const transactionRequest = { price_id, checkout_id, ...ids };
  const transaction_id =
    recentTransaction(
      deps.directory.state.billing,
      { teamId: team.team_id, priceId: price_id },
      deps.now().getTime(),
    ) ?? (await askProvider(deps, () => provider.createTransaction(transactionRequest, providerTimeoutMs)));
  const ticket = randomBytes(32).toString('base64url');
  const now = deps.now().getTime();
  const times = { started_at: new Date(now).toISOString(), expires_at: new Date(now + ticketMs).toISOString() };
  return {
    ticket,
    checkout: { ...ids, ...choice, ...times, checkout_id, price_id, transaction_id, ticket_hash: ticketHashOf(ticket) },
  };
}
