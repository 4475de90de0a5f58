import type { DomainEvent } from '@tapwise/domain';
import { LRUCache } from 'lru-cache';
import type { CommandContext } from '../commands/command-context.ts';
import { eventIdFrom } from '../commands/event-id.ts';
import { evolveAll, handleCommand, type StreamDecider } from '../commands/handle-command.ts';
import type { EventLog } from '../event-log.ts';

interface Folded<State> {
  readonly state: State;
  /** Revision of the last event folded; `undefined` for a stream that does not exist. */
  readonly revision: bigint | undefined;
}

/**
 * Folded streams of one kind, kept between changes, so that a stream written every few seconds all day is not read again
 * each time. What is not kept is folded from the log.
 */
export interface StreamMemory<State, E extends DomainEvent> {
  state(stream: string): Promise<State>;
  /** The state with everything that was appended so far, and the revision it includes; `undefined` for no stream. */
  current(stream: string): Promise<{ readonly state: State; readonly revision: bigint | undefined }>;
  /**
   * Reads what others appended since the stream was last used here.
   * @returns how many events that were; 0 for a stream that was not remembered.
   */
  refresh(stream: string): Promise<number>;
  /**
   * Appends what `decide` says. It may be asked several times, with newer states, until it has nothing more to say.
   * @param cause Names this change; see `handleCommand`.
   * @param correlationId What this change belongs to; by default it belongs to its cause.
   * @returns how many events were appended.
   */
  change(
    stream: string,
    cause: string,
    decide: (state: State) => readonly E[],
    correlationId?: string,
  ): Promise<number>;
}

/** Events read at once, so that a long stream never lies in memory as a whole. */
const pageSize = 1000;
/** The log takes at most a megabyte in one append. */
const appendBytes = 600_000;

/**
 * @param keep How many streams are remembered; the one used longest ago is forgotten first.
 * @param context Who changes them.
 */
export function createStreamMemory<State, E extends DomainEvent>(
  log: EventLog,
  decider: StreamDecider<State, E>,
  { keep, context }: { keep: number; context: CommandContext },
): StreamMemory<State, E> {
  const cache = new LRUCache<string, Folded<State>>({ max: keep });
  const load = async (stream: string): Promise<Folded<State>> => {
    const folded = cache.get(stream) ?? (await readFolded(log, stream, decider));
    cache.set(stream, folded);
    return folded;
  };
  const append = async (
    stream: string,
    { cause, part, correlationId }: { cause: string; part: number; correlationId: string | undefined },
    decide: (state: State) => readonly E[],
  ): Promise<number> => {
    const { state, revision } = await load(stream);
    const wanted = decide(state);
    if (wanted.length === 0) return 0;
    const result = await handleCommand(log, {
      stream,
      decider,
      cause: `${cause} ${part}`,
      // One run changes many streams for the same cause.
      context: { ...context, correlationId: correlationId ?? context.correlationId ?? eventIdFrom(cause) },
      decide: (currentState) => fitting(currentState === state ? wanted : decide(currentState)),
      ...(revision === undefined ? { assume: 'new' as const } : { since: { state, revision } }),
    });
    cache.set(stream, { state: result.state, revision: result.revision });
    return result.events.length;
  };
  return {
    state: async (stream) => (await load(stream)).state,
    current: async (stream) => {
      const now = await readFolded(log, stream, decider, cache.get(stream));
      cache.set(stream, now);
      return now;
    },
    refresh: async (stream) => {
      const before = cache.get(stream);
      const now = await readFolded(log, stream, decider, before);
      cache.set(stream, now);
      return before === undefined ? 0 : Number((now.revision ?? -1n) - (before.revision ?? -1n));
    },
    change: async (stream, cause, decide, correlationId) => {
      let appended = 0;
      try {
        for (let part = 0; ; part += 1) {
          const count = await append(stream, { cause, part, correlationId }, decide);
          if (count === 0) return appended;
          appended += count;
        }
      } catch (error) {
        cache.delete(stream);
        throw error;
      }
    },
  };
}

async function readFolded<State, E extends DomainEvent>(
  log: EventLog,
  stream: string,
  decider: StreamDecider<State, E>,
  since?: Folded<State>,
): Promise<Folded<State>> {
  let state = since?.state ?? decider.initialState();
  let revision = since?.revision;
  for (;;) {
    const fromRevision = revision === undefined ? 0n : revision + 1n;
    const page = await log.readStream(stream, { fromRevision, maxCount: pageSize });
    state = evolveAll(
      decider,
      state,
      page.map(({ event }) => event as E),
    );
    revision = page.at(-1)?.revision ?? revision;
    if (page.length < pageSize) return { state, revision };
  }
}

/** As many events as one append holds, and at least one. */
function fitting<E>(events: readonly E[]): readonly E[] {
  let bytes = 0;
  const end = events.findIndex((event, index) => {
    bytes += JSON.stringify(event).length;
    return index > 0 && bytes > appendBytes;
  });
  return end === -1 ? events : events.slice(0, end);
}
