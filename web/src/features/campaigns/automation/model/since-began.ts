import type { Change, ReportRow } from '@tapwise/contract';
import { addDays, daysBetween } from '@tapwise/contract/calendar';
import type { ListedRule } from '../api/automation-types.ts';

/** Two periods of the same length: before a rule's first change, and from the day after it to yesterday. */
export interface SincePeriods {
  /** Day of the first change. */
  began: string;
  days: number;
  before: { from: string; to: string };
  after: { from: string; to: string };
}

/**
 * The day of the first change is in neither period: it was partly before and partly after.
 * @returns `null` while there is no full day since
 */
export function sincePeriods(began: string, today: string): SincePeriods | null {
  const days = daysBetween(began, today) - 1;
  if (days < 1) return null;
  return {
    began,
    days,
    before: { from: addDays(began, -days), to: addDays(began, -1) },
    after: { from: addDays(began, 1), to: addDays(today, -1) },
  };
}

/** Whether a change was made by a rule: the history names it. */
export const isBy = ({ campaign_name: name }: Pick<ListedRule, 'campaign_name'>, actor: string): boolean =>
  actor === `Rule ${name}`;

/** Bid changes a rule made in its campaigns. @param campaigns of the rule */
export function ruleChanges(
  changes: readonly Change[],
  actor: (change: Change) => boolean,
  campaigns: ReadonlySet<number>,
) {
  const keywordChanges = changes.filter(
    (change) =>
      change.outcome === 'changed' && change.level === 'keyword' && campaigns.has(change.campaign_id) && actor(change),
  );
  const keywords = new Set(keywordChanges.map(({ keyword_id: id }) => id));
  return { began: keywordChanges.at(-1)?.day ?? null, raises: keywordChanges.length, keywords: keywords.size };
}

export interface SinceFigures {
  impressions: number;
  taps: number;
  installs: number;
  spend: number;
  /** `null` without a tap, without an install. */
  cpt: number | null;
  cpa: number | null;
}

/** Figures of the rule's campaigns in one period; ratios come from sums. */
export function sumFigures(rows: readonly ReportRow[], campaigns: ReadonlySet<number>): SinceFigures {
  const campaignRows = rows.filter(({ id }) => campaigns.has(Number(id)));
  const sum = (name: 'impressions' | 'taps' | 'installs' | 'spend') =>
    campaignRows.reduce((total, row) => total + Number(row[name] ?? 0), 0);
  const impressions = sum('impressions');
  const taps = sum('taps');
  const installs = sum('installs');
  const spend = sum('spend');
  return {
    impressions,
    taps,
    installs,
    spend,
    cpt: taps === 0 ? null : spend / taps,
    cpa: installs === 0 ? null : spend / installs,
  };
}
