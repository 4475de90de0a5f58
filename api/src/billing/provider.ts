import { type PaymentProvider, ProviderAwayError, ProviderRefusal } from '@tapwise/adapters';
import { DomainError, type PlanChoice, type TeamBilling, teamBilling } from '@tapwise/domain';
import type { ApiDependencies } from '../http/dependencies.ts';

/** Longest wait of a caller for the payment provider. */
export const providerTimeoutMs = 2000;

/** What a team has paid for, by the prices of this installation. */
export function billingOf({ directory, payments }: ApiDependencies, teamId: number): TeamBilling {
  return teamBilling(directory.state.billing, teamId, (priceId) =>
    payments?.settings.prices.find(({ price_id }) => price_id === priceId),
  );
}

/** @throws DomainError `payments_off`, `unavailable`, `provider_refused`: its prices have to be those of the catalogue. */
export async function requireProvider(deps: ApiDependencies): Promise<PaymentProvider> {
  const { payments, logger } = deps;
  if (payments === undefined) throw new DomainError('payments_off');
  const faults = await askProvider(deps, () => payments.wrongPrices(providerTimeoutMs));
  if (faults.length === 0) return payments;
  logger.error({ faults }, 'payments are off: prices of the provider are not those of the catalogue');
  throw new DomainError('payments_off');
}

/** Asks the provider for a caller who waits. @throws DomainError `unavailable`, `provider_refused`, or what its refusal means. */
export async function askProvider<Result>(
  { logger }: Pick<ApiDependencies, 'logger'>,
  ask: () => Promise<Result>,
): Promise<Result> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ProviderAwayError) throw new DomainError('unavailable', { cause: error });
    if (!(error instanceof ProviderRefusal)) throw error;
    if (error.code === 'subscription_locked_renewal') throw new DomainError('renewing_soon', { cause: error });
    logger.error({ code: error.code }, 'the payment provider refused a call');
    throw new DomainError('provider_refused', { cause: error });
  }
}

/** The team's own price, if it has one. @throws DomainError `payments_off` when none is for sale. */
export function priceOf(deps: ApiDependencies, teamId: number, { plan, period }: PlanChoice): string {
  const special = deps.directory.state.billing.specialPrices.get(teamId) ?? [];
  const listed = deps.payments?.settings.prices ?? [];
  const price = [...special, ...listed].find((candidate) => candidate.plan === plan && candidate.period === period);
  if (price === undefined) throw new DomainError('payments_off');
  return price.price_id;
}
