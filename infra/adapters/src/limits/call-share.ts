import { randomUUID } from 'node:crypto';
import {
  type CallShareEvent,
  type CallShares,
  callShareDecider,
  callSharesStream,
  callsOf,
  divideCalls,
  fairShare,
  fold,
  leaveCalls,
} from '@tapwise/domain';
import { handleCommand } from '../event-log/commands/handle-command.ts';
import type { EventLog } from '../event-log/event-log.ts';
import { type HolderWatch, watchHolder } from '../event-log/leases/holder-watch.ts';
import { type LeaseClock, processClock } from '../event-log/leases/lease-clock.ts';
import type { LeaseSession } from '../event-log/leases/lease-session.ts';
import type { PartStart } from '../event-log/leases/part-start.ts';
import { joinSession } from '../event-log/leases/shared-session.ts';

/** What makes the calls: it asks how many there may be whenever one could begin. */
export interface ShareUser {
  /** Begins calls that may begin now. */
  refresh(): void;
  /** Resolves when no more than so many are under way. */
  untilAtMost(calls: number): Promise<void>;
}

/** The part of a limit that this process has. */
export interface CallShare {
  /** Calls that may be under way in this process now. */
  atOnce(): number;
  use(user: ShareUser): void;
  /** Gives the part back, when the calls under way have ended. */
  leave(): Promise<void>;
}

/** All of a limit, where no other process makes such calls. */
export const wholeShare = (total: number): CallShare => ({
  atOnce: () => total,
  use: () => undefined,
  leave: async () => undefined,
});

export interface CallShareOptions {
  /** The service that is called. */
  readonly subject: string;
  /** Calls that all processes together may have under way. */
  readonly total: number;
  /** What runs here, as for a lease. */
  readonly holder: string;
  readonly start?: PartStart | undefined;
  /** How long its part stays with a process that is silent. */
  readonly seconds: number;
  readonly onFault: (error: unknown) => void;
  readonly clock?: LeaseClock;
}

/** Another process waits so long at most before this one begins to give back. */
const lookMs = 2000;
/** Others take the part of a process that could not give it back when its session has ended. */
const longestLeaveMs = 2000;

/**
 * Divides a limit of calls among the processes that make them. How it is divided is the newest event of a stream; a part belongs to a
 * session, as leases do, so that it becomes free when the process falls silent, and the process begins no call when its session is
 * lost. A process has no part before its first call. Who has too much begins no more calls than it may keep, waits for those under way, and gives back then; who has too little
 * takes what is free.
 */
export function openCallShare(log: EventLog, options: CallShareOptions): CallShare {
  const { clock = processClock, onFault } = options;
  const leaving = new AbortController();
  const users: ShareUser[] = [];
  const untilAtMost = async (calls: number): Promise<void> => {
    await Promise.all(users.map((user) => user.untilAtMost(calls)));
  };
  const part = { calls: 0, isCurrent: (): boolean => false };
  const allow = (calls: number): void => {
    part.calls = calls;
    for (const user of users) user.refresh();
  };
  const divide = createDivision(log, { ...options, clock }, { part, allow, untilAtMost });
  const keepSession = async (): Promise<void> => {
    await log.keepNewest(callSharesStream(options.subject), 1);
    const { session, leave } = await joinSession(log, { ...options, clock });
    const over = AbortSignal.any([session.lost, leaving.signal]);
    part.isCurrent = () => session.isCurrent();
    while (!over.aborted) {
      await divide(session).catch(onFault);
      await clock.sleep(lookMs, over);
    }
    part.calls = 0;
    if (!session.lost.aborted) await untilAtMost(0).then(() => giveBack(log, options, session));
    await leave();
  };
  const keep = async (): Promise<void> => {
    while (!leaving.signal.aborted) {
      await keepSession().catch(onFault);
      await clock.sleep(lookMs / 2, leaving.signal);
    }
  };
  let keeping: Promise<void> | undefined;
  return {
    atOnce: () => {
      keeping ??= keep();
      return part.isCurrent() ? part.calls : 0;
    },
    use: (user) => void users.push(user),
    leave: async () => {
      leaving.abort();
      await keeping;
    },
  };
}

interface Part {
  readonly part: { readonly calls: number };
  readonly allow: (calls: number) => void;
  readonly untilAtMost: (calls: number) => Promise<void>;
}

/** @returns what brings the part of a session nearer to its fair share. */
function createDivision(
  log: EventLog,
  options: CallShareOptions & { readonly clock: LeaseClock },
  { part, allow, untilAtMost }: Part,
): (session: LeaseSession) => Promise<void> {
  const { subject, total, holder: by, start, seconds, clock } = options;
  const watches = new Map<string, HolderWatch>();
  const endedAmong = async ({ holders }: CallShares, self: string): Promise<ReadonlySet<string>> => {
    const ended = new Set<string>();
    for (const { holder } of holders) {
      if (holder === self) continue;
      const watch = watches.get(holder) ?? watchHolder(log, { by, start, clock, fallbackSeconds: seconds });
      watches.set(holder, watch);
      if (await watch.hasEnded(holder)) ended.add(holder);
    }
    for (const holder of watches.keys()) if (!holders.some((other) => other.holder === holder)) watches.delete(holder);
    return ended;
  };
  return async ({ id: holder }) => {
    const last = await log.readLast(callSharesStream(subject));
    const state = fold(callShareDecider, last === undefined ? [] : [last.event as CallShareEvent]);
    const ended = await endedAmong(state, holder);
    const fair = fairShare(state, { total, holder, ended });
    if (fair < part.calls) {
      allow(fair);
      await untilAtMost(fair);
    }
    const claim = { subject, total, holder, ended, inUse: part.calls };
    if (divideCalls(state, claim).length === 0) return;
    const { state: divided } = await handleCommand<CallShares, CallShareEvent>(log, {
      stream: callSharesStream(subject),
      decider: callShareDecider,
      decide: (current) => divideCalls(current, claim),
      cause: randomUUID(),
      context: { actor: { kind: 'system', id: by } },
    });
    allow(callsOf(divided, holder));
  };
}

async function giveBack(log: EventLog, options: CallShareOptions, { id: holder }: LeaseSession): Promise<void> {
  const { subject, onFault, holder: by } = options;
  await handleCommand<CallShares, CallShareEvent>(log, {
    stream: callSharesStream(subject),
    decider: callShareDecider,
    decide: (state) => leaveCalls(state, { subject, holder }),
    cause: randomUUID(),
    context: { actor: { kind: 'system', id: by } },
    timeoutMs: longestLeaveMs,
  }).catch(onFault);
}
