import type { SummedRow } from '@tapwise/adapters';
import { askInOneCurrency, askSales } from '../../reports/values/ask-money.ts';
import { adsSums, downloadSums } from './ads-sums.queries.ts';
import type { GatheredSums, LevelSums } from './gathered-sums.ts';
import { incomeSums, unpricedIncomeSums } from './income-sums.queries.ts';
import { liveValues } from './live-values.ts';
import { peopleSums, purchaseSums } from './people-sums.queries.ts';
import { readTerms } from './read-terms.ts';
import { matchSums, shareSums } from './share-sums.queries.ts';
import type { StatementSums } from './statement-sums.ts';
import { type ObjectIds, objectKey, type SumColumns, type SummedLevel } from './sum-columns.ts';
import type { SumsQuestion } from './sums-question.ts';

/** What one level is asked with, and what is gathered of its objects. */
interface LevelQuestion extends SumsQuestion {
  readonly level: SummedLevel;
  readonly sums: LevelSums;
}

/**
 * Asks everything a rule needs, in parallel: a number of statements that no units, time ranges or tests change.
 * @throws the engine's error.
 */
export async function readSums(question: SumsQuestion, gathered: GatheredSums): Promise<void> {
  const { plan, columns } = question;
  const levels: SummedLevel[] = [...plan.parentLevels];
  if (plan.unitLevel !== null) levels.push(plan.unitLevel);
  const readings = levels.flatMap((level) => {
    const levelQuestion = { ...question, level, sums: gathered.of(level, plan.unitLevel) };
    return [
      columns.base.ranges.length === 0 ? [] : [readAds(levelQuestion, gathered), readPeople(levelQuestion, gathered)],
      columns.income.ranges.length === 0 ? [] : [readIncome(levelQuestion)],
      columns.shares.ranges.length === 0 ? [] : [readShares(levelQuestion)],
    ];
  });
  const ofTerms = plan.unitLevel === null ? [readTerms(question, gathered)] : [];
  await Promise.all([...readings.flat(), ...ofTerms]);
}

function paramsOf({ factParams, level }: LevelQuestion, columns: SumColumns) {
  return { ...factParams(level, columns.ranges), ...columns.values, summed_by: level, edges_ms: columns.edges };
}

/** Hands each object the row about it; rows without an object are those of no unit. */
function putRows<Name extends string>(
  { sums, level }: LevelQuestion,
  statement: StatementSums<Name>,
  rows: readonly (ObjectIds & SummedRow<Name>)[],
): void {
  for (const row of rows) sums.put(statement, objectKey(row, level), row);
}

async function readAds(question: LevelQuestion, gathered: GatheredSums): Promise<void> {
  const { context, plan, level, sums } = question;
  const { client, signal } = context;
  const params = {
    ...paramsOf(question, question.columns.base),
    level: level === 'all' ? 'campaign' : level,
  } as const;
  const [ads, downloads, matches] = await Promise.all([
    askInOneCurrency(context, params, (money) => adsSums(client, { ...params, ...money }, signal)),
    plan.needsDownloads ? downloadSums(client, params, signal) : [],
    plan.needsMatches ? matchSums(client, params, signal) : [],
  ]);
  for (const row of ads) gathered.see(row);
  putRows(question, sums.ads, ads);
  putRows(question, sums.downloads, downloads);
  putRows(question, sums.matches, matches);
}

async function readPeople(question: LevelQuestion, gathered: GatheredSums): Promise<void> {
  const { context, plan, maturity, level, sums } = question;
  if (!plan.needsPeople) return;
  const { client, signal } = context;
  const params = paramsOf(question, question.columns.base);
  const [people, purchases, live] = await Promise.all([
    peopleSums(client, { ...params, maturity: [...maturity] }, signal),
    purchaseSums(client, params, signal),
    plan.needsPredictions ? liveValues(context, params) : [],
  ]);
  for (const row of [...people, ...purchases]) gathered.see(row);
  putRows(question, sums.people, people);
  putRows(question, sums.purchases, purchases);
  sums.putLive(live, (group) => objectKey(idsOf(group, level), level));
}

async function readIncome(question: LevelQuestion): Promise<void> {
  const { context, columns, level, sums } = question;
  const { client, signal } = context;
  const column_days = columns.income.ranges.map(({ days }) => days);
  const params = { ...paramsOf(question, columns.income), column_days };
  const sold = await askSales(context, params, {
    priced: (part) => incomeSums(client, { ...params, ...part }, signal),
    unpriced: (part) => unpricedIncomeSums(client, { ...params, ...part }, signal),
  });
  for (const row of sold) sums.put(sums.income, objectKey(idsOf(row, level), level), row);
}

async function readShares(question: LevelQuestion): Promise<void> {
  const { context, columns, sums } = question;
  const params = paramsOf(question, columns.shares);
  putRows(question, sums.shares, await shareSums(context.client, params, context.signal));
}

interface PeopleRow {
  readonly object: string;
  readonly parent_campaign: number;
  readonly parent_group: number;
}

const idsOf = ({ object, parent_campaign, parent_group }: PeopleRow, level: SummedLevel): ObjectIds => ({
  campaign: parent_campaign,
  ad_group: parent_group,
  keyword: level === 'keyword' ? Number(object) : 0,
});
