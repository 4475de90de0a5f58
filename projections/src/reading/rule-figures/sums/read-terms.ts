import { dayInZone, textKey } from '@tapwise/domain';
import { askInOneCurrency } from '../../reports/values/ask-money.ts';
import type { GatheredSums } from './gathered-sums.ts';
import type { SumsQuestion } from './sums-question.ts';
import { type TermSums, termSums, termTotals } from './term-sums.queries.ts';

/** Reads the figures of search terms by day, and over their year where that is asked for. @throws the engine's error. */
export async function readTerms({ context, columns, factParams }: SumsQuestion, gathered: GatheredSums): Promise<void> {
  const { client, signal } = context;
  const { ranges, values } = columns.base;
  if (ranges.length === 0) return;
  const params = { ...factParams('campaign', ranges), ...values, summed_by: 'campaign' } as const;
  // A snapshot may be of today, which is after the days that are complete.
  const today = dayInZone(context.now.getTime(), context.scope.timeZone);
  const yearRange = { from: params.from, to: today > params.to ? today : params.to };
  const [days, year] = await Promise.all([
    askInOneCurrency(context, params, (money) => termSums(client, { ...params, ...money }, signal)),
    columns.year
      ? askInOneCurrency(context, yearRange, (money) => termTotals(client, { ...params, ...money }, signal))
      : [],
  ]);
  for (const row of [...days, ...year]) gathered.see(row);
  const { units } = gathered;
  for (const row of days) units.put(units.ads, termKey(row), row);
  for (const row of year) units.put(units.year, termKey(row), row);
}

/** Texts that differ in spaces or capitals alone are one term. */
const termKey = ({ campaign, ad_group, text }: TermSums): string => `${campaign}:${ad_group}:t:${textKey(text)}`;
