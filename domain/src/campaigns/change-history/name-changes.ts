import { minuteMs } from '../../shared/calendar/days.ts';
import { chunksOf } from '../../shared/chunks.ts';
import type { ObservationScope } from '../campaign/campaign.decider.ts';
import type { CampaignState } from '../campaign/campaign.state.ts';
import { objectOfKey, type SettingValue } from '../change/change-row.ts';
import type { ChangeActorsReadEvent, NamedChange } from './change-actors.events.ts';
import { type HistoryRecord, type RecordedSetting, recordedSettings } from './history-entry.ts';
import type { UnnamedChange } from './unnamed-change.ts';
import { sameChange } from './unnamed-changes.ts';

/** The clock of the service may be so much ahead of ours. */
const clockSkewMs = minuteMs;
/** Changes in one event at most. */
const namedPerEvent = 500;

/** The entry that set what a pull then found; of several the newest. */
export function entryOfChange(
  record: HistoryRecord,
  { key, field, value, observed_at }: Pick<UnnamedChange, 'key' | 'field' | 'value' | 'observed_at'>,
): RecordedSetting | undefined {
  return recordedSettings(record, objectOfKey(key), field).find(
    ({ after, entry }) => isSameValue(after, value) && Date.parse(entry.at) <= Date.parse(observed_at) + clockSkewMs,
  );
}

/** A keyword that follows its ad group is shown with the bid of that one: no bid may be any bid. */
const isSameValue = (recorded: SettingValue, observed: SettingValue): boolean =>
  recorded === observed || observed === null;

/** What one reading of the record says of a change. */
export type ChangeReading = UnnamedChange & Pick<NamedChange, 'actor' | 'changed_at'>;

/** Records who made changes, of those that were not read again meanwhile. */
export function nameChanges(
  { unnamed }: Pick<CampaignState, 'unnamed'>,
  { org_id, campaign_id, read_at }: Omit<ObservationScope, 'observed_at'> & { readonly read_at: string },
  readings: readonly ChangeReading[],
): ChangeActorsReadEvent[] {
  const open = readings.filter((reading) =>
    unnamed.some((other) => sameChange(other, reading) && other.reads === reading.reads),
  );
  const named = open.map(({ reads: _, ...change }): NamedChange => change);
  return chunksOf(named, namedPerEvent).map((changes) => ({
    type: 'ChangeActorsRead',
    data: { org_id, campaign_id, read_at, changes },
  }));
}
