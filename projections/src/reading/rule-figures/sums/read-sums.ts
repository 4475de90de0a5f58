import { askInOneCurrency, askSales } from '../../reports/values/ask-money.ts';
import { adsSums, downloadSums } from './ads-sums.queries.ts';
import { GatheredSums, type ObjectSums, type SumsQuestion } from './gathered-sums.ts';
import { incomeSums, unpricedIncomeSums } from './income-sums.queries.ts';
import { liveValues } from './live-values.ts';
import { peopleSums, purchaseSums } from './people-sums.queries.ts';
import { readTerms } from './read-terms.ts';
import { matchSums, shareSums } from './share-sums.queries.ts';
import { isObject, type ObjectIds, objectKey, type SumColumns, type SummedLevel } from './sum-columns.ts';

/**
 * Asks everything a rule needs, in parallel: a number of statements that no units, time ranges or tests change.
 * @throws the engine's error.
 */
export async function readSums(question: SumsQuestion): Promise<GatheredSums> {
  const { plan, columns } = question;
  const gathered = new GatheredSums();
  const levels: SummedLevel[] = [...plan.parentLevels];
  if (plan.unitLevel !== null) levels.push(plan.unitLevel);
  const readings = levels.flatMap((level) => [
    columns.base.ranges.length === 0 ? [] : [readAds(question, gathered, level), readPeople(question, gathered, level)],
    columns.income.ranges.length === 0 ? [] : [readIncome(question, gathered, level)],
    columns.shares.ranges.length === 0 ? [] : [readShares(question, gathered, level)],
  ]);
  const ofTerms = plan.unitLevel === null ? [readTerms(question, gathered)] : [];
  await Promise.all([...readings.flat(), ...ofTerms]);
  return gathered;
}

/** Hands the sums of each object to the row about it; rows without an object are those of no unit. */
function putRows<Row extends ObjectIds>(
  gathered: GatheredSums,
  level: SummedLevel,
  rows: readonly Row[],
  put: (sums: ObjectSums, row: Row) => void,
): void {
  for (const row of rows) if (isObject(row, level)) put(gathered.of(objectKey(row, level)), row);
}

function paramsOf({ factParams }: SumsQuestion, level: SummedLevel, columns: SumColumns) {
  return { ...factParams(level, columns.ranges), ...columns.values, summed_by: level, edges_ms: columns.edges };
}

async function readAds(question: SumsQuestion, gathered: GatheredSums, level: SummedLevel): Promise<void> {
  const { context, plan } = question;
  const { client, signal } = context;
  const params = {
    ...paramsOf(question, level, question.columns.base),
    level: level === 'all' ? 'campaign' : level,
  } as const;
  const [ads, downloads, matches] = await Promise.all([
    askInOneCurrency(context, params, (money) => adsSums(client, { ...params, ...money }, signal)),
    plan.needsDownloads ? downloadSums(client, params, signal) : [],
    plan.needsMatches ? matchSums(client, params, signal) : [],
  ]);
  for (const row of ads) gathered.see(row);
  putRows(gathered, level, ads, (sums, row) => {
    sums.ads = row;
  });
  putRows(gathered, level, downloads, (sums, row) => {
    sums.downloads = row;
  });
  putRows(gathered, level, matches, (sums, row) => {
    sums.matches = row;
  });
}

async function readPeople(question: SumsQuestion, gathered: GatheredSums, level: SummedLevel): Promise<void> {
  const { context, plan, maturity } = question;
  if (!plan.needsPeople) return;
  const { client, signal } = context;
  const params = paramsOf(question, level, question.columns.base);
  const [people, purchases, live] = await Promise.all([
    peopleSums(client, { ...params, maturity: [...maturity] }, signal),
    purchaseSums(client, params, signal),
    plan.needsPredictions ? liveValues(context, params) : [],
  ]);
  for (const row of [...people, ...purchases]) gathered.see(row);
  putRows(gathered, level, people, (sums, row) => {
    sums.people = row;
  });
  putRows(gathered, level, purchases, (sums, row) => {
    sums.purchases = row;
  });
  const values = live.map((value) => ({ value, ...idsOf(value, level) }));
  putRows(gathered, level, values, (sums, { value }) => sums.live.push(value));
}

async function readIncome(question: SumsQuestion, gathered: GatheredSums, level: SummedLevel): Promise<void> {
  const { context, columns } = question;
  const { client, signal } = context;
  const column_days = columns.income.ranges.map(({ days }) => days);
  const params = { ...paramsOf(question, level, columns.income), column_days };
  const sold = await askSales(context, params, {
    priced: (part) => incomeSums(client, { ...params, ...part }, signal),
    unpriced: (part) => unpricedIncomeSums(client, { ...params, ...part }, signal),
  });
  const rows = sold.map((row) => ({ row, ...idsOf(row, level) }));
  putRows(gathered, level, rows, (sums, { row }) => sums.income.push(row));
}

async function readShares(question: SumsQuestion, gathered: GatheredSums, level: SummedLevel): Promise<void> {
  const { context, columns } = question;
  const params = paramsOf(question, level, columns.shares);
  const shares = await shareSums(context.client, params, context.signal);
  putRows(gathered, level, shares, (sums, row) => {
    sums.shares = row;
  });
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
