import { addDays, mostSuggestedBids, type SuggestedBid, smallestAmount } from '@tapwise/domain';
import { z } from 'zod';
import type { SuggestionScope } from '../../ad-service/suggestions.ts';
import { id, number } from '../../ad-service/wire/lenient.ts';
import { equals } from '../lists/queries.ts';
import { reportCalls, reportForm } from '../reports/report-call.ts';
import { type ReportReader, todayOf } from '../reports/reports.ts';

/** Longest wait for the answer to a person's question about what is suggested, in milliseconds. */
export const suggestionTimeoutMs = 8000;
/** Days of the report that suggestions come with: keywords that were not shown in them have no row. */
const reportDays = 30;

/** A row of the report of keywords; of the suggestion it has a bare number, in units of the account's currency. */
export const bidRowWire = z.object({
  metadata: z.object({ id }),
  totalMetrics: z
    .object({ impressions: number.catch(0) })
    .nullish()
    .catch(null),
  insights: z
    .object({ bidRecommendation: z.object({ suggestedBidAmount: z.number() }) })
    .nullish()
    .catch(null),
});

/** A suggestion, and how often its keyword was shown. */
interface WeighedBid extends SuggestedBid {
  readonly impressions: number;
}

/** @throws SearchAdsError. */
export async function readSuggestedBids(
  { lists, now }: Pick<ReportReader, 'lists' | 'now'>,
  { orgId, currency, signal }: SuggestionScope,
  campaignId: number,
): Promise<SuggestedBid[]> {
  // Yesterday in UTC has begun in every zone.
  const to = addDays(todayOf({ now }), -1);
  const { callAt, limit } = reportCalls({
    report: 'keywords',
    orgId,
    from: addDays(to, 1 - reportDays),
    to,
    granularity: null,
    byCountry: false,
    filters: [equals('campaignId', String(campaignId))],
    signal,
  });
  const { items } = await lists.list(
    (offset) => ({ ...callAt(offset), priority: 'person', timeoutMs: suggestionTimeoutMs }),
    limit,
    {
      ...reportForm,
      schema: bidRowWire,
      translate: (row) => suggestedBidFrom(row, currency),
      dependsOn: `suggested bids ${currency}`,
    },
  );
  return items
    .toSorted((left, right) => right.impressions - left.impressions)
    .slice(0, mostSuggestedBids)
    .map(({ keyword_id, suggested_micros }) => ({ keyword_id, suggested_micros }));
}

/** The bid of a row as it can be set, or nothing: a suggestion that is missing, of no known form or of 0 is none. */
export function suggestedBidFrom(
  { metadata, totalMetrics, insights }: z.infer<typeof bidRowWire>,
  currency: string,
): WeighedBid[] {
  if (!insights) return [];
  const smallest = smallestAmount(currency);
  const { suggestedBidAmount } = insights.bidRecommendation;
  const suggested_micros = Math.round((suggestedBidAmount * 1e6) / smallest) * smallest;
  if (suggested_micros <= 0) return [];
  return [{ keyword_id: metadata.id, suggested_micros, impressions: totalMetrics?.impressions ?? 0 }];
}
