import type { ClickHouseClient } from '@tapwise/adapters';
import { chartMetricsOf, describeGaps, fillRow, planRows, type RowPlan } from '@tapwise/domain';
import { fromWholeTables } from '../whole-tables.ts';
import { edgesOf } from './facts/fact-params.ts';
import { noFacts, type ObjectFacts } from './facts/gather-facts.ts';
import { readFacts } from './facts/read-facts.ts';
import { type Grain, grains } from './grain.ts';
import type { Series, SeriesBucket, SeriesItem, SeriesQuestion } from './report.ts';
import { gapsOf } from './report-gaps.ts';
import { baseOf, baseWithoutAds } from './rows/base-sums.ts';
import { displayedObjects } from './rows/report-rows.ts';
import { type AdsLevel, chartSettings, nameOf, statusOf } from './rows/report-settings.ts';

type Ask = (client: ClickHouseClient, question: SeriesQuestion, signal?: AbortSignal) => Promise<Series>;

/** Campaigns by bucket. Every bucket of the range is there, and no users without a campaign. */
export const campaignSeries = seriesOf('campaign', grains.campaign);

/** Ad groups of `question.campaignId` by bucket. */
export const adGroupSeries = seriesOf('ad_group', grains.ad_group);

/** Keywords of `question.adGroupId` by bucket. */
export const keywordSeries = seriesOf('keyword', grains.keyword);

function seriesOf(level: AdsLevel, grain: Grain): Ask {
  return fromWholeTables((client: ClickHouseClient, question: SeriesQuestion, signal?: AbortSignal) =>
    askSeries(client, level, grain, question, signal),
  );
}

async function askSeries(
  client: ClickHouseClient,
  level: AdsLevel,
  plain: Grain,
  question: SeriesQuestion,
  signal?: AbortSignal,
): Promise<Series> {
  const grain: Grain = { ...plain, bucket: question.granularity };
  const read = await readFacts(client, grain, question, { signal });
  const edges = edgesOf(question, question.granularity);
  const { buckets } = read.facts;
  const displayed = displayedObjects(read.facts, question);
  const adsArePulled =
    read.state.asOf.ads !== null || [...buckets.values()].some((bucket) => [...bucket.values()].some(({ ads }) => ads));
  const plans = chartPlans(level, question.claimType);
  const names = chartMetricsOf(level).map(({ name }) => name);
  const items = displayed.map((object): SeriesItem => {
    const isPulled = adsArePulled && (object.structure !== undefined || hasAds(buckets, object.object));
    return {
      id: Number(object.object),
      name: nameOf(level, Number(object.object), object.structure),
      status: statusOf(object.structure),
      granularity: edges.map(({ date }, index) => {
        const facts = buckets.get(date)?.get(object.object) ?? noFacts(object.object, object.structure);
        return bucketOf(date, facts, { level, names, plans, isPulled, isLast: index === edges.length - 1 });
      }),
    };
  });
  const displayedFacts = displayed.flatMap(({ object }) =>
    [...buckets.values()].flatMap((bucket) => bucket.get(object) ?? []),
  );
  const gaps = gapsOf({ ...read, displayed: displayedFacts, question, level, warnsOfUsers: false });
  const warning = describeGaps(gaps, question.scope.currency);
  return {
    items,
    asOf: read.state.asOf,
    position: read.state.position,
    ...(warning === undefined ? {} : { warning, gaps }),
  };
}

/** How the columns of charts are computed; later ones win. */
function chartPlans(level: AdsLevel, claimType: SeriesQuestion['claimType']): RowPlan[] {
  // Charts of ad groups add up the shares of their keywords, which no report row of theirs shows.
  const levels: readonly AdsLevel[] = level === 'ad_group' ? ['keyword', 'ad_group'] : [level];
  return levels.map((of) => planRows({ claimType, level: of }));
}

interface BucketOptions {
  readonly level: AdsLevel;
  readonly names: readonly string[];
  readonly plans: readonly RowPlan[];
  readonly isPulled: boolean;
  readonly isLast: boolean;
}

/** The chart metrics of an object in a bucket. How it is set now says nothing about earlier buckets. */
function bucketOf(date: string, facts: ObjectFacts, options: BucketOptions): SeriesBucket {
  const { level, names, plans, isPulled, isLast } = options;
  const base = isPulled ? baseOf(facts) : baseWithoutAds(facts);
  const cells: Record<string, number | null> = {};
  for (const plan of plans) Object.assign(cells, fillRow({ ...plan.blank }, plan, base));
  if (isLast) Object.assign(cells, chartSettings(level, facts.structure));
  const bucket: SeriesBucket = { date };
  for (const name of names) bucket[name] = cells[name] ?? null;
  return bucket;
}

function hasAds(buckets: ReadonlyMap<string, ReadonlyMap<string, ObjectFacts>>, object: string): boolean {
  return [...buckets.values()].some((bucket) => bucket.get(object)?.ads !== undefined);
}
