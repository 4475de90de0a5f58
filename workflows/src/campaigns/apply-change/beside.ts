import {
  type ChangeRow,
  campaignStream,
  changeStream,
  objectOfKey,
  rowSetting,
  unconfirmedRows,
} from '@tapwise/domain';
import type { ChangeStreams } from './change-log.ts';

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
    const inDoubt = unconfirmedRows(state, done);
    const open = (row: ChangeRow, index: number): boolean =>
      objectOfKey(row.key).campaignId === campaignId && !done.has(index) && (state.inDoubt || inDoubt.has(index));
    for (const [index, row] of state.request.rows.entries()) if (open(row, index)) settings.add(rowSetting(row));
  }
  return settings;
}
