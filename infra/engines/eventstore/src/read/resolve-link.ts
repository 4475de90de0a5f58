import type { EventLog } from '../store/event-log.ts';
import type { StoredRecord } from '../store/event-record.ts';
import { NO_STREAM } from '../store/expected-version.ts';
import { firstReadable } from '../store/stream-state.ts';
import type { ResolvedEvent } from './read-output.ts';
import { isExpired } from './readable-range.ts';

const LINK_TYPE = '$>';
const TARGET = /^(\d+)@(.+)$/s;

/** The event to send for a record: itself, or what it links to when links are to be resolved. */
export function resolveEvent(log: EventLog, record: StoredRecord, resolveLinks: boolean): ResolvedEvent {
  if (!resolveLinks || record.type !== LINK_TYPE) return { event: record, link: undefined };
  const [, revision, streamName] = TARGET.exec(record.data.toString('utf8')) ?? [];
  if (revision === undefined || streamName === undefined) return { event: record, link: undefined };
  return { event: findTarget(log, streamName, Number(revision)), link: record };
}

function findTarget(log: EventLog, streamName: string, revision: number): StoredRecord | undefined {
  const state = log.stream(streamName);
  if (state === undefined || state.tombstoned || state.last === NO_STREAM) return undefined;
  if (revision > state.last || revision < firstReadable(streamName, state)) return undefined;
  const target = log.eventAt(state, revision);
  return target === undefined || isExpired(state, target, Date.now()) ? undefined : target;
}
