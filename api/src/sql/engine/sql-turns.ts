import type { RateLimit } from '@tapwise/adapters';
import { hourMs } from '@tapwise/domain';
import { SqlError } from '../sql-error.ts';

/** Statements at once, and the time a team may use. */
const atOnce = { user: 2, team: 4, all: 8 };
const mayWait = 16;
const longestWaitMs = 10_000;
const engineMsAnHour = 20 * 60_000;
/** For the time that all processes count, in windows that begin with the first statement. */
export const engineTimeWindow = { most: engineMsAnHour, seconds: hourMs / 1000 };

/** Who wants to ask. */
export interface Asker {
  readonly team: number;
  readonly user: string;
}

interface Waiting extends Asker {
  readonly start: () => void;
}

/** Turns of statements: teams one after the other, within the limits of each user, team and all together. */
export interface SqlTurns {
  /**
   * Runs a task when its turn comes.
   * @returns what it returns, and the milliseconds it waited.
   * @throws SqlError 202 when too many wait or the wait is too long, 201 when the team has used its time of the hour.
   */
  run<T>(asker: Asker, task: (waitedMs: number) => Promise<T>): Promise<T>;
}

/** @param now milliseconds. @param sharedTime Where other processes count the milliseconds of a team too. */
export function createSqlTurns(now: () => number, sharedTime?: RateLimit): SqlTurns {
  const running: Asker[] = [];
  const waiting: Waiting[] = [];
  const used = new Map<number, { at: number; ms: number }[]>();
  let lastTeam = 0;

  const mayStart = ({ team, user }: Asker): boolean =>
    running.length < atOnce.all &&
    running.filter((asker) => asker.team === team).length < atOnce.team &&
    running.filter((asker) => asker.user === user).length < atOnce.user;
  const startNext = (): void => {
    const able = waiting.filter(mayStart);
    const next = able.find(({ team }) => team !== lastTeam) ?? able[0];
    if (next === undefined) return;
    waiting.splice(waiting.indexOf(next), 1);
    lastTeam = next.team;
    next.start();
    startNext();
  };
  const claimTurn = (asker: Asker): Promise<void> => {
    if (waiting.filter(({ team }) => team === asker.team).length >= mayWait)
      throw tooMany('Too many statements are waiting');
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(entry), 1);
        reject(tooMany('Too many simultaneous queries'));
      }, longestWaitMs);
      const entry: Waiting = {
        ...asker,
        start: () => {
          clearTimeout(timer);
          running.push(asker);
          resolve();
        },
      };
      waiting.push(entry);
      startNext();
    });
  };
  return {
    async run(asker, task) {
      checkQuota(used, asker.team, now());
      const counted = await sharedTime?.count(String(asker.team));
      if (counted !== undefined && counted.used >= engineMsAnHour) throw quotaExceeded(counted.leftMs);
      const requestedAt = now();
      await claimTurn(asker);
      const started = now();
      try {
        return await task(started - requestedAt);
      } finally {
        running.splice(running.indexOf(asker), 1);
        const ms = now() - started;
        used.set(asker.team, [...recent(used, asker.team, now()), { at: now(), ms }]);
        startNext();
        await sharedTime?.add(String(asker.team), ms);
      }
    },
  };
}

type Used = Map<number, { at: number; ms: number }[]>;

const recent = (used: Used, team: number, now: number) => (used.get(team) ?? []).filter(({ at }) => at > now - hourMs);

function checkQuota(used: Used, team: number, now: number): void {
  const spent = recent(used, team, now);
  if (spent.reduce((sum, { ms }) => sum + ms, 0) < engineMsAnHour) return;
  throw quotaExceeded((spent[0]?.at ?? now) + hourMs - now);
}

function quotaExceeded(ms: number): SqlError {
  const message = 'Quota has been exceeded: 20 minutes of the engine in an hour';
  return new SqlError(201, 'QUOTA_EXCEEDED', message, { retryAfter: Math.ceil(ms / 1000) });
}

const tooMany = (message: string): SqlError =>
  new SqlError(202, 'TOO_MANY_SIMULTANEOUS_QUERIES', message, { retryAfter: 5 });
