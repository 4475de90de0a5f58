import { setTimeout as pause } from 'node:timers/promises';
import { PastTablesBusyError, pastTablesAtMost } from '@tapwise/adapters';
import type { PastView } from '@tapwise/contract/past-view';
import { DomainError } from '@tapwise/domain';
import { directoryAsOf } from '../../access/folds/directory-as-of.ts';
import type { Session } from '../../access/sign-in/sessions.ts';
import type { SettingsContext } from '../../settings-changes/settings-context.ts';
import { buildPastApp, type PastApp, type PastResponse } from './past-app.ts';
import { noRoomForPast, type PastTablesSource, unavailable } from './past-tables.ts';

/** A view that was not used for this long is dropped. */
const unusedMs = 15 * 60_000;
/** A view that was used this recently does not make room for another. */
const inUseMs = 60_000;

/** A call about tables that another process has made waits this long until this one has joined it. */
const longestJoinMs = 10_000;

interface Entry {
  state: PastView['state'];
  progress: number;
  usedAt: number;
  app?: PastApp;
  readonly stop: AbortController;
  /** Another process was asked for the instant. */
  readonly isJoined: boolean;
  /** Resolves when the instant is no longer being prepared. */
  readonly prepared: Promise<void>;
  readonly onPrepared: () => void;
}

/** Reports as they were known at past instants; each instant is prepared once for all who ask for it, at whatever process. */
export interface PastViews {
  viewOf(at: Date): Promise<PastView>;
  /** Begins to prepare an instant, unless that was done. @throws DomainError `unavailable` while there is no room. */
  prepare(at: Date): Promise<PastView>;
  /** @throws DomainError `unavailable` while the instant is not prepared. */
  ask(at: Date, session: Session, url: string, signal: AbortSignal): Promise<PastResponse>;
  close(): Promise<void>;
}

/** Where no process makes tables, nothing can be prepared. */
export function createPastViews(settingsContext: SettingsContext): PastViews {
  const { pastTables: source, logger } = settingsContext.deps;
  const entries = new Map<number, Entry>();
  const ends = new Map<Entry, Promise<void>>();
  const closing = new AbortController();
  const begin = (at: Date, from: PastTablesSource, isJoined: boolean): Entry => {
    const entry = newEntry(isJoined);
    const served = serveInstant(settingsContext, at, { entry, source: from }).finally(() => {
      ends.delete(entry);
      if (entry.state === 'absent') entries.delete(at.getTime());
    });
    entries.set(at.getTime(), entry);
    ends.set(entry, served);
    return entry;
  };
  const giveUp = async (entry: Entry): Promise<void> => {
    entry.stop.abort();
    await ends.get(entry);
  };
  /** The instant as it is here; one that only another process has is joined. */
  const find = async (at: Date): Promise<Entry | undefined> => {
    const isElsewhere = !entries.has(at.getTime()) && source !== undefined && (await source.exist(at));
    // Another call may have joined it meanwhile.
    if (isElsewhere && !entries.has(at.getTime())) begin(at, source, true);
    const entry = entries.get(at.getTime());
    if (entry !== undefined) entry.usedAt = Date.now();
    return entry;
  };
  const describe = (at: Date, entry: Entry | undefined): PastView => ({
    as_of: at.toISOString(),
    state: entry?.state ?? 'absent',
    progress: entry?.progress ?? 0,
  });
  // What is unused here may be what another process has no room for.
  const makeRoom = (): void => {
    const unused = longestUnused([...entries.values()]);
    if (unused !== undefined) giveUp(unused).catch((error: unknown) => logger.warn({ err: error }, 'a view stays'));
  };
  source?.followBusy(makeRoom, closing.signal).catch((error: unknown) => {
    if (!closing.signal.aborted) logger.warn({ err: error }, 'requests for past instants are not followed');
  });
  return {
    viewOf: async (at) => describe(at, await find(at)),
    prepare: async (at) => {
      if (source === undefined) throw new DomainError('unavailable');
      if (entries.get(at.getTime())?.state === 'failed') entries.delete(at.getTime());
      if ((await find(at)) === undefined) {
        const leaving = makesRoom([...entries.values()]);
        if (leaving !== undefined) await giveUp(leaving);
        if (!entries.has(at.getTime())) begin(at, source, false);
      }
      return describe(at, await find(at));
    },
    ask: async (at, session, url, signal) => {
      const entry = await find(at);
      if (entry?.isJoined) await Promise.race([entry.prepared, pause(longestJoinMs, undefined, { signal })]);
      if (entry?.app === undefined) throw unavailable('Reports of this instant are not prepared.', 1);
      return entry.app.ask(session, url, signal);
    },
    close: async () => {
      closing.abort();
      await Promise.all([...entries.values()].map(giveUp));
    },
  };
}

function newEntry(isJoined: boolean): Entry {
  let onPrepared = (): void => undefined;
  const prepared = new Promise<void>((resolve) => {
    onPrepared = resolve;
  });
  const stop = new AbortController();
  return { state: 'preparing', progress: 0, usedAt: Date.now(), stop, isJoined, prepared, onPrepared };
}

/** Prepares an instant and answers about it until its tables are gone. Its state says how that ended: `failed`, or `absent`. */
async function serveInstant(
  settingsContext: SettingsContext,
  at: Date,
  { entry, source }: { entry: Entry; source: PastTablesSource },
): Promise<void> {
  const { deps } = settingsContext;
  const { stop } = entry;
  const looks = setInterval(() => Date.now() - entry.usedAt > unusedMs && stop.abort(), inUseMs);
  looks.unref();
  try {
    const onProgress = (progress: number): void => {
      entry.progress = progress;
    };
    const { close, ended, position, ...past } = await source.open(at, { signal: stop.signal, onProgress });
    try {
      const directory = await directoryAsOf(deps.log, position);
      entry.app = await buildPastApp({ ...deps, ...past, directory, now: () => at }, settingsContext);
      Object.assign(entry, { state: 'ready', progress: 1 });
      entry.onPrepared();
      await ended;
    } finally {
      const { app } = entry;
      delete entry.app;
      await app?.close();
      await close();
    }
    entry.state = 'absent';
  } catch (error) {
    // Another view that is being made is no fault: asking again later helps.
    const isFault = !stop.signal.aborted && !(error instanceof PastTablesBusyError);
    entry.state = isFault ? 'failed' : 'absent';
    if (isFault) deps.logger.error({ err: error, at }, 'reports of the past could not be prepared');
  } finally {
    clearInterval(looks);
    // Also where it failed with its tables there: they are given back.
    stop.abort();
    entry.onPrepared();
  }
}

/**
 * The view that is given up for another, the longest unused first.
 * @returns `undefined` while there is room. @throws DomainError `unavailable` when all are in use or one is being prepared.
 */
function makesRoom(entries: readonly Entry[]): Entry | undefined {
  const preparing = entries.some(({ state }) => state === 'preparing');
  if (!preparing && entries.filter(({ state }) => state === 'ready').length < pastTablesAtMost) return undefined;
  const unused = preparing ? undefined : longestUnused(entries);
  if (unused !== undefined) return unused;
  throw noRoomForPast();
}

/** @returns `undefined` when all that are ready are in use. */
function longestUnused(entries: readonly Entry[]): Entry | undefined {
  const [oldest] = entries.filter(({ state }) => state === 'ready').sort((a, b) => a.usedAt - b.usedAt);
  return oldest !== undefined && Date.now() - oldest.usedAt >= inUseMs ? oldest : undefined;
}
