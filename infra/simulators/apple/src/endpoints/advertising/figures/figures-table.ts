import { setImmediate as nextTurn } from 'node:timers/promises';
import { dayAt } from '../../../base/calendar/calendar-days.ts';
import type { ActivityStore } from '../../../market/activity/activity-store.ts';
import { visitReported } from '../../../market/activity/day-cells.ts';
import { addFigures, type Figures, METRIC_COUNT, noFigures } from '../../../market/activity/metrics.ts';
import { type Campaign, cellCount, countryOfCell, isIpadCell, targetOfCell } from '../../../market/world/structure.ts';
import { adAt } from '../../../market/written/traffic.ts';
import type { Written } from '../../../market/written/written.ts';
import type { FiguresRequest, ReportLevel } from './figures-request.ts';
import { searchTermOf } from './search-terms.ts';
import { type Buckets, bucketsOf } from './time-buckets.ts';

/** A row before it has a face: which object, which country and device, and its figures per bucket. */
export interface FiguresRow {
  readonly campaign: Campaign;
  readonly adGroupId: number | null;
  readonly keywordId: number | null;
  readonly adId: number | null;
  readonly searchTerm: string | null;
  /** Merged rest of terms that are too rare to be named. */
  readonly other: boolean;
  readonly country: string | null;
  readonly device: 'iPhone' | 'iPad' | null;
  readonly buckets: readonly (Figures | undefined)[];
  readonly total: Figures;
}

export interface FiguresTable {
  readonly rows: readonly FiguresRow[];
  readonly buckets: Buckets;
}

/** Terms with fewer impressions than this are merged. */
const RARE_TERM = 10;

interface Row extends FiguresRow {
  readonly buckets: (Figures | undefined)[];
}

/**
 * Sums the activity of the campaigns into report rows, as reported at `asOf`.
 * Yields to other work every few milliseconds, since the first look at old months takes a while.
 */
export async function buildFiguresTable(
  { activity, written }: { readonly activity: ActivityStore; readonly written: Written },
  campaigns: readonly Campaign[],
  level: ReportLevel,
  request: FiguresRequest,
  asOf: number,
): Promise<FiguresTable> {
  const rows: Row[] = [];
  const zone = request.timeZone === 'UTC' ? 'UTC' : (campaigns[0]?.org.timeZone ?? 'UTC');
  const buckets = bucketsOf(request, zone);
  const byDay = request.timeZone === 'ORTZ' && request.granularity !== 'HOURLY' && !byEvent.has(level);
  const breath = breather();
  for (const campaign of campaigns) {
    const finder = rowFinder(campaign, level, request, { rows, written });
    const last = Math.min(request.endDay, dayAt(zone, asOf));
    for (let day = request.startDay; day <= last; day += 1) {
      if (byDay) addDay(activity, campaign, day, { asOf, finder, bucket: buckets.indexOf(day, 0) });
      else addEvents(activity, campaign, day, { asOf, finder, zone, buckets });
      await breath();
    }
  }
  for (const row of rows) for (const figures of row.buckets) if (figures !== undefined) addFigures(row.total, figures);
  return { rows: level === 'searchTerm' ? mergeRare(rows) : rows, buckets };
}

/** Finds or makes the row of a cell; null for what this level does not show. */
type RowFinder = (cell: number, day: number, impression: number, impressionAt: number) => Row | null;

/** Levels whose rows are not those of cells: the search and the ad belong to the single impression. */
const byEvent: ReadonlySet<ReportLevel> = new Set<ReportLevel>(['searchTerm', 'ad']);

function addDay(
  activity: ActivityStore,
  campaign: Campaign,
  day: number,
  site: { asOf: number; finder: RowFinder; bucket: number },
): void {
  const { cells, figures } = activity.cells(campaign, day, site.asOf);
  for (let index = 0; index < cells.length; index += 1) {
    const row = site.finder(cells[index] as number, day, 0, 0);
    if (row === null) continue;
    const slot = bucketFigures(row, site.bucket);
    for (let metric = 0; metric < METRIC_COUNT; metric += 1) {
      slot[metric] = (slot[metric] as number) + (figures[index * METRIC_COUNT + metric] as number);
    }
  }
}

