import type { ClickHouseClient } from '@tapwise/adapters';
import { dayMs, dayNumber, isoCurrency } from '@tapwise/domain';
import { askConverted, unexpected } from '../../money/ask-converted.ts';
import type { ExchangeRates } from '../../money/exchange-rates.queries.ts';
import { type MoneyParams, moneyParamsFor } from '../../money/money-params.ts';
import type { FactParams } from '../facts/fact-params.ts';
import { type IncomeFact, type IncomeParams, incomeFacts, unpricedIncomeFacts } from '../facts/income-facts.queries.ts';
import { subscriptionFacts } from '../facts/subscription-facts.queries.ts';
import type { ReportScope } from '../report-scope.ts';
import type { ReportState } from '../state/report-state.queries.ts';
import { needsOf } from './application-needs.ts';
import { valueGroups } from './value-groups.ts';
import type { ValuedSubscription } from './value-subscriptions.ts';

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

/** Asks for amounts that are dated by the days of the range, nearly always in the organization's currency. */
export function askInOneCurrency<Row extends { unrated: string[] }>(
  context: MoneyContext,
  range: Pick<FactParams, 'from' | 'to'>,
  ask: (money: MoneyParams) => Promise<Row[]>,
): Promise<Row[]> {
  const usual = isoCurrency(context.scope.orgCurrency);
  return askConverted(context.rates, { target: targetOf(context), usual, ...range }, ask);
}

/** What every row of a statement about sales says of what it lacks. */
interface SoldRow {
  readonly unrated: string[];
  /** How many sales had no price. */
  readonly unpriced: number;
  /** Counted from 1970. */
  readonly oldest_day: number;
}

/** How sales are asked for in one part of the currencies. */
export type SalesPart = MoneyParams & Pick<IncomeParams, 'part' | 'other_currencies' | 'priced_only'>;

/** Asks for income; again when sales are in currencies, or older, than was known. */
export const askIncome = (context: MoneyContext, params: FactParams): Promise<IncomeFact[]> =>
  askSales(context, params, {
    priced: (part) => incomeFacts(context.client, { ...params, ...part }, context.signal),
    unpriced: (part) => unpricedIncomeFacts(context.client, { ...params, ...part }, context.signal),
  });

/**
 * Asks statements about sales; again when some are in currencies, or older, than was known.
 * @param ask For sales with a price, and for those without one, which most applications have none of.
 */
export async function askSales<Row extends SoldRow>(
  { client, rates, scope, now }: MoneyContext,
  { from }: Pick<FactParams, 'from'>,
  ask: Readonly<Record<'priced' | 'unpriced', (part: SalesPart) => Promise<Row[]>>>,
): Promise<Row[]> {
  const needs = needsOf(client, scope.applicationId);
  for (;;) {
    const currencies = new Set(needs.currencies);
    const firstDay = dayNumber(from) - needs.daysBefore;
    const needed = { currencies, firstDay, lastDay: Math.max(firstDay, dayOfInstant(now.getTime())) };
    const parts = moneyParamsFor(rates, isoCurrency(scope.currency), needed);
    const unpriced = needs.unpricedSales;
    const results = await Promise.all(
      parts.flatMap((money, part) => {
        const later = parts.slice(1).flatMap((other) => other.currencies);
        const of = { ...money, part, other_currencies: part === 0 ? later : [], priced_only: unpriced };
        return [ask.priced(of), ...(unpriced ? [ask.unpriced(of)] : [])];
      }),
    );
    const rows = results.flat();
    const others = unexpected(rates, currencies, rows);
    for (const name of others) needs.currencies.add(name);
    const oldest = rows.reduce((first, { oldest_day }) => Math.min(first, oldest_day), firstDay);
    needs.daysBefore = Math.max(needs.daysBefore, dayNumber(from) - oldest);
    const hasUnpriced = rows.some((row) => row.unpriced > 0);
    if (hasUnpriced) needs.unpricedSales = true;
    if (others.length === 0 && oldest >= firstDay && (unpriced || !hasUnpriced)) return rows;
  }
}

/** Asks for subscriptions, and values the active ones. */
export async function askSubscriptions(context: MoneyContext, params: FactParams): Promise<ValuedSubscription[]> {
  const { client, rates, scope, state, now, signal } = context;
  const { applicationId, smallBusiness } = scope;
  const valueQuestion = { applicationId, currency: targetOf(context), smallBusiness, now, nowMs: params.now_ms };
  return await valueGroups(client, subscriptionFacts(client, params, signal), { ...valueQuestion, rates, state });
}
