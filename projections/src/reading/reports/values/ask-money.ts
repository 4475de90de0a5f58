import type { ClickHouseClient } from '@tapwise/adapters';
import { isoCurrency } from '@tapwise/domain';
import type { ExchangeRates } from '../../money/exchange-rates.queries.ts';
import { type MoneyParams, moneyParamsFor } from '../../money/money-params.ts';
import type { FactParams } from '../facts/fact-params.ts';
import { type IncomeFact, incomeFacts, unpricedIncomeFacts } from '../facts/income-facts.queries.ts';
import { subscriptionFacts } from '../facts/subscription-facts.queries.ts';
import type { ReportScope } from '../report-scope.ts';
import type { ReportState } from '../state/report-state.queries.ts';
import { needsOf } from './application-needs.ts';
import { valueGroups } from './value-groups.ts';
import type { SubscriptionFact } from './value-subscriptions.ts';

const dayMs = 86_400_000;
const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00.000Z`) / dayMs;
const dayOfInstant = (ms: number): number => Math.floor(ms / dayMs);

/** What statements about money are asked with. */
export interface MoneyContext {
  readonly client: ClickHouseClient;
  readonly rates: ExchangeRates;
  readonly state: ReportState;
  readonly scope: ReportScope;
  readonly now: Date;
  readonly signal: AbortSignal | undefined;
}

const targetOf = ({ scope }: MoneyContext): string => isoCurrency(scope.currency);

/** Currencies that a statement did not expect, though there are rates for them. */
function unexpected(
  { rates }: MoneyContext,
  given: ReadonlySet<string>,
  rows: readonly { unrated: string[] }[],
): string[] {
  return rows.flatMap(({ unrated }) => unrated.filter((name) => !given.has(name) && rates.currencies.has(name)));
}

/**
 * Asks for amounts that are dated by the days of the range, nearly always in the organization's currency; asks again when
 * there were others.
 */
export async function askInOneCurrency<Row extends { unrated: string[] }>(
  context: MoneyContext,
  { from, to }: FactParams,
  ask: (money: MoneyParams) => Promise<Row[]>,
): Promise<Row[]> {
  const days = { firstDay: dayNumber(from), lastDay: dayNumber(to) };
  const given = new Set([isoCurrency(context.scope.orgCurrency)]);
  for (;;) {
    const [money] = moneyParamsFor(context.rates, targetOf(context), { currencies: given, ...days });
    if (money === undefined) return [];
    const rows = await ask(money);
    const others = unexpected(context, given, rows);
    if (others.length === 0) return rows;
    for (const name of others) given.add(name);
  }
}

/** Asks for income; again when sales are in currencies, or older, than was known. */
export async function askIncome(context: MoneyContext, params: FactParams): Promise<IncomeFact[]> {
  const { client, rates, scope, now, signal } = context;
  const needs = needsOf(client, scope.applicationId);
  for (;;) {
    const given = new Set(needs.currencies);
    const firstDay = dayNumber(params.from) - needs.daysBefore;
    const asked = { currencies: given, firstDay, lastDay: Math.max(firstDay, dayOfInstant(now.getTime())) };
    const parts = moneyParamsFor(rates, targetOf(context), asked);
    const unpriced = needs.unpricedSales;
    const answers = await Promise.all(
      parts.flatMap((money, part) => {
        const later = parts.slice(1).flatMap((other) => other.currencies);
        const of = { ...params, ...money, part, other_currencies: part === 0 ? later : [], priced_only: unpriced };
        return [incomeFacts(client, of, signal), ...(unpriced ? [unpricedIncomeFacts(client, of, signal)] : [])];
      }),
    );
    const rows = answers.flat();
    const others = unexpected(context, given, rows);
    for (const name of others) needs.currencies.add(name);
    const oldest = rows.reduce((first, { oldest_day }) => Math.min(first, oldest_day), firstDay);
    needs.daysBefore = Math.max(needs.daysBefore, dayNumber(params.from) - oldest);
    const hasUnpriced = rows.some((row) => row.unpriced > 0);
    if (hasUnpriced) needs.unpricedSales = true;
    if (others.length === 0 && oldest >= firstDay && (unpriced || !hasUnpriced)) return rows;
  }
}

/** Asks for subscriptions, and values the live ones. */
export async function askSubscriptions(context: MoneyContext, params: FactParams): Promise<SubscriptionFact[]> {
  const { client, rates, scope, state, now, signal } = context;
  const { applicationId, smallBusiness } = scope;
  const asked = { applicationId, currency: targetOf(context), smallBusiness, now, nowMs: params.now_ms };
  return await valueGroups(client, subscriptionFacts(client, params, signal), { ...asked, rates, state });
}
