import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '@tapwise/adapters';
import pLimit from 'p-limit';
import type { ChangeSignal } from '../activity/change-signal.ts';
import type { ProcessContract } from '../story/process.ts';
import type { ProcessRunner } from '../story/process-runner.ts';
import { steadyNow } from './steady-clock.ts';

/** A process that runs as long as what it is about exists. */
export interface StandingProcess {
  readonly id: string;
  /** Woken when this is another than before. */
  readonly renewal: unknown;
  readonly start: (runner: ProcessRunner) => Promise<void>;
  readonly wake: (runner: ProcessRunner) => Promise<void>;
  /** It ends by itself, and is begun once by each process like this one. */
  readonly ends?: true;
  /** Whether it works here now and sees by itself what is new: then it is woken later. A hint; absent: never. */
  readonly isAtWork?: () => boolean;
}

export function standingProcess<Input, Activities extends object>(
  contract: ProcessContract<Input, Activities>,
  input: Input,
  renewal: unknown,
): StandingProcess {
  return {
    id: contract.id(input),
    renewal,
    start: (runner) => runner.start(contract, input),
    wake: (runner) => runner.wake(contract, input),
  };
}

export interface StandingOptions {
  /** The processes that are to run, by what is known of the log now. */
  readonly processes: () => readonly StandingProcess[];
  /** Notified when these may be others, or something they wait for came. */
  readonly changed: ChangeSignal;
  /** One that is no longer among them is woken, so that it ends. Absent: it ends by itself. */
  readonly wakesAtEnd?: boolean;
  /** Activities elsewhere may learn of something new later than it is known here: a process is woken once more a little later. */
  readonly confirms?: boolean;
  /** One is woken no more often than this. Absent: whenever something is new. */
  readonly wakesEveryMs?: number;
  readonly runner: ProcessRunner;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

/** All are asked for again this often, in case the engine lost its own memory. */
const reviewMs = 60_000;
const retryMs = 2000;
const confirmMs = 3000;
/** What comes together is looked at once. */
const gatherMs = 10;
const callsAtOnce = 8;

/** What a process was notified of last. */
interface Notified {
  readonly process: StandingProcess;
  /** When it was woken because something was new; by the steady clock. */
  readonly wokenAt: number;
  /** When it is asked for again if nothing is. */
  readonly nextAt: number;
  /** It is woken then, not only started. */
  readonly isUnconfirmed: boolean;
}

/** Has standing processes run, and wakes those for which something is new, until the signal aborts. */
export async function keepStanding(options: StandingOptions): Promise<void> {
  const { processes, changed, logger, signal } = options;
  const notified = new Map<string, Notified>();
  while (!signal.aborted) {
    const standing = processes();
    try {
      await notifyDue(options, notified, standing);
    } catch (error) {
      if (!signal.aborted) logger.warn({ err: error }, 'processes cannot be started now; they wait');
      await changed.wait(retryMs, signal);
      continue;
    }
    const now = steadyNow();
    const times = standing.map((process) => dueAt(options, notified.get(process.id), process));
    await changed.wait(Math.min(reviewMs, ...times.map((at) => Math.max(gatherMs, at - now))), signal);
    await pause(gatherMs, undefined, { signal }).catch(() => undefined);
  }
}

/** Starts or wakes what is due, in the order of the processes. @throws what the first call that failed threw; no further one is made. */
async function notifyDue(
  options: StandingOptions,
  notified: Map<string, Notified>,
  standing: readonly StandingProcess[],
): Promise<void> {
  const limit = pLimit(callsAtOnce);
  const ids = new Set(standing.map(({ id }) => id));
  const gone = [...notified.values()].filter(({ process }) => !ids.has(process.id));
  const due = standing.filter((process) => dueAt(options, notified.get(process.id), process) <= steadyNow());
  let failure: unknown;
  const calls = [
    ...due.map((process) => () => renew(options, notified, process)),
    ...gone.map(
      ({ process }) =>
        () =>
          end(options, notified, process),
    ),
  ].map((call) =>
    limit(async () => {
      // An engine that is away is not called for each of thousands.
      if (failure === undefined && !options.signal.aborted)
        await call().catch((error: unknown) => {
          failure = error;
        });
    }),
  );
  await Promise.all(calls);
  if (failure !== undefined) throw failure;
}

/** Whether something is new for a process; one that has just begun may have another key of a partner. */
const isRenewed = (last: Notified | undefined, { renewal }: StandingProcess): boolean =>
  last?.process.renewal !== renewal;

/** When a process is to be started or woken, by the steady clock. */
function dueAt({ wakesEveryMs = 0 }: StandingOptions, last: Notified | undefined, process: StandingProcess): number {
  if (last === undefined) return 0;
  if (!isRenewed(last, process)) return process.ends === true ? Number.POSITIVE_INFINITY : last.nextAt;
  return process.isAtWork?.() === true ? steadyNow() + wakesEveryMs : last.wokenAt + wakesEveryMs;
}

async function renew(
  { runner, confirms = false }: StandingOptions,
  notified: Map<string, Notified>,
  process: StandingProcess,
): Promise<void> {
  const now = steadyNow();
  const last = notified.get(process.id);
  if (last === undefined || isRenewed(last, process)) {
    await process.wake(runner);
    notified.set(process.id, {
      process,
      wokenAt: now,
      nextAt: now + (confirms ? confirmMs : reviewMs),
      isUnconfirmed: confirms,
    });
    return;
  }
  await (last.isUnconfirmed ? process.wake(runner) : process.start(runner));
  notified.set(process.id, { ...last, nextAt: now + reviewMs, isUnconfirmed: false });
}

async function end(
  { runner, wakesAtEnd = false }: StandingOptions,
  notified: Map<string, Notified>,
  process: StandingProcess,
): Promise<void> {
  if (wakesAtEnd) await process.wake(runner);
  notified.delete(process.id);
}
