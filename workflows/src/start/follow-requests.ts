import { type EventLog, followLog, type Logger } from '@tapwise/adapters';
import pLimit from 'p-limit';
import { createChangeSignal } from '../activity/change-signal.ts';
import type { ProcessContract } from '../story/process.ts';
import type { ProcessRunner } from '../story/process-runner.ts';
import { type Checkpoint, keepCheckpoint } from './checkpoint.ts';
import { createOpenRequests, type OpenRequest, type OpenRequests } from './open-requests.ts';
import type { RequestKind, WakeCall } from './request-kind.ts';
import { steadyNow } from './steady-clock.ts';

export interface RequestOptions {
  readonly log: EventLog;
  // biome-ignore lint/suspicious/noExplicitAny: kinds differ in their inputs, which only they themselves know
  readonly kinds: readonly RequestKind<any>[];
  readonly checkpoint: Checkpoint;
  readonly runner: ProcessRunner;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

/** Open requests held in memory at most; the log is not read further until some have been started. */
const heldAtMost = 20_000;
const startsAtOnce = 8;
const startsPerTurn = 100;
const lookMs = 500;
const failurePauseMs = 2000;
/** A process is asked for again so often, in case the engine lost it. */
const reviewMs = 60_000;

interface FollowedKind {
  readonly kind: RequestKind<unknown>;
  readonly open: OpenRequests<unknown>;
  /** Whether the engine refused the last start of one. */
  isRefused: boolean;
}

/**
 * Follows the log and starts what its events ask for, in the order in which it was asked for. What is open is known from the log, so
 * nothing is lost when the process ends, and a second start is refused by the id.
 */
export async function followRequests(options: RequestOptions): Promise<void> {
  const { log, checkpoint, logger, signal } = options;
  const stored = await checkpoint.read();
  const followed = options.kinds.map((kind) => ({ kind, open: createOpenRequests(kind, stored), isRefused: false }));
  const position = () => earliest(followed);
  const more = createChangeSignal();
  let caughtUp = false;
  const following = followLog(log, {
    after: position,
    streamPrefixes: followedPrefixes(options.kinds),
    maxBatch: 500,
    signal,
    onBatch: async (batch) => {
      for (const recorded of batch) for (const { open } of followed) open.apply(recorded);
      more.notify();
      for (const { open } of followed)
        while (open.size >= heldAtMost && !signal.aborted) if (!open.dropStarted()) await more.wait(lookMs, signal);
    },
    onCheckpoint: (reached) => {
      for (const { open } of followed) open.passed(reached);
    },
    onCaughtUp: () => {
      caughtUp = true;
      more.notify();
    },
    onFault: (error) => logger.warn({ err: error }, 'the log cannot be followed now; trying again'),
    onUnreadable: (event) => logger.error(event, 'an event cannot be read; it is skipped'),
  });
  const starting = async (): Promise<void> => {
    while (!signal.aborted) {
      // Until everything is read, the end of an open request may be the next event; only a full memory hurries.
      const ready = followed.filter(({ open }) => caughtUp || open.size >= heldAtMost);
      const counts = await Promise.all(ready.map((kind) => startDue(options, kind)));
      await Promise.all(ready.map((kind) => wakeWoken(options, kind)));
      if (counts.every((count) => count < startsPerTurn)) await more.wait(lookMs, signal);
    }
  };
  await Promise.all([following, starting(), keepCheckpoint(checkpoint, position, { stored, logger, signal })]);
}

/** @returns how many were due. */
async function startDue(options: RequestOptions, followed: FollowedKind): Promise<number> {
  const { open } = followed;
  const due = open.due(steadyNow(), startsPerTurn);
  const limit = pLimit(startsAtOnce);
  const started = await Promise.all(due.map((request) => limit(() => start(options, followed, request))));
  if (started.length > 0) followed.isRefused = !started.every((isStarted) => isStarted);
  // While the engine is away nothing is claimed, so that callers learn that their requests wait.
  if (!followed.isRefused) recordClaims(options, followed);
  return due.length;
}

async function wakeWoken({ runner, logger, signal }: RequestOptions, { kind, open }: FollowedKind): Promise<void> {
  const contract = kind.contract as ProcessContract<unknown, object>;
  const limit = pLimit(startsAtOnce);
  const wake = async (input: unknown): Promise<void> => {
    try {
      await runner.wake(contract, input);
    } catch (error) {
      open.notWoken(input);
      if (!signal.aborted) logger.warn({ err: error, process: contract.id(input) }, 'a process cannot be woken now');
    }
  };
  const wakeAtEnd = async (call: WakeCall): Promise<void> => {
    try {
      await call(runner);
    } catch (error) {
      open.notCalled(call);
      if (!signal.aborted)
        logger.warn({ err: error, kind: contract.name }, 'what waits for an end cannot be woken now');
    }
  };
  await Promise.all([
    ...open.woken().map((input) => limit(() => wake(input))),
    ...open.endWakes().map((call) => limit(() => wakeAtEnd(call))),
  ]);
}

/** @returns whether the engine has it. */
async function start(
  { runner, logger, signal }: RequestOptions,
  { kind, open }: FollowedKind,
  { id, input, traceparent }: OpenRequest<unknown>,
): Promise<boolean> {
  try {
    await runner.start(kind.contract as ProcessContract<unknown, object>, input, traceparent);
    open.started(id, steadyNow() + reviewMs);
    return true;
  } catch (error) {
    open.started(id, steadyNow() + failurePauseMs);
    if (!signal.aborted) logger.warn({ err: error, process: id }, 'a process cannot be started now; it waits');
    return false;
  }
}

function recordClaims({ log, runner, logger, signal }: RequestOptions, { kind, open }: FollowedKind): void {
  const { recordClaim } = kind;
  if (recordClaim === undefined) return;
  for (const input of open.unclaimed()) {
    recordClaim(log, input, runner.engine).catch((error: unknown) => {
      if (!signal.aborted) logger.warn({ err: error, process: kind.contract.name }, 'a claim cannot be recorded');
    });
  }
}

function followedPrefixes(
  kinds: readonly Pick<RequestKind<unknown>, 'streamPrefix' | 'wakingStreamPrefixes'>[],
): string[] {
  return [
    ...new Set(kinds.flatMap(({ streamPrefix, wakingStreamPrefixes = [] }) => [streamPrefix, ...wakingStreamPrefixes])),
  ];
}

function earliest(followed: readonly FollowedKind[]): bigint | undefined {
  const positions = followed.map(({ open }) => open.position());
  let first = positions[0];
  for (const position of positions)
    if (position === undefined || (first !== undefined && position < first)) first = position;
  return first;
}
