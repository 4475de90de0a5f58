import type { ClickHouseClient } from '@tapwise/adapters';
import { exchangeRates } from '../../money/exchange-rates.ts';
import { countsUnattributed, type Grain } from '../grain.ts';
import { type Coverage, readCoverage } from '../state/coverage.queries.ts';
import { maturityShares } from '../state/maturity.ts';
import { type ReportState, readReportState } from '../state/report-state.queries.ts';
import type { MoneyContext } from '../values/ask-money.ts';
import { readAdsSide } from './ads-side.ts';
import { edgesOf, factParamsOf } from './fact-params.ts';
import type { FactQuestion } from './fact-question.ts';
import { type FactResults, type GatheredFacts, gatherFacts } from './gather-facts.ts';
import { readLabels } from './label-facts.queries.ts';
import { readMoneySide } from './money-side.ts';
import { peopleFacts } from './people-facts.queries.ts';

/** Everything a report is made of. */
export interface ReadFacts {
  readonly state: ReportState;
  readonly facts: GatheredFacts;
  /** Shares at ages of 0 … 30 days; none when the application's history says too little. */
  readonly maturity: readonly number[];
  /** Months whose figures are known as a whole, by their first day. */
  readonly wholeMonths: readonly string[];
  readonly coverage: Coverage;
}

/**
 * Asks everything a question needs, in parallel.
 * @param options.state The state, when it has been read before.
 * @throws the engine's error.
 */
export async function readFacts(
  client: ClickHouseClient,
  grain: Grain,
  question: FactQuestion,
  options: { state?: ReportState | undefined; signal?: AbortSignal | undefined } = {},
): Promise<ReadFacts> {
  const { scope, now } = question;
  const { signal } = options;
  const params = factParamsOf(grain, question);
  const state = options.state ?? (await readReportState(client, [scope.applicationId], [scope.orgId], signal));
  const rates = await exchangeRates(client, state.ratesPosition, signal);
  const money: MoneyContext = { client, rates, state, scope, now, signal };
  const maturing = maturesUsers(grain) ? maturityShares(client, scope, now, rates) : Promise.resolve([]);
  const [adsSide, labels, people, { subscriptions, income }, coverage] = await Promise.all([
    readAdsSide(money, grain, params),
    readLabels(client, params, signal),
    maturing.then((maturity) => peopleFacts(client, { ...params, maturity: [...maturity] }, signal)),
    readMoneySide(money, params),
    readCoverage(client, state, question, signal),
  ]);
  const name = bucketNamer(grain, question);
  for (const rows of [people, subscriptions, income]) name(rows);
  const results: FactResults = { ...adsSide, labels, people, subscriptions, income };
  const facts = gatherFacts(results);
  return { state, facts, maturity: await maturing, wholeMonths: adsSide.wholeMonths, coverage };
}

/** Whether rows say how much of their users' first income is usually in. */
const maturesUsers = (grain: Grain): boolean =>
  grain.bucket === null && (countsUnattributed(grain) || grain.of === 'ad_group' || grain.of === 'keyword');

/** Facts about people say when their bucket began; buckets are called by their dates. */
function bucketNamer(grain: Grain, question: FactQuestion): (rows: readonly { bucket: string }[]) => void {
  if (grain.bucket === null) return () => undefined;
  const dates = new Map(edgesOf(question, grain.bucket).map(({ date, startMs }) => [String(startMs), date]));
  return (rows) => {
    for (const row of rows) row.bucket = dates.get(row.bucket) ?? row.bucket;
  };
}
