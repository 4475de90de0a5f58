import { unitsFromMicros } from '@tapwise/domain';
import type { StatusFilter } from '../facts/fact-question.ts';
import type { ObjectFacts } from '../facts/gather-facts.ts';
import type { StructureFact } from '../facts/structure-facts.queries.ts';

/** The levels of ads. */
export type AdsLevel = 'campaign' | 'ad_group' | 'keyword';

const nameOfLevel = { campaign: 'Campaign', ad_group: 'Ad group', keyword: 'Keyword' } as const;

/** An object's name; what the service has not shown yet, or without a name that can be read, is called by its id. */
export const nameOf = (level: AdsLevel, id: number, structure: StructureFact | undefined): string =>
  structure?.name || `${nameOfLevel[level]} ${id}`;

/** The service's own term, `UNKNOWN` for an object it has not shown yet. */
export function statusOf(structure: StructureFact | undefined): string {
  if (structure === undefined) return 'UNKNOWN';
  return structure.is_deleted ? 'DELETED' : (structure.display_status ?? structure.status);
}

/** Whether the filter lets an object of the ad service through. */
export function passesStatus(structure: StructureFact | undefined, filter: StatusFilter): boolean {
  if (filter === 'all') return true;
  if (structure === undefined || structure.is_deleted) return false;
  return (structure.status === 'PAUSED') === (filter === 'paused');
}

/** Settings that charts draw too, in the currency of the organization. */
export function chartSettings(level: AdsLevel, structure: StructureFact | undefined): Record<string, number | null> {
  if (level === 'campaign') return { daily_cap: settingUnits(structure?.daily_budget_micros) };
  const cpt_bid = settingUnits(structure?.bid_micros);
  return level === 'keyword' ? { cpt_bid } : { cpt_bid, cpa_goal: settingUnits(structure?.goal_micros) };
}

/** How an object is set. */
export function objectSettings(
  level: AdsLevel,
  facts: Pick<ObjectFacts, 'structure' | 'ads'>,
  settings_currency: string,
): Record<string, string | number | boolean | null> {
  const structure = facts.structure;
  const drawn = chartSettings(level, structure);
  const common = { bids_set_by_apple: structure?.sets_bids ?? null, settings_currency };
  if (level === 'campaign') {
    const daily_spend = settingUnits(facts.ads?.today_micros ?? 0);
    const target_cpa = settingUnits(structure?.target_cpa_micros);
    return { budget: settingUnits(structure?.budget_micros), ...drawn, daily_spend, target_cpa, ...common };
  }
  if (level === 'keyword') return { ...drawn, ...common };
  const modified = structure?.modified_ms;
  return {
    ...drawn,
    search_match: structure?.search_match ?? null,
    modification_time: modified === null || modified === undefined ? null : new Date(modified).toISOString(),
    ...common,
  };
}

/** Settings of rows that are no object: there are none. */
export function emptySettings(level: AdsLevel, settings_currency: string): Record<string, string | null> {
  const common = { bids_set_by_apple: null, settings_currency };
  if (level === 'keyword') return { cpt_bid: null, ...common };
  return { budget: null, daily_cap: null, daily_spend: null, target_cpa: null, ...common };
}

const settingUnits = (micros: number | null | undefined): number | null =>
  micros === null || micros === undefined ? null : unitsFromMicros(micros);
