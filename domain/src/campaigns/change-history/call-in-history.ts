import { minuteMs } from '../../shared/calendar/days.ts';
import { type ChangeRow, objectOfKey, type SettingValue } from '../change/change-row.ts';
import type { SentDecision } from '../change/outcomes/decide-row.ts';
import { type HistoryEntry, type HistoryRecord, isOwnEntry, recordedSettings } from './history-entry.ts';

/** Clocks of the service and of ours may differ by so much. */
const clockSkewMs = minuteMs;

/** What the record has of a call that was not answered. */
export interface RecordedCall {
  /** Whether the call had its effect: the record has it, or what was set after it. */
  readonly isMade: boolean;
  /** What set the value that is there now, if that was not the call. */
  readonly setter: HistoryEntry | undefined;
}

/**
 * Looks for a call, and for what set the value that is there now.
 * @param since When the first call for the row began; milliseconds.
 * @param current What is there now.
 */
export function recordedCall(
  record: HistoryRecord,
  { key, field, new: set }: Pick<ChangeRow, 'key' | 'field' | 'new'>,
  since: number,
  current: SettingValue,
): RecordedCall {
  const settings = recordedSettings(record, objectOfKey(key), field).filter(
    ({ entry }) => Date.parse(entry.at) >= since - clockSkewMs,
  );
  const made = settings.find(({ entry, after }) => isOwnEntry(record, entry) && after === set);
  const setter = settings.find(({ entry, after }) => !isOwnEntry(record, entry) && after === current);
  const isLater =
    setter !== undefined && (made === undefined || Date.parse(setter.entry.at) >= Date.parse(made.entry.at));
  return {
    isMade: made !== undefined || setter?.before === set,
    setter: isLater ? setter.entry : undefined,
  };
}

/** Said of a row whose value was set and replaced before it could be read back. */
export const replacedNote = 'This was set, and then changed again by someone else';

/**
 * What the record makes of a row that was sent and not answered, where what is there now does not say it: what someone set after the call is
 * not written over, and a call that had its effect is not sent again.
 * @param decision What the reading alone means; `unknown`: it cannot be read any more.
 */
export function settleByRecord(
  decision: SentDecision | 'unknown',
  { isMade, setter }: RecordedCall,
): SentDecision | 'unknown' {
  if (decision === 'conflict' || setter !== undefined) return 'conflict';
  if (!isMade) return decision;
  return decision === 'unknown' ? 'changed' : 'wait';
}
