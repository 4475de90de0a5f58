import type { ClickHouseClient } from '@tapwise/adapters';
import { exchangeRates } from '../../money/exchange-rates.ts';
import { countsUnattributed, type Grain } from '../grain.ts';
import { maturityShares } from '../state/maturity.ts';
import { type ReportState, readReportState } from '../state/report-state.queries.ts';
import { askIncome, askInOneCurrency, askSubscriptions, type MoneyContext } from '../values/ask-money.ts';
import { adsFacts, adsLevelOf, adsMonthFacts, wholeMonths } from './ads-facts.queries.ts';
import { edgesOf, type FactParams, factParamsOf } from './fact-params.ts';
import type { FactQuestion } from './fact-question.ts';
import { type FactAnswers, type GatheredFacts, gatherFacts } from './gather-facts.ts';
import { peopleFacts } from './people-facts.queries.ts';
import { matchFacts, type ShareFact, shareFacts, shareWeek } from './share-facts.queries.ts';
import { readStructure } from './structure-facts.queries.ts';

/** Everything a report is made of. */
export interface ReadFacts {
  readonly state: ReportState;
  readonly facts: GatheredFacts;
  /** Shares at ages of 0 … 30 days; none when the application's history says too little. */
  readonly maturity: readonly number[];
  /** Months whose figures are known as a whole, by their first day. */
  readonly wholeMonths: readonly string[];
}

const noRows: Promise<never[]> = Promise.resolve([]);

/**
 * Asks everything a question needs, in parallel.
 * @param known The state, when it has been read before.
 * @throws the engine's error.
 */
export async function readFacts(
  client: ClickHouseClient,
  grain: Grain,
  question: FactQuestion,
  options: { known?: ReportState | undefined; signal?: AbortSignal | undefined } = {},
): Promise<ReadFacts> {
  const { scope, now } = question;
  const { signal } = options;
  const params = factParamsOf(grain, question);
  const state = options.known ?? (await readReportState(client, [scope.applicationId], [scope.orgId], signal));
  const rates = await exchangeRates(client, state.ratesPosition, signal);
  const money: MoneyContext = { client, rates, state, scope, now, signal };
  const shows = sectionsOf(grain, state);
  const maturing = shows.maturity ? maturityShares(client, scope, now, rates) : Promise.resolve([]);
  const months = grain.bucket === 'month' && grain.of === 'all' ? await wholeMonths(client, params, signal) : [];
  const whole_months = months.map(({ first_day }) => first_day);
  const [structure, ads, ofMonths, parentAds, people, subscriptions, income, shares, matches] = await Promise.all([
    readStructure(client, params, signal),
    askInOneCurrency(money, params, (given) =>
      adsFacts(client, { ...params, ...given, level: adsLevelOf(params), whole_months }, signal),
    ),
    months.length === 0
      ? noRows
      : askInOneCurrency(money, params, (given) => adsMonthFacts(client, { ...params, ...given }, signal)),
    shows.parents
      ? askInOneCurrency(money, params, (given) => {
          const ofGroups = { ...params, ...given, of: 'ad_group', level: 'ad_group', whole_months } as const;
          return adsFacts(client, ofGroups, signal);
        })
      : noRows,
    maturing.then((maturity) => peopleFacts(client, { ...params, maturity: [...maturity] }, signal)),
    askSubscriptions(money, params),
    askIncome(money, params),
    shows.shares ? askShares(client, params, signal) : noRows,
    shows.matches ? matchFacts(client, params, signal) : noRows,
  ]);
  const named = nameBuckets(grain, question);
  const answers: FactAnswers = {
    ...{ structure, ads: [...ads, ...ofMonths], parentAds, shares, matches },
    ...{ people: people.map(named), subscriptions: subscriptions.map(named), income: income.map(named) },
  };
  const facts = gatherFacts(answers);
  return { state, facts, maturity: await maturing, wholeMonths: whole_months };
}

/** Only reports show the share of the last seven days beside that of the range. */
async function askShares(client: ClickHouseClient, params: FactParams, signal?: AbortSignal): Promise<ShareFact[]> {
  const week = params.bucket === null ? await shareWeek(client, params, signal) : [];
  return await shareFacts(client, { ...params, week_days: week.map(({ known_day }) => known_day) }, signal);
}

function sectionsOf(grain: Grain, state: ReportState) {
  const ofKeywords = grain.of === 'keyword' && grain.bucket === null;
  const inSeries = grain.bucket !== null && (grain.of === 'keyword' || grain.of === 'ad_group');
  return {
    parents: ofKeywords,
    shares: state.asOf.impression_share !== null && (ofKeywords || inSeries),
    matches: state.searchTermsKnown && ofKeywords,
    maturity: grain.bucket === null && (countsUnattributed(grain) || grain.of === 'ad_group' || grain.of === 'keyword'),
  };
}

/** Facts about people say when their bucket began; buckets are called by their dates. */
function nameBuckets(grain: Grain, question: FactQuestion): <Row extends { bucket: string }>(row: Row) => Row {
  if (grain.bucket === null) return (row) => row;
  const dates = new Map(edgesOf(question, grain.bucket).map(({ date, startMs }) => [String(startMs), date]));
  return (row) => ({ ...row, bucket: dates.get(row.bucket) ?? row.bucket });
}
