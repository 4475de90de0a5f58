import type { ClickHouseClient, RowOf } from '@tapwise/adapters';
import {
  addDays,
  dayInZone,
  isoCurrency,
  type OutsideActor,
  settingFields,
  startOfDayInZone,
  unitsFromMicros,
} from '@tapwise/domain';
import type { ReportScope } from '../reports/report-scope.ts';
import { tablesPosition } from '../reports/state/report-state.queries.ts';
import { fromWholeTables } from '../whole-tables.ts';
import { changeRows, undosOf } from './changes.queries.ts';

/** Settings whose changes are listed, by the names of their columns. */
export const changeKinds = [...settingFields, 'keyword', 'negative', 'label'] as const;
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
  /** Of `apple`: who it was, by the service's own record; `null` where that is not known. */
  outside: OutsideActor | null;
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

export interface ChangesResult {
  changes: SettingsChange[];
  /** Older ones of the range were left out. */
  more: boolean;
  settingsCurrency: string;
  position: bigint;
}

/** Changes in one answer at most, and those among them of one creation, setting and outcome. */
export const mostChanges = 1000;
const mostOfCreation = 50;

/** What was changed in a scope and range, newest first. @throws the engine's error. */
export const askChanges = fromWholeTables(readChanges);

async function readChanges(
  client: ClickHouseClient,
  question: ChangesQuestion,
  signal?: AbortSignal,
): Promise<ChangesResult> {
  // Asked before the rows it describes: what is complete now stays complete.
  const position = (await tablesPosition(client))?.position ?? 0n;
  const most = { most: mostChanges + 1, most_of_creation: mostOfCreation };
  const rows = await changeRows(client, { ...paramsOf(question), ...most }, signal);
  const changes = await changesOf(client, question.scope, rows.slice(0, mostChanges), signal);
  const settingsCurrency = isoCurrency(question.scope.orgCurrency);
  return { changes, more: rows.length > mostChanges, settingsCurrency, position };
}

export interface ChangesPart {
  changes: SettingsChange[];
  /** What the next part is asked with; `null` after the last one. */
  beforeMs: number | null;
  position: bigint;
}

const mostOfPart = 5000;
const unlimited = Number.MAX_SAFE_INTEGER;

/**
 * A part of everything that was changed in a scope and range, newest first, every row of a creation included.
 * @param beforeMs where the part before ended; absent for the first one
 * @param partSize rows at most, unless more belong to one millisecond: a place in the list is an instant
 * @throws the engine's error.
 */
export const askChangesPart = fromWholeTables(readChangesPart);

async function readChangesPart(
  client: ClickHouseClient,
  question: ChangesQuestion,
  { beforeMs, partSize = mostOfPart }: { beforeMs?: number | undefined; partSize?: number } = {},
  signal?: AbortSignal,
): Promise<ChangesPart> {
  const position = (await tablesPosition(client))?.position ?? 0n;
  const params = { ...paramsOf(question), most_of_creation: unlimited };
  const before_ms = beforeMs ?? params.before_ms;
  const rows = await changeRows(client, { ...params, before_ms, most: partSize + 1 }, signal);
  const oldest = rows.length > partSize ? rows.at(-1)?.changed_ms : undefined;
  const part = async (partRows: typeof rows, next: number | null): Promise<ChangesPart> => ({
    changes: await changesOf(client, question.scope, partRows, signal),
    beforeMs: next,
    position,
  });
  if (oldest === undefined) return part(rows, null);
  const newer = rows.filter(({ changed_ms }) => changed_ms > oldest);
  if (newer.length > 0) return part(newer, oldest + 1);
  const instant = { from_ms: oldest, before_ms: oldest + 1, most: unlimited };
  return part(await changeRows(client, { ...params, ...instant }, signal), oldest);
}

function paramsOf(question: ChangesQuestion) {
  const { scope, from, to, campaignId, adGroupId, keywordId, level, kinds, actorKinds = changeActorKinds } = question;
  return {
    org_id: scope.orgId,
    adam_id: scope.adamId,
    campaign_id: campaignId ?? 0,
    ad_group_id: adGroupId ?? 0,
    levels: level === undefined ? ['campaign', 'ad_group', 'keyword'] : [level],
    keyword_id: keywordId ?? 0,
    kinds: [...kinds],
    actor_kinds: [...actorKinds],
    from_ms: startOfDayInZone(from, scope.timeZone),
    before_ms: startOfDayInZone(addDays(to, 1), scope.timeZone),
  };
}

async function changesOf(
  client: ClickHouseClient,
  { orgId, timeZone }: ChangesQuestion['scope'],
  rows: readonly RowOf<typeof changeRows>[],
  signal?: AbortSignal,
): Promise<SettingsChange[]> {
  const ids = [...new Set(rows.map(({ change_id }) => change_id).filter((id) => id !== ''))];
  const undos = ids.length === 0 ? [] : await undosOf(client, { org_id: orgId, ids }, signal);
  const undoneBy = new Map(undos.map(({ undone, undo }) => [undone, undo]));
  return rows.map((row) => ({
    at: new Date(row.changed_ms).toISOString(),
    seenAt: new Date(row.seen_ms).toISOString(),
    day: dayInZone(row.changed_ms, timeZone),
    level: row.level,
    campaignId: row.campaign_id,
    adGroupId: row.ad_group_id === 0 ? null : row.ad_group_id,
    keywordId: row.keyword_id === 0 ? null : row.keyword_id,
    name: row.shown_name,
    undoneBy: undoneBy.get(row.change_id) ?? null,
    change: row.change_id === '' ? null : { id: row.change_id, row: row.change_row },
    actorKind: row.actor_kind,
    actorAccountId: row.actor_account_id || null,
    actorSource: row.actor_source || null,
    outside: row.outside_kind === '' ? null : { kind: row.outside_kind, user: row.outside_user || null },
    outcome: row.outcome,
    reason: row.reason,
    message: row.message,
    campaignName: row.campaign_name,
    adGroupName: row.ad_group_id === 0 ? null : row.ad_group_name,
    kind: row.kind,
    before: settingOf(row.kind, row.before),
    after: settingOf(row.kind, row.after),
    alike: row.alike,
  }));
}

/** Kinds whose values are texts. */
const textKinds: ReadonlySet<ChangeKind> = new Set(['status', 'keyword', 'negative', 'label']);

function settingOf(kind: ChangeKind, text: string | null): number | string | boolean | null {
  if (text === null || textKinds.has(kind)) return text;
  if (kind === 'creative') return Number(text);
  return kind === 'search_match' ? text === 'true' : unitsFromMicros(Number(text));
}
