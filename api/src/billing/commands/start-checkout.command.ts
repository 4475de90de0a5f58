import { randomBytes, randomUUID } from 'node:crypto';
import { handleCommand } from '@tapwise/adapters';
import { billingPaths, checkoutBodySchema, checkoutStartedResponseSchema } from '@tapwise/contract';
import { billingDecider, billingStream, type Checkout, DomainError, type PlanChoice } from '@tapwise/domain';
import type { FastifyRequest } from 'fastify';
import { personContext } from '../../access/actor-context.ts';
import type { ApiServer } from '../../http/api-server.ts';
import type { ApiDependencies } from '../../http/dependencies.ts';
import { holdsUpTo } from '../../http/log-position.ts';
import { sessionOf } from '../../http/rights.plugin.ts';
import { isPaid, ticketHashOf } from '../checkouts.ts';
import { askProvider, billingOf, priceOf, providerTimeoutMs, requireProvider } from '../provider.ts';

const ticketMs = 30 * 60_000;

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
      requireNoSubscription(deps, team.team_id);
      const { ticket, checkout } = await newCheckout(deps, request, { plan, period });
      const { position } = await handleCommand(deps.log, {
        stream: billingStream(team.team_id),
        decider: billingDecider,
        cause: `checkout|${checkout.checkout_id}`,
        context: personContext(request),
        decide: () => {
          requireNoSubscription(deps, team.team_id);
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
    recentTransaction(deps, team.team_id, price_id) ??
    (await askProvider(deps, () => provider.createTransaction(transactionRequest, providerTimeoutMs)));
  const ticket = randomBytes(32).toString('base64url');
  const now = deps.now().getTime();
  const times = { started_at: new Date(now).toISOString(), expires_at: new Date(now + ticketMs).toISOString() };
  return {
    ticket,
    checkout: { ...ids, ...choice, ...times, checkout_id, price_id, transaction_id, ticket_hash: ticketHashOf(ticket) },
  };
}

/** One that could be taken back and one that goes on are changed, not bought again. */
function requireNoSubscription(deps: ApiDependencies, teamId: number): void {
  const { state } = billingOf(deps, teamId);
  if (state !== 'none' && state !== 'canceled') throw new DomainError('subscribed');
}

/** The same plan again within half an hour is the same transaction, so that two tabs cannot pay twice. */
function recentTransaction({ directory, now }: ApiDependencies, teamId: number, priceId: string): string | undefined {
  const { checkouts, checkoutsByTeam } = directory.state.billing;
  return [...(checkoutsByTeam.get(teamId) ?? [])].find((id) => {
    const checkout = checkouts.get(id);
    if (checkout?.price_id !== priceId || isPaid(directory.state.billing, id)) return false;
    return now().getTime() < Date.parse(checkout.started_at) + ticketMs;
  });
}
