import { isoCurrency, type RecommendedAmount, type SuggestedKeyword } from '@tapwise/domain';
import { z } from 'zod';
import type { SearchAdsTransport } from '../../ad-service/calls/transport.ts';
import { SearchAdsError } from '../../ad-service/errors.ts';
import type { SuggestionReader, SuggestionScope } from '../../ad-service/suggestions.ts';
import { id, type MoneyWire, money } from '../../ad-service/wire/lenient.ts';
import { openEnvelope } from '../lists/envelope.ts';
import { deletedToo, equals, type QueryReader } from '../lists/queries.ts';
import { deletedWire } from '../schemas.ts';
import { readSuggestedBids, suggestionTimeoutMs } from './suggested-bids.ts';

const mostKeywords = 100;
const mostRecommendations = 1000;
/** Campaigns that are asked about one after the other, where the service does not take the app. */
const mostCampaigns = 50;

const keywordWire = z.object({
  text: z.string().trim().min(1),
  popularity: z.number().min(0).max(100).transform(Math.round),
});
const optionalMoney = money.nullish().catch(null);
const recommendationWire = z.object({
  campaignId: id,
  state: z.string(),
  suggestedDailyBudgetAmount: optionalMoney,
  recommendedTargetCPA: optionalMoney,
  expectedInstalls: z.number().nonnegative().transform(Math.round).nullish().catch(null),
  expectedSpend: optionalMoney,
});

/** Where each setting is recommended, and in which field. */
const recommendations = {
  daily_budgets: { path: '/recommendations/daily-budgets/query', field: 'suggestedDailyBudgetAmount' },
  target_cpas: { path: '/recommendations/target-cpas/query', field: 'recommendedTargetCPA' },
} as const;
type Recommendations = (typeof recommendations)[keyof typeof recommendations];

/** What version 1 suggests and recommends. Its own accepting of a recommendation is never called: it would change money past our limits. */
export function createSuggestionReader(
  transport: SearchAdsTransport,
  lists: QueryReader,
  now: () => number,
): SuggestionReader {
  const ask = <Wire extends z.ZodType>(
    scope: SuggestionScope,
    path: string,
    schema: Wire,
    { promotedObjectId, filters = [], pageSize }: Question,
  ): Promise<z.infer<Wire>[]> =>
    transport.call(
      {
        operation: `POST ${path}`,
        method: 'POST',
        path,
        orgId: scope.orgId,
        priority: 'person',
        timeoutMs: suggestionTimeoutMs,
        // Here a value is always a list, also of one.
        body: {
          filters: [
            { field: 'promotedObjectId', operator: 'EQUALS', value: [String(promotedObjectId)] },
            { field: 'promotedObjectType', operator: 'EQUALS', value: ['APPSTORE_APP'] },
            ...filters,
          ],
          pagination: { offset: 0, pageSize },
        },
        ...(scope.signal ? { signal: scope.signal } : {}),
      },
      (body) => {
        const { data } = openEnvelope(`POST ${path}`, body);
        const rows: readonly unknown[] = Array.isArray(data) ? data : [];
        return rows.flatMap((row) => {
          const read = schema.safeParse(row);
          return read.success ? [read.data] : [];
        });
      },
    );
  return {
    keywords: async (scope, { countries, term }) => {
      const inCountries = { field: 'countriesOrRegions', operator: 'IN', value: countries };
      const around = { field: 'terms', operator: 'IN', value: [term] };
      const rows = await ask(scope, '/suggestions/keywords/query', keywordWire, {
        promotedObjectId: scope.adamId,
        filters: [...(countries.length > 0 ? [inCountries] : []), ...(term === null ? [] : [around])],
        pageSize: mostKeywords,
      });
      const byText = new Map<string, SuggestedKeyword>(rows.map((row) => [row.text.toLowerCase(), row]));
      return [...byText.values()]
        .sort((left, right) => right.popularity - left.popularity || left.text.localeCompare(right.text))
        .slice(0, mostKeywords);
    },
    recommended: async (scope, setting) => {
      const { path, field } = recommendations[setting];
      const rows = await byAppOrCampaign(scope, lists, (promotedObjectId) =>
        ask(scope, path, recommendationWire, { promotedObjectId, pageSize: mostRecommendations }),
      );
      return rows.flatMap((row) => recommendationFrom(row, field, scope.currency));
    },
    bids: (scope, campaignId) => readSuggestedBids({ lists, now }, scope, campaignId),
  };
}

interface Question {
  readonly promotedObjectId: number;
  readonly filters?: readonly {
    readonly field: string;
    readonly operator: string;
    readonly value: readonly unknown[];
  }[];
  readonly pageSize: number;
}

/** The documentation asks for the app; the service has been seen to want the campaign in its stead. */
async function byAppOrCampaign<Row>(
  { orgId, adamId, signal }: SuggestionScope,
  lists: QueryReader,
  ask: (promotedObjectId: number) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  try {
    return await ask(adamId);
  } catch (error) {
    if (!(error instanceof SearchAdsError) || (error.status !== 400 && error.status !== 404)) throw error;
  }
  const filters = [equals('promotedObjectId', String(adamId)), deletedToo];
  const campaigns = await lists.query(
    { path: '/campaigns/query', orgId, filters, signal },
    { schema: deletedWire, translate: (wire) => wire },
  );
  const current = campaigns.items.filter(({ deleted }) => deleted !== true).slice(0, mostCampaigns);
  const rows: Row[] = [];
  for (const campaign of current) rows.push(...(await ask(campaign.id)));
  return rows;
}

function recommendationFrom(
  row: z.infer<typeof recommendationWire>,
  field: Recommendations['field'],
  currency: string,
): RecommendedAmount[] {
  const amount = row[field] && microsIn(row[field], currency);
  if (row.state !== 'AVAILABLE' || !amount) return [];
  return [
    {
      campaign_id: row.campaignId,
      recommended_micros: amount,
      expected_installs: row.expectedInstalls ?? null,
      expected_spend_micros: row.expectedSpend ? microsIn(row.expectedSpend, currency) : null,
    },
  ];
}

/** An amount in another currency than the organization's is not one that can be set. */
const microsIn = (amount: MoneyWire, currency: string): number | null =>
  isoCurrency(amount.currency) === isoCurrency(currency) ? amount.micros : null;
