import type { ClickHouseClient } from '@tapwise/adapters';
import { addDays, dayInZone, isoCurrency, startOfDayInZone, unitsFromMicros } from '@tapwise/domain';
import type { ReportScope } from '../reports/report.ts';
import { tablesPosition } from '../reports/state/report-state.queries.ts';
import { changeRows, undosOf } from './changes.queries.ts';

/** Settings whose changes are listed, by the names of their columns. */
export const changeKinds = [
  ...(['status', 'cpt_bid', 'cpa_goal', 'budget', 'daily_cap', 'search_match', 'creative'] as const),
  ...(['keyword', 'negative'] as const),
] as const;
export type ChangeKind = (typeof changeKinds)[number];
export type ChangeLevel = 'campaign' | 'ad_group' | 'keyword';

/** What is asked: changes of an application's objects in one ad organization. Rights are checked by the caller. */
export interface ChangesQuestion {
  scope: Pick<ReportScope, 'adamId' | 'orgId' | 'orgCurrency' | 'timeZone'>;
  /** Days in the organization's zone, both included. */
  from: string;
  to: string;
  /** Only this campaign and what is in it. */
  campaignId?: number | undefined;
  /** Only this ad group and what is in it. */
  adGroupId?: number | undefined;
  /** Only this keyword. */
  keywordId?: number | undefined;
  /** Only changes of these; everyone's when absent. */
  actorKinds?: readonly ChangeActorKind[] | undefined;
  /** Only objects of this level. */
  level?: ChangeLevel | undefined;
  /** Only these settings. */
  kinds: readonly ChangeKind[];
}

/** Who changed a setting; `apple`: not us, it was seen in a pull. */
export const changeActorKinds = ['person', 'rule', 'creation', 'change_set', 'undo', 'apple'] as const;
export type ChangeActorKind = (typeof changeActorKinds)[number];

/**
 * One setting that was seen to be another than before, or that a change of ours was to set. Amounts are units of the settings' currency.
 */
export interface SettingsChange {
  /** Change it is a row of; `null` for what was seen. */
  change: { readonly id: string; readonly row: number } | null;
  actorKind: ChangeActorKind;
  /** Account of a person; `null` for others. */
  actorAccountId: number | null;
  /** Rule, change set or undone change; `null` for others. */
  actorSource: string | null;
  /** The newest change that takes rows of this one back; `null` without one. */
  undoneBy: string | null;
  outcome: 'changed' | 'unchanged' | 'refused' | 'conflict' | 'skipped' | 'unknown' | 'blocked';
  reason: string | null;
  message: string | null;
  /** ISO 8601; never later than `seenAt`. */
  at: string;
  seenAt: string;
  /** Day of `at` in the organization's zone. */
  day: string;
  level: ChangeLevel;
  campaignId: number;
  /** `null` above its level. */
  adGroupId: number | null;
  keywordId: number | null;
  name: string;
  campaignName: string;
  adGroupName: string | null;
  kind: ChangeKind;
  before: number | string | boolean | null;
  after: number | string | boolean | null;
  /** Rows of its change in the range with this setting and outcome; of a creation at most 50 of them are among the changes. */
  alike: number;
}

export interface ChangesAnswer {
  changes: SettingsChange[];
  /** Older ones of the range were left out. */
  more: boolean;
  settingsCurrency: string;
  position: bigint;
}

/** Changes in one answer at most. */
export const mostChanges = 1000;

/** What was changed in a scope and range, newest first. @throws the engine's error. */
export async function askChanges(
  client: ClickHouseClient,
  { scope, from, to, campaignId, adGroupId, keywordId, level, kinds, actorKinds = changeActorKinds }: ChangesQuestion,
  signal?: AbortSignal,
): Promise<ChangesAnswer> {
  // Asked before the rows it describes: what is complete now stays complete.
  const position = (await tablesPosition(client))?.position ?? 0n;
  const rows = await changeRows(
    client,
    {
      ...{ org_id: scope.orgId, adam_id: scope.adamId, campaign_id: campaignId ?? 0, ad_group_id: adGroupId ?? 0 },
      levels: level === undefined ? ['campaign', 'ad_group', 'keyword'] : [level],
      keyword_id: keywordId ?? 0,
      kinds: [...kinds],
      actor_kinds: [...actorKinds],
      from_ms: startOfDayInZone(from, scope.timeZone),
      before_ms: startOfDayInZone(addDays(to, 1), scope.timeZone),
      most: mostChanges + 1,
    },
    signal,
  );
  const listed = rows.slice(0, mostChanges);
  const ids = [...new Set(listed.map(({ change_id }) => change_id).filter((id) => id !== ''))];
  const undos = ids.length === 0 ? [] : await undosOf(client, { org_id: scope.orgId, ids }, signal);
  const undoneBy = new Map(undos.map(({ undone, undo }) => [undone, undo]));
  const changes = listed.map((row) => ({
    at: new Date(row.changed_ms).toISOString(),
    seenAt: new Date(row.seen_ms).toISOString(),
    day: dayInZone(row.changed_ms, scope.timeZone),
    level: row.level,
    campaignId: row.campaign_id,
    adGroupId: row.ad_group_id === 0 ? null : row.ad_group_id,
    keywordId: row.keyword_id === 0 ? null : row.keyword_id,
    name: row.shown_name,
    undoneBy: undoneBy.get(row.change_id) ?? null,
    change: row.change_id === '' ? null : { id: row.change_id, row: row.change_row },
    ...{
      actorKind: row.actor_kind,
      actorAccountId: row.actor_account_id || null,
      actorSource: row.actor_source || null,
    },
    ...{ outcome: row.outcome, reason: row.reason, message: row.message },
    campaignName: row.campaign_name,
    adGroupName: row.ad_group_id === 0 ? null : row.ad_group_name,
    kind: row.kind,
    before: settingOf(row.kind, row.before),
    after: settingOf(row.kind, row.after),
    alike: row.alike,
  }));
  return { changes, more: rows.length > mostChanges, settingsCurrency: isoCurrency(scope.orgCurrency), position };
}

function settingOf(kind: ChangeKind, text: string | null): number | string | boolean | null {
  if (text === null || kind === 'status' || kind === 'keyword' || kind === 'negative') return text;
  if (kind === 'creative') return Number(text);
  return kind === 'search_match' ? text === 'true' : unitsFromMicros(Number(text));
}
