import { billingPaths, checkoutResponseSchema, checkoutTicketHeader } from '@tapwise/contract';
import { type Checkout, DomainError, findMembership } from '@tapwise/domain';
import type { ApiServer } from '../../http/api-server.ts';
import type { ApiDependencies } from '../../http/dependencies.ts';
import { isPaid, ticketHashOf } from '../checkouts.ts';

/** `GET /api/billing/checkout`: what the checkout page opens the provider's window with. The ticket is the only right to it. */
export function checkoutRoute(app: ApiServer, deps: ApiDependencies): void {
  app.get(
    billingPaths.checkout,
    { schema: { response: { 200: checkoutResponseSchema } }, config: { right: 'public' } },
    async (request) => {
      const ticketHeader = request.headers[checkoutTicketHeader];
      const checkout = openCheckout(deps, typeof ticketHeader === 'string' ? ticketHeader : '');
      const email = await emailOf(deps, checkout);
      const { payments } = deps;
      if (payments === undefined || email === undefined) throw new DomainError('link_invalid');
      const { transaction_id, plan, period } = checkout;
      const { clientToken: client_token, environment, scriptUrl: script_url } = payments.settings;
      return { status: 'ok' as const, transaction_id, client_token, environment, script_url, email, plan, period };
    },
  );
}

/** @throws DomainError `link_invalid` for a ticket that is unknown, over, paid, or of someone who may not buy any more. */
function openCheckout({ directory, now }: ApiDependencies, ticket: string): Checkout {
  const { billing } = directory.state;
  const checkout = billing.transactionByTicket.get(ticketHashOf(ticket))?.checkout;
  const membership = checkout && findMembership(directory.state, checkout.account_id);
  const isOwn = membership?.access === 'admin' && membership.team.team_id === checkout?.team_id;
  const isOver = checkout === undefined || now().getTime() >= Date.parse(checkout.expires_at);
  if (!isOwn || isOver || isPaid(billing, checkout.transaction_id)) throw new DomainError('link_invalid');
  return checkout;
}

async function emailOf({ directory, vault }: ApiDependencies, { account_id }: Checkout): Promise<string | undefined> {
  const account = directory.state.accounts.get(account_id);
  return account && (await vault.decrypt(account.email));
}
