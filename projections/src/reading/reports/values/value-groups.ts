import type { ClickHouseClient } from '@tapwise/adapters';
import { dayMs } from '@tapwise/domain';
import type { ExchangeRates } from '../../money/exchange-rates.queries.ts';
import { latestFactors } from '../../money/money-params.ts';
import { applicationModels } from '../../predictions/application-models.ts';
import type { ValuedModel } from '../../predictions/valued-model.ts';
import type { SubscriptionGroup } from '../facts/subscription-facts.queries.ts';
import type { ReportState } from '../state/report-state.queries.ts';
import { needsPrices, type ValuedSubscription, valueGroup } from './value-subscriptions.ts';

/** Whose subscriptions are valued, when, and in which currency (ISO 4217). */
export interface ValueQuestion {
  readonly applicationId: number;
  readonly currency: string;
  readonly smallBusiness: boolean;
  readonly now: Date;
  /** The instant that states were asked for; milliseconds. */
  readonly nowMs: number;
  readonly rates: ExchangeRates;
  readonly state: Pick<ReportState, 'fitsPosition' | 'storePosition'>;
}

/**
 * Values the active subscriptions of groups by the models, prices and rates known at the instant asked for.
 * @throws the engine's error.
 */
export async function valueGroups(
  client: ClickHouseClient,
  pendingGroups: Promise<readonly SubscriptionGroup[]>,
  question: ValueQuestion,
): Promise<ValuedSubscription[]> {
  const { applicationId, currency, smallBusiness, now, nowMs, rates, state } = question;
  const models = applicationModels(client, applicationId);
  const [groups, fitted] = await Promise.all([pendingGroups, models.fittedModels(state.fitsPosition, now)]);
  const { names, factors } = latestFactors(rates, currency, Math.floor(now.getTime() / dayMs));
  const latest = new Map(names.map((name, index) => [name, factors[index] ?? 0]));
  const chargedGroups = groups.filter((group) => group.charges.length > 0);
  const unfitted = [...new Set(chargedGroups.map(({ product }) => product))].filter((product) => !fitted.has(product));
  const [priceOf, ...builtIn] = await Promise.all([
    chargedGroups.some(needsPrices) ? models.presentPrices(state.storePosition) : () => undefined,
    ...unfitted.map((product) => models.builtInModel(product, state.storePosition)),
  ]);
  const ofProduct = new Map<string, ValuedModel | undefined>(fitted);
  for (const [index, product] of unfitted.entries()) ofProduct.set(product, builtIn[index]);
  const terms = { priceOf, latest, smallBusiness, nowMs };
  return groups.map((group) => valueGroup(group, { ...terms, model: ofProduct.get(group.product) }));
}
