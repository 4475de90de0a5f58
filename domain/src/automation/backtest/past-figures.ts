import type { AdsReportEvent, AdsReportRow } from '../../ads-report/ads-report.events.ts';
import type { Day } from '../../shared/calendar.ts';
import type { RuleDays } from '../evaluation/rule-data.ts';
import type { KeywordFigures } from '../evaluation/rule-units.ts';

/** Figures of one campaign, level and day that differ from those before. */
export type RecordedFigures = Extract<AdsReportEvent, { type: 'AdsReportRowsRecorded' }>['data'];

/** Figures as they were known at one instant after another: what is taken in is never forgotten. Money in micros. */
export interface PastFigures {
  /** Takes in what was recorded next. */
  take(recorded: RecordedFigures): void;
  /** Sums of keywords over the days of a rule, and the spend of these campaigns by day, as known by now. */
  over(
    days: Pick<RuleDays, 'from' | 'today'>,
    campaigns: ReadonlySet<number>,
  ): {
    readonly keywords: ReadonlyMap<string, KeywordFigures>;
    readonly spend: ReadonlyMap<number, ReadonlyMap<Day, number>>;
  };
}

type Sums = { -readonly [Name in keyof KeywordFigures]: number };
const nothing: KeywordFigures = { impressions: 0, taps: 0, installs: 0, spend: 0 };

/** Sums follow the days as they move on, so that a slot costs what changed since the one before. */
export function createPastFigures(): PastFigures {
  const rows = new Map<string, Sums>();
  const keywordsByDay = new Map<Day, Map<string, Sums>>();
  const spend = new Map<number, Map<Day, number>>();
  const sums = new Map<string, Sums>();
  let shown: Pick<RuleDays, 'from' | 'today'> | undefined;
  const isShown = (day: Day): boolean => shown !== undefined && day >= shown.from && day <= shown.today;

  const takeRow = ({ level, day, campaign_id }: RecordedFigures, row: AdsReportRow): void => {
    const key = `${campaign_id}:${row.ad_group_id}:${row.keyword_id}`;
    const place = `${level} ${day} ${key} ${row.country}`;
    const { impressions, taps, tap_installs: installs, spend_micros } = row;
    const now = { impressions, taps, installs, spend: spend_micros };
    const before = rows.get(place) ?? nothing;
    rows.set(place, now);
    if (level === 'campaign') {
      const days = spend.get(campaign_id) ?? new Map<Day, number>();
      spend.set(campaign_id, days.set(day, (days.get(day) ?? 0) + now.spend - before.spend));
      return;
    }
    const keywords = keywordsByDay.get(day) ?? new Map<string, Sums>();
    keywordsByDay.set(day, keywords);
    add(keywords, key, now, 1);
    add(keywords, key, before, -1);
    if (!isShown(day)) return;
    add(sums, key, now, 1);
    add(sums, key, before, -1);
  };
  return {
    take: (recorded) => {
      if (recorded.level !== 'keyword' && recorded.level !== 'campaign') return;
      for (const row of recorded.rows) takeRow(recorded, row);
    },
    over: (days, campaigns) => {
      for (const [day, keywords] of keywordsByDay) {
        const isWanted = day >= days.from && day <= days.today;
        if (isWanted === isShown(day)) continue;
        for (const [key, figures] of keywords) add(sums, key, figures, isWanted ? 1 : -1);
      }
      shown = days;
      return { keywords: sums, spend: new Map([...spend].filter(([campaign]) => campaigns.has(campaign))) };
    },
  };
}

function add(all: Map<string, Sums>, key: string, figures: KeywordFigures, times: 1 | -1): void {
  const sum = all.get(key) ?? { ...nothing };
  all.set(key, sum);
  sum.impressions += times * figures.impressions;
  sum.taps += times * figures.taps;
  sum.installs += times * figures.installs;
  sum.spend += times * figures.spend;
}
