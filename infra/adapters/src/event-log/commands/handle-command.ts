import { setTimeout as pause } from 'node:timers/promises';
import { NO_STREAM } from '@eventstore/db-client';
import { DomainError, type DomainEvent } from '@tapwise/domain';
import type { EventLog } from '../event-log.ts';
import { isRetryableLogFault, LogTimeoutError, StreamMovedError } from '../log-fault.ts';
import type { RecordedEvent } from '../recorded-event.ts';
import { within } from '../within.ts';
import { appendToLog } from './append-to-log.ts';
import type { CommandContext } from './command-context.ts';
import { eventIdFrom } from './event-id.ts';

/** Folds a stream into the state a decision needs. */
export interface StreamDecider<State, E extends DomainEvent> {
  initialState(): State;
  evolve(state: State, event: E): State;
  /** The same for many at once, for states that are costly to copy. */
  evolveMany?(state: State, events: readonly E[]): State;
}

/** The state after all events, in order. */
export function evolveAll<State, E extends DomainEvent>(
  decider: StreamDecider<State, E>,
  state: State,
  events: readonly E[],
): State {
  if (events.length === 0) return state;
  if (decider.evolveMany !== undefined) return decider.evolveMany(state, events);
  return events.reduce((before, event) => decider.evolve(before, event), state);
}

export interface CommandOptions<State, E extends DomainEvent> {
  readonly stream: string;
  readonly decider: StreamDecider<State, E>;
  /** Decides from the present state. Throws a DomainError to refuse; returns no events when there is nothing to do. */
  readonly decide: (state: State) => readonly E[] | Promise<readonly E[]>;
  /** Names what caused this call; the event ids are made from it, so a repeated call is the same append. */
  readonly cause: string;
  /** Who makes the change, and why; written beside every event. */
  readonly context: CommandContext;
  /**
   * `new` tries first as if the stream did not exist, `current` as if nothing came after `since`: each saves a read when that is the
   * usual case.
   */
  readonly assume?: 'new' | 'current' | 'unknown';
  /** A state folded earlier and the revision it includes, for long streams written often: only what came after is read. */
  readonly since?: { readonly state: State; readonly revision: bigint };
  /** Longest wait for the log, 20 s by default. */
  readonly timeoutMs?: number | undefined;
}

export interface CommandResult<State, E extends DomainEvent> {
  readonly state: State;
  /** What was appended by this call; empty when nothing had to be. */
  readonly events: readonly E[];
  readonly revision: bigint | undefined;
  /**
   * Commit position of what was appended, now or by an earlier call with the same cause; where neither appended anything, of
   * the stream's last event.
   */
  readonly position: bigint;
}

const attempts = 8;
const defaultTimeoutMs = 20_000;

/**
 * The only way anything is written (apart from numbers, see `claimNumber`): load, decide, append with the exact revision that was loaded.
 * A stream that moved meanwhile is loaded again; a passing fault of the log is tried again with the same event ids.
 * @throws whatever `decide` throws; the log's own error when it stays away; LogTimeoutError when it does not answer in time, and
 * then an append under way may still be made.
 */
export async function handleCommand<State, E extends DomainEvent>(
  log: EventLog,
  options: CommandOptions<State, E>,
): Promise<CommandResult<State, E>> {
  const expiry = { over: false };
  return await within(options.timeoutMs ?? defaultTimeoutMs, retryCommand(log, options, expiry), () => {
    expiry.over = true;
    return new LogTimeoutError(`The log has not answered about ${options.stream} in time`);
  });
}

async function retryCommand<State, E extends DomainEvent>(
  log: EventLog,
  options: CommandOptions<State, E>,
  expiry: { readonly over: boolean },
): Promise<CommandResult<State, E>> {
  let guessed = options.assume === 'new' || (options.assume === 'current' && options.since !== undefined);
  // Counted apart: a stream that moved is no reason to give up after faults, and it moves when an append was made without its answer.
  let faults = 0;
  let moves = 0;
  for (;;) {
    try {
      const result = await tryCommand(log, options, guessed);
      // "Nothing to do" and a refusal count only when they were decided on what the stream really holds.
      if (!guessed || result.events.length > 0) return result;
      guessed = false;
    } catch (error) {
      if (guessed && error instanceof DomainError) {
        guessed = false;
        continue;
      }
      const moved = error instanceof StreamMovedError;
      if (moved) moves += 1;
      else faults += 1;
      const attempt = moved ? moves : faults;
      if (attempt >= attempts || expiry.over || !(moved || isRetryableLogFault(error))) throw error;
      guessed = guessed && !moved;
      await pause(moved ? attempt * 2 : attempt * 100 + Math.random() * 50);
    }
  }
}

async function tryCommand<State, E extends DomainEvent>(
  log: EventLog,
  options: CommandOptions<State, E>,
  guessed: boolean,
): Promise<CommandResult<State, E>> {
  const { since } = options;
  const unread = since === undefined ? {} : { fromRevision: since.revision + 1n };
  const recorded = guessed ? [] : await log.readStream(options.stream, unread);
  const last = recorded.at(-1);
  const revision = last?.revision ?? since?.revision;
  let state = since?.state ?? options.decider.initialState();
  state = evolveAll(
    options.decider,
    state,
    recorded.map(({ event }) => event as E),
  );
  const events = await options.decide(state);
  if (events.length === 0) return { state, events, revision, position: earlierPosition(options, recorded) };
  const at = await appendToLog(log, {
    stream: options.stream,
    expectedRevision: revision ?? NO_STREAM,
    cause: options.cause,
    context: options.context,
    events: events.map((event, index) => ({ id: idOf(options, index), event })),
  });
  state = evolveAll(options.decider, state, events);
  return { state, events, revision: at.revision, position: at.position };
}

const idOf = ({ stream, cause }: { stream: string; cause: string }, index: number): string =>
  eventIdFrom(`${stream}|${cause}|${index}`);

/** Position an earlier call with the same cause wrote at, among the events read; else that of the last event. */
function earlierPosition(options: { stream: string; cause: string }, recorded: readonly RecordedEvent[]): bigint {
  let position = recorded.at(-1)?.position ?? 0n;
  for (let index = 0; ; index += 1) {
    const id = idOf(options, index);
    const earlier = recorded.find((event) => event.id === id);
    if (earlier === undefined) return position;
    position = earlier.position;
  }
}
