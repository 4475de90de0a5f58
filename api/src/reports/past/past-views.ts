import { PastTablesBusyError, pastTablesAtMost } from '@tapwise/adapters';
import type { PastView } from '@tapwise/contract/past-view';
import { DomainError } from '@tapwise/domain';
import { directoryAsOf } from '../../access/folds/directory-as-of.ts';
import type { Session } from '../../access/sign-in/sessions.ts';
import type { SettingsContext } from '../../settings-changes/settings-context.ts';
import { buildPastApp, type PastApp, type PastResponse } from './past-app.ts';
import type { OpenTablesOf } from './past-tables.ts';

/** A view that was not used for this long is dropped. */
const unusedMs = 15 * 60_000;
/** A view that was used this recently does not make room for another. */
const inUseMs = 60_000;
const retryAfterSeconds = 5;

interface Entry {
  state: PastView['state'];
  progress: number;
  usedAt: number;
  app?: PastApp;
  readonly stop: AbortController;
}

/** Reports as they were known at past instants; each instant is prepared once for all who ask for it. */
export interface PastViews {
  viewOf(at: Date): PastView;
  /** Begins to prepare an instant, unless that was done. @throws DomainError `unavailable` while there is no room. */
  prepare(at: Date): Promise<PastView>;
  /** @throws DomainError `unavailable` while the instant is not prepared. */
  ask(at: Date, session: Session, url: string, signal: AbortSignal): Promise<PastResponse>;
  close(): Promise<void>;
}

/** Where no process makes tables, nothing can be prepared. */
export function createPastViews(settingsContext: SettingsContext): PastViews {
  const { openTablesOf } = settingsContext.deps;
  const entries = new Map<number, Entry>();
  const ends = new Map<Entry, Promise<void>>();
  const begin = (at: Date, open: OpenTablesOf): void => {
    const entry: Entry = { state: 'preparing', progress: 0, usedAt: Date.now(), stop: new AbortController() };
    const served = serveInstant(settingsContext, at, { entry, open }).finally(() => {
      ends.delete(entry);
      if (entry.state === 'absent') entries.delete(at.getTime());
    });
    entries.set(at.getTime(), entry);
    ends.set(entry, served);
  };
  const giveUp = async (entry: Entry): Promise<void> => {
    entry.stop.abort();
    await ends.get(entry);
  };
  const viewOf = (at: Date): PastView => {
    const entry = entries.get(at.getTime());
    if (entry !== undefined) entry.usedAt = Date.now();
    return { as_of: at.toISOString(), state: entry?.state ?? 'absent', progress: entry?.progress ?? 0 };
  };
  return {
    viewOf,
    prepare: async (at) => {
      if (openTablesOf === undefined) throw new DomainError('unavailable');
      if (entries.get(at.getTime())?.state === 'failed') entries.delete(at.getTime());
      if (!entries.has(at.getTime())) {
        const leaving = makesRoom([...entries.values()]);
        if (leaving !== undefined) await giveUp(leaving);
        if (!entries.has(at.getTime())) begin(at, openTablesOf);
      }
      return viewOf(at);
    },
    ask: async (at, session, url, signal) => {
      const entry = entries.get(at.getTime());
      if (entry?.app === undefined) throw refusal('Reports of this instant are not prepared.', 1);
      entry.usedAt = Date.now();
      return entry.app.ask(session, url, signal);
    },
    close: async () => {
      await Promise.all([...entries.values()].map(giveUp));
    },
  };
}

/** Prepares an instant and answers about it until its tables are gone. Its state says how that ended: `failed`, or `absent`. */
async function serveInstant(
  settingsContext: SettingsContext,
  at: Date,
  { entry, open }: { entry: Entry; open: OpenTablesOf },
): Promise<void> {
  const { deps } = settingsContext;
  const { stop } = entry;
  const looks = setInterval(() => Date.now() - entry.usedAt > unusedMs && stop.abort(), inUseMs);
  looks.unref();
  try {
    const onProgress = (progress: number): void => {
      entry.progress = progress;
    };
    const { close, ended, position, ...past } = await open(at, { signal: stop.signal, onProgress });
    try {
      const directory = await directoryAsOf(deps.log, position);
      entry.app = await buildPastApp({ ...deps, ...past, directory, now: () => at }, settingsContext);
      Object.assign(entry, { state: 'ready', progress: 1 });
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
  }
}

/**
 * The view that is given up for another, the longest unused first.
 * @returns `undefined` while there is room. @throws DomainError `unavailable` when all are in use or one is being prepared.
 */
function makesRoom(entries: readonly Entry[]): Entry | undefined {
  const preparing = entries.some(({ state }) => state === 'preparing');
  const ready = entries.filter(({ state }) => state === 'ready').sort((a, b) => a.usedAt - b.usedAt);
  const [oldest] = ready;
  if (!preparing && (oldest === undefined || ready.length < pastTablesAtMost)) return undefined;
  if (preparing || oldest === undefined || Date.now() - oldest.usedAt < inUseMs) {
    throw refusal('Another instant is being prepared or viewed. Please try again later.', retryAfterSeconds);
  }
  return oldest;
}

const refusal = (message: string, retry_after: number): DomainError =>
  new DomainError('unavailable', { message, details: { retry_after } });
