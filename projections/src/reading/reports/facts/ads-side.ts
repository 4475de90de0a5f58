import type { ClickHouseClient } from '@tapwise/adapters';
import { dayNumber, factorAt, factorSteps, isoCurrency } from '@tapwise/domain';
import type { Grain } from '../grain.ts';
import type { ReportState } from '../state/report-state.queries.ts';
import { askInOneCurrency, type MoneyContext } from '../values/ask-money.ts';
import { type AdsFact, adsFacts, adsLevelOf, adsMonthFacts, wholeMonths } from './ads-facts.queries.ts';
import type { FactParams } from './fact-params.ts';
import type { FactResults } from './gather-facts.ts';
import { createResultMemory } from './result-memory.ts';
import { matchFacts, type ShareFact, shareFacts, shareWeek } from './share-facts.queries.ts';
import { readStructure } from './structure-facts.queries.ts';

/** What the ad service showed, as far as a question needs it. */
export interface AdsSide extends Pick<FactResults, 'structure' | 'ads' | 'parentAds' | 'shares' | 'matches'> {
  /** Months whose figures are known as a whole, by their first day. */
  readonly wholeMonths: readonly string[];
}

const remember = createResultMemory<AdsSide>(
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
    state.adsPosition,
    rates.position,
    scope.currency,
    scope.orgCurrency,
    grain,
    params.application_id,
    params.org_id,
    params.adam_id,
    params.campaign_id,
    params.ad_group_id,
    params.campaign_ids,
    params.from,
    params.to,
    params.today,
    params.countries,
    params.every_country,
    state.asOf.impression_share === null,
    state.searchTermsPulled,
  ];
  return remember(client, state.adsPosition === null ? null : key, () => askAdsSide(context, grain, params));
}

const noRows: Promise<never[]> = Promise.resolve([]);

async function askAdsSide(context: MoneyContext, grain: Grain, params: FactParams): Promise<AdsSide> {
  const { client, state, signal } = context;
  const shows = sectionsOf(grain, state);
  const months = grain.bucket === 'month' && grain.of === 'all' ? await wholeMonths(client, params, signal) : [];
  const whole_months = months.map(({ first_day }) => first_day);
  const org_currency = isoCurrency(context.scope.orgCurrency);
  const [structure, ads, ofMonths, parentAds, shares, matches] = await Promise.all([
    readStructure(client, params, signal),
    askInOneCurrency(context, params, (moneyParams) =>
      adsFacts(client, { ...params, ...moneyParams, level: adsLevelOf(params), whole_months, org_currency }, signal),
    ),
    months.length === 0
      ? noRows
      : askInOneCurrency(context, params, (moneyParams) =>
          adsMonthFacts(client, { ...params, ...moneyParams, org_currency }, signal),
        ),
    shows.parents
      ? askInOneCurrency(context, params, (moneyParams) => {
          const ofGroups = {
            ...params,
            ...moneyParams,
            of: 'ad_group',
            level: 'ad_group',
            whole_months,
            org_currency,
          } as const;
          return adsFacts(client, ofGroups, signal);
        })
      : noRows,
    shows.shares ? askShares(client, params, signal) : noRows,
    shows.matches ? matchFacts(client, params, signal) : noRows,
  ]);
  const adsWithToday = [...ads, ...ofMonths].map((fact) => withForeignToday(fact, context, params.today));
  return { structure, ads: adsWithToday, parentAds, shares, matches, wholeMonths: whole_months };
}

/** Spend of today in other currencies, added at today's rate; without a rate it is left out, as it is of the range. */
function withForeignToday(fact: AdsFact, { rates, scope }: MoneyContext, today: string): AdsFact {
  const [currencies, amounts] = fact.today_foreign;
  if (currencies.length === 0) return fact;
  let today_micros = fact.today_micros;
  for (const [index, name] of currencies.entries()) {
    const steps = factorSteps(rates, name, isoCurrency(scope.orgCurrency));
    if (steps !== undefined) today_micros += (amounts[index] ?? 0) * factorAt(steps, dayNumber(today));
  }
  return { ...fact, today_micros };
}

function sectionsOf(grain: Grain, state: ReportState) {
  const ofKeywords = grain.of === 'keyword' && grain.bucket === null;
  const inSeries = grain.bucket !== null && (grain.of === 'keyword' || grain.of === 'ad_group');
  return {
    parents: ofKeywords,
    shares: state.asOf.impression_share !== null && (ofKeywords || inSeries),
    matches: state.searchTermsPulled && ofKeywords,
  };
}

/** Only reports show the share of the last seven days beside that of the range. */
async function askShares(client: ClickHouseClient, params: FactParams, signal?: AbortSignal): Promise<ShareFact[]> {
  const week = params.bucket === null ? await shareWeek(client, params, signal) : [];
  return await shareFacts(client, { ...params, week_days: week.map(({ known_day }) => known_day) }, signal);
}
