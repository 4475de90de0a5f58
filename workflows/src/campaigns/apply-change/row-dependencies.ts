import {
  type ChangeRow,
  campaignStream,
  changeStream,
  type ExistingChange,
  objectOfKey,
  type RowResult,
  rowSetting,
  unconfirmedRows,
} from '@tapwise/domain';
import type { ChangeLog, ChangeStreams } from './change-log.ts';

/** Outcomes of rows of other campaigns that rows of this one wait for. */
export async function parentsElsewhere(change: ExistingChange, log: ChangeLog, campaignId: number) {
  const ends = new Map<number, RowResult['outcome']>();
  for (const other of campaignsBefore(change, log.rowsOf(campaignId), campaignId)) {
    for (const [row, end] of await log.settledRows(other)) ends.set(row, end);
  }
  return ends;
}

/** Other campaigns with rows that these wait for. */
export function campaignsBefore({ request }: ExistingChange, rows: readonly number[], campaignId: number): Set<number> {
  const parents = rows.flatMap((row) => request.rows[request.rows[row]?.parent ?? -1] ?? []);
  const others = parents.map(({ key }) => objectOfKey(key).campaignId).filter((other) => other !== campaignId);
  return new Set(others);
}

/** Settings of a campaign that earlier changes have sent, or still have to send, and have no outcome for. */
export async function settingsBeside(
  streams: ChangeStreams,
  changeIds: readonly string[],
  campaignId: number,
): Promise<ReadonlySet<string>> {
  const settings = new Set<string>();
  for (const id of changeIds) {
    const { state } = await streams.changes.current(changeStream(id));
    if (state.status !== 'requested') continue;
    const { settled } = (await streams.campaigns.current(campaignStream(campaignId))).state;
    const done = settled.get(id) ?? new Map();
    const unconfirmed = unconfirmedRows(state, done);
    const open = (row: ChangeRow, index: number): boolean =>
      objectOfKey(row.key).campaignId === campaignId &&
      !done.has(index) &&
      (state.leftUnconfirmed || unconfirmed.has(index));
    for (const [index, row] of state.request.rows.entries()) if (open(row, index)) settings.add(rowSetting(row));
  }
  return settings;
}