/** The way for what day sums do not hold: hours, days of another zone, and search terms. */
function addEvents(
  activity: ActivityStore,
  campaign: Campaign,
  day: number,
  site: { asOf: number; finder: RowFinder; zone: string; buckets: Buckets },
): void {
  const local = campaign.org.timeZone === site.zone ? [day] : [day - 1, day, day + 1];
  for (const localDay of local) {
    const raw = activity.campaignDay(campaign, localDay);
    visitReported(raw, site.asOf, (metric, amount, impression, time) => {
      const instant = raw.start + time;
      if (local.length > 1 && dayAt(site.zone, instant) !== day) return;
      const { cell, time: times } = raw.impressions;
      const impressionAt = raw.start + (times[impression] as number);
      const row = site.finder(cell[impression] as number, localDay, impression, impressionAt);
      if (row === null) return;
      const slot = bucketFigures(row, site.buckets.indexOf(day, instant));
      slot[metric] = (slot[metric] as number) + amount;
    });
  }
}

function bucketFigures(row: Row, bucket: number): Figures {
  const existing = row.buckets[bucket];
  if (existing !== undefined) return existing;
  const made = noFigures();
  row.buckets[bucket] = made;
  return made;
}

function rowFinder(
  campaign: Campaign,
  level: ReportLevel,
  request: FiguresRequest,
  { rows, written }: { rows: Row[]; written: Written },
): RowFinder {
  const byKey = new Map<string, Row>();
  const byCell: (Row | undefined)[] = new Array(cellCount(campaign));
  const find = (cell: number, term: string | null, adId: number | null): Row => {
    const target = targetOfCell(campaign, cell);
    const adGroupId = level === 'campaign' ? null : target.adGroup.id;
    const keywordId = level === 'keyword' || level === 'searchTerm' ? (target.keyword?.id ?? null) : null;
    const country = request.byCountry ? countryOfCell(campaign, cell) : null;
    const device = request.byDevice ? (isIpadCell(cell) ? 'iPad' : 'iPhone') : null;
    const key = `${adGroupId}/${keywordId}/${adId}/${term}/${country}/${device}`;
    const existing = byKey.get(key);
    if (existing !== undefined) return existing;
    const made: Row = {
      campaign,
      adGroupId,
      keywordId,
      adId,
      searchTerm: term,
      other: false,
      country,
      device,
      buckets: [],
      total: noFigures(),
    };
    byKey.set(key, made);
    rows.push(made);
    return made;
  };
  return (cell, day, impression, impressionAt) => {
    if (level === 'searchTerm') return find(cell, searchTermOf(campaign, cell, day, impression), null);
    if (level === 'ad') {
      const ad = adAt(written, targetOfCell(campaign, cell).adGroup, impressionAt);
      return ad === undefined ? null : find(cell, null, ad.id);
    }
    if (level === 'keyword' && targetOfCell(campaign, cell).keyword === null) return null;
    const row = byCell[cell] ?? find(cell, null, null);
    byCell[cell] = row;
    return row;
  };
}

function mergeRare(rows: readonly Row[]): readonly Row[] {
  const named = rows.filter((row) => (row.total[0] as number) >= RARE_TERM);
  const merged = new Map<string, Row>();
  for (const row of rows) {
    if ((row.total[0] as number) >= RARE_TERM) continue;
    const key = `${row.adGroupId}/${row.keywordId}/${row.country}/${row.device}`;
    const into = merged.get(key) ?? { ...row, searchTerm: null, other: true, buckets: [], total: noFigures() };
    merged.set(key, into);
    addFigures(into.total, row.total);
    row.buckets.forEach((figures, bucket) => {
      if (figures !== undefined) addFigures(bucketFigures(into, bucket), figures);
    });
  }
  return [...named, ...merged.values()];
}

function breather(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < 12) return;
    await nextTurn();
    since = performance.now();
  };
}
