import type { ClickHouseClient } from '@tapwise/adapters';
import type { Grain } from '../grain.ts';
import type { ReportState } from '../state/report-state.queries.ts';
import { askInOneCurrency, type MoneyContext } from '../values/ask-money.ts';
import { adsFacts, adsLevelOf, adsMonthFacts, wholeMonths } from './ads-facts.queries.ts';
import { createAnswerMemory } from './answer-memory.ts';
import type { FactParams } from './fact-params.ts';
import type { FactAnswers } from './gather-facts.ts';
import { matchFacts, type ShareFact, shareFacts, shareWeek } from './share-facts.queries.ts';
import { readStructure } from './structure-facts.queries.ts';

/** What the ad service showed, as far as a question needs it. */
export interface AdsSide extends Pick<FactAnswers, 'structure' | 'ads' | 'parentAds' | 'shares' | 'matches'> {
  /** Months whose figures are known as a whole, by their first day. */
  readonly wholeMonths: readonly string[];
}

const remember = createAnswerMemory<AdsSide>(
  ({ structure, ads, parentAds, shares, matches }) =>
    structure.objects.length + ads.length + parentAds.length + shares.length + matches.length,
);

/**
 * What the ad service showed changes with pulls only, a few times an hour: it is remembered until a change of it is in the tables.
 * @throws the engine's error.
 */
export function readAdsSide(context: MoneyContext, grain: Grain, params: FactParams): Promise<AdsSide> {
  const { client, state, rates, scope } = context;
  const key = [
    ...[state.adsPosition, rates.position, scope.currency, scope.orgCurrency, grain],
    ...[params.application_id, params.org_id, params.adam_id],
    ...[params.campaign_id, params.ad_group_id, params.campaign_ids, params.from, params.to, params.today],
    ...[params.countries, params.every_country, state.asOf.impression_share === null, state.searchTermsKnown],
  ];
  return remember(client, state.adsPosition === null ? null : key, () => askAdsSide(context, grain, params));
}

const noRows: Promise<never[]> = Promise.resolve([]);

async function askAdsSide(context: MoneyContext, grain: Grain, params: FactParams): Promise<AdsSide> {
  const { client, state, signal } = context;
  const shows = sectionsOf(grain, state);
  const months = grain.bucket === 'month' && grain.of === 'all' ? await wholeMonths(client, params, signal) : [];
  const whole_months = months.map(({ first_day }) => first_day);
  const [structure, ads, ofMonths, parentAds, shares, matches] = await Promise.all([
    readStructure(client, params, signal),
    askInOneCurrency(context, params, (given) =>
      adsFacts(client, { ...params, ...given, level: adsLevelOf(params), whole_months }, signal),
    ),
    months.length === 0
      ? noRows
      : askInOneCurrency(context, params, (given) => adsMonthFacts(client, { ...params, ...given }, signal)),
    shows.parents
      ? askInOneCurrency(context, params, (given) => {
          const ofGroups = { ...params, ...given, of: 'ad_group', level: 'ad_group', whole_months } as const;
          return adsFacts(client, ofGroups, signal);
        })
      : noRows,
    shows.shares ? askShares(client, params, signal) : noRows,
    shows.matches ? matchFacts(client, params, signal) : noRows,
  ]);
  return { structure, ads: [...ads, ...ofMonths], parentAds, shares, matches, wholeMonths: whole_months };
}

function sectionsOf(grain: Grain, state: ReportState) {
  const ofKeywords = grain.of === 'keyword' && grain.bucket === null;
  const inSeries = grain.bucket !== null && (grain.of === 'keyword' || grain.of === 'ad_group');
  return {
    parents: ofKeywords,
    shares: state.asOf.impression_share !== null && (ofKeywords || inSeries),
    matches: state.searchTermsKnown && ofKeywords,
  };
}

/** Only reports show the share of the last seven days beside that of the range. */
async function askShares(client: ClickHouseClient, params: FactParams, signal?: AbortSignal): Promise<ShareFact[]> {
  const week = params.bucket === null ? await shareWeek(client, params, signal) : [];
  return await shareFacts(client, { ...params, week_days: week.map(({ known_day }) => known_day) }, signal);
}
