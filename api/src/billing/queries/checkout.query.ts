import { billingPaths, checkoutResponseSchema, checkoutTicketHeader } from '@tapwise/contract';
import { type Checkout, DomainError, findMembership, openCheckout } from '@tapwise/domain';
import type { ApiServer } from '../../http/api-server.ts';
import type { ApiDependencies } from '../../http/dependencies.ts';
import { ticketHashOf } from '../checkouts.ts';

/** `GET /api/billing/checkout`: what the checkout page opens the provider's window with. The ticket is the only right to it. */
export function checkoutRoute(app: ApiServer, deps: ApiDependencies): void {
  app.get(
    billingPaths.checkout,
    { schema: { response: { 200: checkoutResponseSchema } }, config: { right: 'public' } },
    async (request) => {
      const ticketHeader = request.headers[checkoutTicketHeader];
      const checkout = checkoutOf(deps, typeof ticketHeader === 'string' ? ticketHeader : '');
      const email = await emailOf(deps, checkout);
      const { payments } = deps;
      if (payments === undefined || email === undefined) throw new DomainError('link_invalid');
      const { transaction_id, plan, period } = checkout;
      const { clientToken: client_token, environment, scriptUrl: script_url } = payments.settings;
      return { status: 'ok' as const, transaction_id, client_token, environment, script_url, email, plan, period };
    },
  );
}

/** @throws DomainError as `openCheckout`. Only an admin buys. */
function checkoutOf({ directory, now }: ApiDependencies, ticket: string): Checkout {
  return openCheckout(directory.state.billing, ticketHashOf(ticket), {
    now: now().getTime(),
    mayBuy: ({ account_id, team_id }) => {
      const membership = findMembership(directory.state, account_id);
      return membership?.access === 'admin' && membership.team.team_id === team_id;
    },
  });
}

async function emailOf({ directory, vault }: ApiDependencies, { account_id }: Checkout): Promise<string | undefined> {
  const account = directory.state.accounts.get(account_id);
  return account && (await vault.decrypt(account.email));
}
