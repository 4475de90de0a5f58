import { unitsFromMicros } from '@tapwise/domain';
import type { DraftRow } from './assemble-report.ts';
import type { ObjectFacts } from './gather-facts.ts';
import type { ReportRow, StatusFilter } from './report.ts';
import type { ReportLevel } from './report-sections.queries.ts';

export interface SettingContext {
  readonly level: ReportLevel;
  readonly settingsCurrency: string;
  readonly campaignId: number;
  readonly adGroupId: number;
}

const nameOfLevel = { campaign: 'Campaign', ad_group: 'Ad group', keyword: 'Keyword' } as const;
const unattributed: Readonly<Record<number, string>> = { 0: 'Organic', [-1]: 'Attribution pending' };

/** What a row is and how its object is set. Rows of users without a campaign have no parents and no settings. */
export function settingCells(
  { id, facts }: DraftRow,
  context: SettingContext,
): Pick<ReportRow, 'id' | 'name' | 'status'> & Record<string, string | number | boolean | null> {
  const { level, campaignId, adGroupId } = context;
  const known = facts.structure;
  const parents = {
    ...(level === 'campaign' ? {} : { campaign_id: campaignId }),
    ...(level === 'keyword' ? { ad_group_id: adGroupId } : {}),
  };
  if (id <= 0) {
    const name = level === 'keyword' ? 'Search Match' : (unattributed[id] ?? '');
    return { id, name, status: null, ...parents, ...emptySettings(level, context) };
  }
  const name = known?.name ?? `${nameOfLevel[level]} ${id}`;
  return { id, name, status: statusOf(facts), ...parents, ...objectSettings(facts, context) };
}

function objectSettings(facts: ObjectFacts, context: SettingContext): Record<string, string | number | boolean | null> {
  const { level, settingsCurrency } = context;
  const known = facts.structure;
  const shared = { settings_currency: settingsCurrency };
  if (level === 'campaign') {
    return {
      budget: settingUnits(known?.budget_micros),
      daily_cap: settingUnits(known?.daily_budget_micros),
      daily_spend: settingUnits(facts.todayMicros ?? 0),
      ...shared,
    };
  }
  if (level === 'keyword') return { cpt_bid: settingUnits(known?.bid_micros), ...shared };
  const modified = known?.modified_ms;
  return {
    cpt_bid: settingUnits(known?.bid_micros),
    cpa_goal: settingUnits(known?.goal_micros),
    search_match: known?.search_match ?? null,
    modification_time: modified === null || modified === undefined ? null : new Date(modified).toISOString(),
    ...shared,
  };
}

function emptySettings(level: ReportLevel, context: SettingContext): Record<string, string | null> {
  const settings_currency = context.settingsCurrency;
  if (level === 'keyword') return { cpt_bid: null, settings_currency };
  return { budget: null, daily_cap: null, daily_spend: null, settings_currency };
}

/** The service's own word, `UNKNOWN` for an object it has not shown yet. */
function statusOf({ structure }: ObjectFacts): string {
  if (structure === undefined) return 'UNKNOWN';
  return structure.is_deleted ? 'DELETED' : (structure.display_status ?? structure.status);
}

/** Whether the filter lets an object of the ad service through. */
export function passesStatus(facts: ObjectFacts, filter: StatusFilter): boolean {
  if (filter === 'all') return true;
  const { structure } = facts;
  if (structure === undefined || structure.is_deleted) return false;
  return (structure.status === 'PAUSED') === (filter === 'paused');
}

const settingUnits = (micros: number | null | undefined): number | null =>
  micros === null || micros === undefined ? null : unitsFromMicros(micros);
