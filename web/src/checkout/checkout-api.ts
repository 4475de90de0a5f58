import type { BillingPlansResponse, CheckoutResponse, checkoutTicketHeader } from '@tapwise/contract';

/** Named here and only checked against the contract: taking the value would ship its schemas. */
const ticketHeader: typeof checkoutTicketHeader = 'x-checkout-ticket';

/** The link was used, has expired, or never was one. */
export class InvalidTicket extends Error {}

/** What the ticket is for. The ticket travels in a header alone. @throws InvalidTicket */
export async function readCheckout(ticket: string): Promise<CheckoutResponse> {
  const response = await fetch('/api/billing/checkout', { headers: { [ticketHeader]: ticket } });
  if (response.status === 404) throw new InvalidTicket();
  if (!response.ok) throw new Error(`The ticket could not be read: ${response.status}`);
  return (await response.json()) as CheckoutResponse;
}

/** The list of plans, for the words of the page; it does without when the list does not come. */
export async function readPlans(): Promise<BillingPlansResponse | null> {
  try {
    const response = await fetch('/api/billing/plans');
    return response.ok ? ((await response.json()) as BillingPlansResponse) : null;
  } catch {
    return null;
  }
}
