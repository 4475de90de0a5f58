import type { BillingPlansAnswer, CheckoutAnswer, checkoutTicketHeader } from '@tapwise/contract';

/** Named here and only checked against the contract: taking the value would ship its schemas. */
const ticketHeader: typeof checkoutTicketHeader = 'x-checkout-ticket';

/** The link was used, has expired, or never was one. */
export class InvalidTicket extends Error {}

/** What the ticket is for. The ticket travels in a header alone. @throws InvalidTicket */
export async function readCheckout(ticket: string): Promise<CheckoutAnswer> {
  const answer = await fetch('/api/billing/checkout', { headers: { [ticketHeader]: ticket } });
  if (answer.status === 404) throw new InvalidTicket();
  if (!answer.ok) throw new Error(`The ticket could not be read: ${answer.status}`);
  return (await answer.json()) as CheckoutAnswer;
}

/** The list of plans, for the words of the page; it does without when the list does not come. */
export async function readPlans(): Promise<BillingPlansAnswer | null> {
  try {
    const answer = await fetch('/api/billing/plans');
    return answer.ok ? ((await answer.json()) as BillingPlansAnswer) : null;
  } catch {
    return null;
  }
}
