import type { Change } from '@tapwise/contract';
import type { SettingsChange } from '@tapwise/projections/queries';
import { outsideName } from '../outside-name.ts';
import { actorName } from '../respond-to-change.ts';
import type { SettingsContext } from '../settings-context.ts';

const actorKey = ({ actorKind, actorAccountId, actorSource, outside }: SettingsChange): string =>
  JSON.stringify([actorKind, actorAccountId, actorSource, outside]);

/** Names of those who made the changes, each looked up once. @param names those that are known, to which the others are added */
export async function actorNames(
  settingsContext: SettingsContext,
  changes: readonly SettingsChange[],
  names: Map<string, string>,
): Promise<ReadonlyMap<string, string>> {
  for (const change of changes) {
    const key = actorKey(change);
    if (names.has(key)) continue;
    const { actorKind: kind, actorAccountId: account_id, actorSource: source } = change;
    const name =
      kind === 'apple'
        ? await outsideName(settingsContext.deps.vault, change.outside)
        : await actorName(settingsContext, { kind, account_id, source });
    names.set(key, name);
  }
  return names;
}

/** A change in the form of the contract. */
export function responseOf(change: SettingsChange, names: ReadonlyMap<string, string>): Change {
  const { level, campaignId, adGroupId, keywordId, kind, seenAt } = change;
  return {
    id:
      change.change === null
        ? [Date.parse(seenAt), campaignId, adGroupId ?? 0, keywordId ?? 0, kind].join('-')
        : `${change.change.id}-${change.change.row}`,
    at: change.at,
    seen_at: seenAt,
    day: change.day,
    level,
    actor_kind: change.actorKind,
    actor: names.get(actorKey(change)) ?? '',
    outside: change.outside?.kind ?? null,
    change_id: change.change?.id ?? null,
    undoes: change.actorKind === 'undo' ? change.actorSource : null,
    undone_by: change.undoneBy,
    outcome: change.outcome,
    reason: change.reason,
    message: change.message,
    campaign_id: campaignId,
    ad_group_id: adGroupId,
    keyword_id: keywordId,
    name: change.name,
    campaign_name: change.campaignName,
    ad_group_name: change.adGroupName,
    field: kind,
    old: change.before,
    new: change.after,
    alike: change.alike,
  };
}
