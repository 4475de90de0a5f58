import { type EventLog, followLog, type RecordedEvent } from '@tapwise/adapters';
import {
  type ChangeEvent,
  type ChangeState,
  campaignStream,
  changeDecider,
  changeStream,
  type ExistingChange,
  fold,
  isRowEvent,
  type RowEvent,
} from '@tapwise/domain';

/** A change as far as it is. */
export interface ChangeProgress {
  readonly change: ExistingChange;
  /** By row. */
  readonly outcomes: ReadonlyMap<number, RowEvent>;
  /** Commit position of the newest event about it. */
  readonly position: bigint;
}

/** Changes under way, by following the log. */
export interface ChangeWatch {
  /**
   * Waits for a change that is about to be asked for.
   * @param enough Asked at each event of it.
   * @returns its progress then, or when the time is over; `undefined` when nothing was seen of it.
   */
  wait(
    changeId: string,
    enough: (progress: ChangeProgress) => boolean,
    timeoutMs: number,
  ): Promise<ChangeProgress | undefined>;
  /** Calls back at each event about a change; what it returns stops that. */
  listen(listener: (progress: ChangeProgress) => void): () => void;
  close(): void;
}

interface Watched {
  state: ChangeState;
  readonly outcomes: Map<number, RowEvent>;
  position: bigint;
}

/** How many changes are remembered; the oldest are forgotten. */
const remembered = 500;

/** Follows the log from its present end on. */
export function createChangeWatch(log: EventLog, onFault: (error: unknown) => void): ChangeWatch {
  const stopped = new AbortController();
  const changes = new Map<string, Watched>();
  const listeners = new Set<(progress: ChangeProgress) => void>();
  let followed: bigint | undefined;

  const applyEvent = (recorded: RecordedEvent): string | undefined => {
    const { event, position } = recorded;
    const id = changeIdOf(event);
    if (id === undefined) return undefined;
    if (event.type === 'ChangeRequested' && !changes.has(id)) {
      changes.set(id, { state: changeDecider.initialState(), outcomes: new Map(), position });
      const [oldest] = changes.keys();
      if (changes.size > remembered && oldest !== undefined) changes.delete(oldest);
    }
    const entry = changes.get(id);
    if (entry === undefined) return undefined;
    if (isRowEvent(event)) entry.outcomes.set(event.data.row, event);
    else entry.state = changeDecider.evolve(entry.state, event as ChangeEvent);
    entry.position = position;
    return id;
  };
  const progressOf = (id: string): ChangeProgress | undefined => {
    const entry = changes.get(id);
    if (entry === undefined || entry.state.status === 'absent') return undefined;
    return { change: entry.state, outcomes: entry.outcomes, position: entry.position };
  };

  void followLog(log, {
    after: async () => {
      followed ??= await log.lastPosition();
      return followed === 0n ? undefined : followed;
    },
    streamPrefixes: ['change-', 'campaign-'],
    maxBatch: 500,
    signal: stopped.signal,
    onBatch: (batch) => {
      const touched = new Set(batch.flatMap((recorded) => applyEvent(recorded) ?? []));
      followed = batch.at(-1)?.position ?? followed;
      for (const id of touched) {
        const progress = progressOf(id);
        if (progress !== undefined) for (const listener of listeners) listener(progress);
      }
    },
    onFault,
    onUnreadable: (_event, error) => onFault(error),
  });

  const listen: ChangeWatch['listen'] = (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    wait: (changeId, enough, timeoutMs) =>
      new Promise((resolve) => {
        const finish = (): void => {
          clearTimeout(timer);
          stop();
          resolve(progressOf(changeId));
        };
        const timer = setTimeout(finish, timeoutMs);
        const stop = listen((progress) => {
          if (progress.change.request.change_id === changeId && enough(progress)) finish();
        });
        const currentProgress = progressOf(changeId);
        if (currentProgress !== undefined && enough(currentProgress)) finish();
      }),
    listen,
    close: () => stopped.abort(),
  };
}

function changeIdOf({ type, data }: RecordedEvent['event']): string | undefined {
  if (!('change_id' in data) || !(type.startsWith('Change') || isRowEvent({ type }))) return undefined;
  return typeof data.change_id === 'string' ? data.change_id : undefined;
}

const pageSize = 500;

/** A change by the log, with its outcomes from the streams of its campaigns; `undefined` when there is none. */
export async function readChange(log: EventLog, changeId: string): Promise<ChangeProgress | undefined> {
  const recorded = await log.readStream(changeStream(changeId));
  const change = fold(
    changeDecider,
    recorded.map(({ event }) => event as ChangeEvent),
  );
  if (change.status === 'absent') return undefined;
  const outcomes = new Map<number, RowEvent>();
  let position = recorded.at(-1)?.position ?? 0n;
  const ends = new Map(change.settledIn.map(({ campaign_id, revision }) => [campaign_id, BigInt(revision)]));
  for (const { campaign_id, revision } of change.request.campaigns) {
    const part = { from: BigInt(revision) + 1n, to: ends.get(campaign_id) };
    for await (const { event, position: at } of eventsOf(log, campaignStream(campaign_id), part)) {
      if (!isRowEvent(event) || event.data.change_id !== changeId) continue;
      outcomes.set(event.data.row, event);
      if (at > position) position = at;
    }
  }
  return { change, outcomes, position };
}

/** Events of a part of a stream; to its end without `to`. */
async function* eventsOf(
  log: EventLog,
  stream: string,
  { from, to }: { from: bigint; to: bigint | undefined },
): AsyncGenerator<RecordedEvent> {
  for (let next = from; to === undefined || next <= to; ) {
    const page = await log.readStream(stream, { fromRevision: next, maxCount: pageSize });
    for (const recorded of page) if (to === undefined || recorded.revision <= to) yield recorded;
    const last = page.at(-1);
    if (last === undefined || page.length < pageSize) return;
    next = last.revision + 1n;
  }
}
