import { type ChangeHistory, type HistoryScope, isWhole, objectsInQuestion, SearchAdsError } from '@tapwise/adapters';
import {
  type ChangedObject,
  type HistoryEntry,
  type HistoryRecord,
  type HistorySetting,
  objectIdOf,
} from '@tapwise/domain';
import { runBounded } from '../../streams/run-bounded.ts';

/** Instants, milliseconds; both are included. */
export interface HistorySpan {
  readonly from: number;
  readonly to: number;
}

/** What was read of the record of the ad service. */
export interface ReadHistory {
  readonly record: HistoryRecord;
  /** Whether all that the record has of an object in the span was read. */
  isComplete(object: ChangedObject): boolean;
}

/** Values of entries are asked for one by one: so many at most, the newest ones. */
const mostDetails = 50;
const detailsAtOnce = 3;
const levels = ['campaign', 'ad_group', 'keyword'] as const;

/** Asks the record about objects, one question for each level. @throws SearchAdsError. */
export async function readHistory(
  history: ChangeHistory,
  scope: HistoryScope,
  objects: readonly ChangedObject[],
  span: HistorySpan,
): Promise<ReadHistory> {
  const complete = new Set<string>();
  const entries: HistoryEntry[] = [];
  for (const level of levels) {
    const all = new Set(objects.filter((object) => object.level === level).map(objectIdOf));
    const ids = [...all].slice(0, objectsInQuestion);
    if (ids.length === 0) continue;
    const reading = await history.entries({ ...scope, ...span, level, ids });
    entries.push(...reading.items.filter(({ kind }) => kind !== 'created'));
    if (isWhole(reading)) for (const id of ids) complete.add(`${level} ${id}`);
  }
  entries.sort((left, right) => Date.parse(right.at) - Date.parse(left.at));
  const settings = await readSettings(history, scope, entries.slice(0, mostDetails));
  for (const { level, objectId, detailId } of entries)
    if (!settings.has(detailId)) complete.delete(`${level} ${objectId}`);
  // Only calls can be ours.
  const ownUser = entries.some(({ by }) => by === 'api') ? await history.ownUser(scope) : null;
  return {
    record: { entries, settings, ownUser },
    isComplete: (object) => complete.has(`${object.level} ${objectIdOf(object)}`),
  };
}

async function readSettings(history: ChangeHistory, scope: HistoryScope, entries: readonly HistoryEntry[]) {
  const settings = new Map<string, readonly HistorySetting[]>();
  await runBounded(entries, detailsAtOnce, async (entry) => {
    try {
      settings.set(entry.detailId, await history.settings(scope, entry));
    } catch (error) {
      // An entry that cannot be read hides none of the others.
      if (!(error instanceof SearchAdsError) || error.retry) throw error;
    }
  });
  return settings;
}
