import { askIncome, askSubscriptions, type MoneyContext } from '../values/ask-money.ts';
import type { FactParams } from './fact-params.ts';
import type { FactResults } from './gather-facts.ts';
import { createResultMemory } from './result-memory.ts';

/** What users bought: states and values of their subscriptions, and what they brought in. */
export type MoneySide = Pick<FactResults, 'subscriptions' | 'income'>;

const remember = createResultMemory<MoneySide>(({ subscriptions, income }) => subscriptions.length + income.length);

/**
 * What users bought changes with sales, rates and fits, and with the minute for which states and values are computed. Most of what
 * comes in are installs, which change none of it.
 * @throws the engine's error.
 */
export function readMoneySide(context: MoneyContext, params: FactParams): Promise<MoneySide> {
  const { client, state, rates, scope } = context;
  const { salesPosition, fitsPosition, position } = state;
  const isWhole = salesPosition !== null && fitsPosition <= position && rates.position <= position;
  const key = isWhole ? [salesPosition, fitsPosition, rates.position, scope.currency, params] : null;
  return remember(client, key, async () => {
    const [subscriptions, income] = await Promise.all([askSubscriptions(context, params), askIncome(context, params)]);
    return { subscriptions, income };
  });
}
