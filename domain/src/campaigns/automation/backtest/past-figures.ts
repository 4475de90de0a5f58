import type { Day } from '../../../shared/calendar/days.ts';
import { isoCurrency } from '../../../shared/money/currency.ts';
import type { AdsReportEvent, AdsReportRow } from '../../ads-report/ads-report.events.ts';
import type { FigureName } from '../../ads-report/figure-rows.ts';
import {
  type FiguresOfCampaigns,
  type ForeignSpend,
  type SpendRate,
  spendWithMissing,
  withMissing,
} from '../evaluation/missing-figures.ts';
import type { RuleDays } from '../evaluation/rule-data.ts';
import type { KeywordFigures } from '../evaluation/rule-units.ts';

/** Figures of one campaign, level and day that differ from those before. */
export type RecordedFigures = Extract<AdsReportEvent, { type: 'AdsReportRowsRecorded' }>['data'];

/** Figures as they were known at one instant after another: what is applied is never forgotten. Money in micros. */
export interface PastFigures {
  /** Takes in what was recorded next. */
  apply(recorded: RecordedFigures): void;
  /** Sums of keywords over the days of a rule, and the spend of these campaigns by day, as known by now. */
  over(days: Pick<RuleDays, 'from' | 'today'>, campaigns: ReadonlySet<number>, rateOf: SpendRate): FiguresOfCampaigns;
}

type Sums = { -readonly [Name in Exclude<keyof KeywordFigures, 'partial'>]: number };
const nothing: Sums = { impressions: 0, taps: 0, installs: 0, spend: 0 };

/** Sums follow the days as they move on, so that a slot costs what changed since the one before. @param currency The organization's. */
export function createPastFigures(currency: string): PastFigures {
  const rows = new Map<string, Sums>();
  const keywordsByDay = new Map<Day, Map<string, Sums>>();
  const spend = new Map<number, Map<Day, number>>();
  const sums = new Map<string, Sums>();
  const missing = createMissingRows();
  let range: Pick<RuleDays, 'from' | 'today'> | undefined;
  const isInRange = (day: Day): boolean => range !== undefined && day >= range.from && day <= range.today;

  const applyRow = ({ level, day, campaign_id, currency: usual }: RecordedFigures, row: AdsReportRow): void => {
    const key = `${campaign_id}:${row.ad_group_id}:${row.keyword_id}`;
    const rowKey = `${level} ${day} ${key} ${row.country}`;
    const { impressions, taps, tap_installs: installs, spend_micros } = row;
    const foreign = foreignSpend(row, day, usual, currency);
    const now = { impressions, taps, installs, spend: foreign === undefined ? spend_micros : 0 };
    const before = rows.get(rowKey) ?? nothing;
    rows.set(rowKey, now);
    missing.take(rowKey, { level, key, campaign: campaign_id, day, unread: row.unread ?? [], foreign });
    if (level === 'campaign') {
      const days = spend.get(campaign_id) ?? new Map<Day, number>();
      spend.set(campaign_id, days.set(day, (days.get(day) ?? 0) + now.spend - before.spend));
      return;
    }
    const keywords = keywordsByDay.get(day) ?? new Map<string, Sums>();
    keywordsByDay.set(day, keywords);
    add(keywords, key, now, 1);
    add(keywords, key, before, -1);
    if (!isInRange(day)) return;
    add(sums, key, now, 1);
    add(sums, key, before, -1);
  };
  return {
    apply: (recorded) => {
      if (recorded.level !== 'keyword' && recorded.level !== 'campaign') return;
      for (const row of recorded.rows) applyRow(recorded, row);
    },
    over: (days, campaigns, rateOf) => {
      for (const [day, keywords] of keywordsByDay) {
        const isWanted = day >= days.from && day <= days.today;
        if (isWanted === isInRange(day)) continue;
        for (const [key, figures] of keywords) add(sums, key, figures, isWanted ? 1 : -1);
      }
      range = days;
      const ofCampaigns = new Map([...spend].filter(([campaign]) => campaigns.has(campaign)));
      return missing.withMissing({ keywords: sums, spend: ofCampaigns }, isInRange, rateOf);
    },
  };
}

function foreignSpend(row: AdsReportRow, day: Day, usual: string, orgCurrency: string): ForeignSpend | undefined {
  const currency = isoCurrency(row.currency ?? usual);
  if (row.spend_micros === 0 || currency === isoCurrency(orgCurrency)) return undefined;
  return { currency, day, micros: row.spend_micros };
}

interface MissingRow {
  readonly level: RecordedFigures['level'];
  readonly key: string;
  readonly campaign: number;
  readonly day: Day;
  readonly unread: readonly FigureName[];
  readonly foreign: ForeignSpend | undefined;
}

/** The few rows of which something could not be read, or that are in another currency. */
function createMissingRows() {
  const rows = new Map<string, MissingRow>();
  const gather = (wanted: (row: MissingRow) => boolean, keyOf: (row: MissingRow) => string) => {
    const gathered = new Map<string, { row: MissingRow; unread: Set<FigureName>; foreign: ForeignSpend[] }>();
    for (const row of [...rows.values()].filter(wanted)) {
      const gatheredRow = gathered.get(keyOf(row)) ?? { row, unread: new Set(), foreign: [] };
      gathered.set(keyOf(row), gatheredRow);
      for (const name of row.unread) gatheredRow.unread.add(name);
      if (row.foreign !== undefined) gatheredRow.foreign.push(row.foreign);
    }
    return gathered;
  };
  return {
    take: (key: string, row: MissingRow): void => {
      if (row.unread.length > 0 || row.foreign !== undefined) rows.set(key, row);
      else rows.delete(key);
    },
    withMissing: (
      lowerBounds: Pick<FiguresOfCampaigns, 'keywords' | 'spend'>,
      isShown: (day: Day) => boolean,
      rateOf: SpendRate,
    ): FiguresOfCampaigns => {
      if (rows.size === 0) return { ...lowerBounds, partialSpend: new Map() };
      const keywords = new Map(lowerBounds.keywords);
      const ofKeywords = gather(
        ({ level, day }) => level === 'keyword' && isShown(day),
        ({ key }) => key,
      );
      for (const [key, lost] of ofKeywords) keywords.set(key, withMissing(keywords.get(key) ?? nothing, lost, rateOf));
      const ofDays = gather(
        ({ level, campaign }) => level === 'campaign' && lowerBounds.spend.has(campaign),
        ({ campaign, day }) => `${campaign} ${day}`,
      );
      const days = [...ofDays.values()].map(({ row, ...lost }) => ({ campaign: row.campaign, day: row.day, lost }));
      return { keywords, ...spendWithMissing(lowerBounds.spend, days, rateOf) };
    },
  };
}

function add(all: Map<string, Sums>, key: string, figures: Sums, times: 1 | -1): void {
  const sum = all.get(key) ?? { ...nothing };
  all.set(key, sum);
  sum.impressions += times * figures.impressions;
  sum.taps += times * figures.taps;
  sum.installs += times * figures.installs;
  sum.spend += times * figures.spend;
}
