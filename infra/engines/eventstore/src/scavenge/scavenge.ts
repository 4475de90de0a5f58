import type { StreamIndex } from '../store/stream-index.ts';
import { describedStream, METASTREAM_PREFIX } from '../store/stream-metadata.ts';
import { firstReadable, type StreamState } from '../store/stream-state.ts';
import type { IndexedEvent, Tables } from '../store/tables.ts';

/** Events that one transaction removes: appends that come meanwhile wait for it. */
const EVENTS_AT_ONCE = 256;

/** Names that are read in one go. */
const NAMES_AT_ONCE = 256;

/** What is called after each step of work, before the next one. */
export type Pause = () => Promise<void>;

/**
 * Removes the events that `$maxCount`, `$maxAge` and `$tb` hide, oldest first, and of metadata all but the newest. The newest event
 * of a stream stays, as in real servers. So do events that the index reads again when the log is opened: it needs them without gaps.
 * What stays keeps its position and its revision. Tombstoned streams, and those of which the metadata stream's name is longer than a
 * key, are left alone.
 * @returns how many events were removed.
 */
export async function scavenge(tables: Tables, index: StreamIndex, pause: Pause): Promise<number> {
  let removed = await scavengeStreams(tables, index, index.recentNames(METASTREAM_PREFIX), pause);
  let after = METASTREAM_PREFIX;
  for (;;) {
    const metastreams = tables.streamNamesAfter(after, METASTREAM_PREFIX, NAMES_AT_ONCE);
    const last = metastreams.at(-1);
    if (last === undefined) return removed;
    removed += await scavengeStreams(tables, index, metastreams, pause);
    after = last;
    await pause();
  }
}

async function scavengeStreams(
  tables: Tables,
  index: StreamIndex,
  metastreams: readonly string[],
  pause: Pause,
): Promise<number> {
  let removed = 0;
  for (const metastream of metastreams) {
    removed += await scavengeStream(tables, index, describedStream(metastream), pause);
    removed += await scavengeStream(tables, index, metastream, pause);
  }
  return removed;
}

async function scavengeStream(tables: Tables, index: StreamIndex, streamName: string, pause: Pause): Promise<number> {
  for (let removed = 0; ; ) {
    const state = index.state(streamName);
    if (state === undefined || state.tombstoned) return removed;
    const events = hiddenEvents(tables, streamName, state);
    if (events.length === 0) return removed;
    await tables.removeEvents(state.id, events);
    removed += events.length;
    await pause();
  }
}

/** The oldest events of a stream, as far as they are hidden and the index does not read them again. */
function hiddenEvents(tables: Tables, streamName: string, state: StreamState): readonly IndexedEvent[] {
  const { indexedUpTo } = tables.indexMark();
  const firstVisible = firstReadable(streamName, state);
  const { maxAgeSeconds } = state.limits;
  const oldestMs = maxAgeSeconds > 0 ? Date.now() - maxAgeSeconds * 1000 : Number.NEGATIVE_INFINITY;
  const hidden: IndexedEvent[] = [];
  for (const event of tables.oldestEvents(state.id, EVENTS_AT_ONCE)) {
    if (event.revision >= state.last || event.position > indexedUpTo) break;
    if (event.revision >= firstVisible && (tables.record(event.position)?.createdMs ?? 0) >= oldestMs) break;
    hidden.push(event);
  }
  return hidden;
}
