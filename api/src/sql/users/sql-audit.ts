import { randomUUID } from 'node:crypto';
import { handleCommand } from '@tapwise/adapters';
import { type DomainEventOf, statelessDecider } from '@tapwise/domain';
import { LRUCache } from 'lru-cache';
import type { ApiDependencies } from '../../http/dependencies.ts';

/** One statement as it is recorded, its text in the clear. */
export type AuditedQuery = DomainEventOf<'SqlQueriesAsked'>['data']['queries'][number];

/** Records every statement past credentials, for 90 days. */
export interface SqlAudit {
  /** Takes a statement in; it is written with others a moment later. */
  record(team: number, query: AuditedQuery): void;
  /** Statements of a team on a day (UTC), the newest first, those waiting to be written too. */
  read(team: number, day: string): Promise<AuditedQuery[]>;
  close(): Promise<void>;
}

const flushMs = 1_000;
const mostInAnEvent = 100;
const mostWaiting = 10_000;
const longestText = 4_096;
const keptSeconds = 90 * 86_400;

export const sqlQueriesStream = (team: number, day: string): string => `sqlQueries-${team}.${day}`;

export function createSqlAudit(deps: Pick<ApiDependencies, 'log' | 'vault' | 'logger'>): SqlAudit {
  const waiting = new Map<number, AuditedQuery[]>();
  const limited = new LRUCache<string, true>({ max: 10_000 });
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  const write = async (team: number, queries: readonly AuditedQuery[]): Promise<void> => {
    const encrypted = await Promise.all(
      queries.map(async (query) => ({ ...query, text: await deps.vault.encrypt(`team-${team}`, query.text) })),
    );
    const data = { team_id: team, queries: encrypted };
    const stream = sqlQueriesStream(team, queries[0]?.asked_at.slice(0, 10) ?? '');
    await handleCommand(deps.log, {
      stream,
      decider: statelessDecider,
      cause: randomUUID(),
      context: { actor: { kind: 'system', id: 'api' } },
      decide: () => [{ type: 'SqlQueriesAsked', data }],
    });
    // Once for each team and day; a process that dies in between leaves it to the next one's first statement.
    if (limited.has(stream)) return;
    await deps.log.keepFor(stream, keptSeconds).then(
      () => limited.set(stream, true),
      (error: unknown) => deps.logger.warn({ err: error, stream }, 'The end of recorded statements could not be set'),
    );
  };
  const flush = async (): Promise<void> => {
    timer = undefined;
    const batch = [...waiting];
    waiting.clear();
    for (const [team, queries] of batch) {
      for (const part of parts(queries)) {
        await write(team, part).catch((error: unknown) => {
          deps.logger.error({ err: error, team, queries: part.length }, 'Statements could not be recorded');
        });
      }
    }
  };
  return {
    record(team, query) {
      const pending = waiting.get(team) ?? [];
      if (pending.length < mostWaiting)
        waiting.set(team, [...pending, { ...query, text: query.text.slice(0, longestText) }]);
      timer ??= setTimeout(() => {
        writing = writing.then(flush);
      }, flushMs);
    },
    async read(team, day) {
      const recorded = await deps.log.readStream(sqlQueriesStream(team, day));
      const queries = recorded.flatMap(({ event }) => (event.type === 'SqlQueriesAsked' ? event.data.queries : []));
      const decrypted = await Promise.all(
        queries.map(async (query) => ({ ...query, text: (await deps.vault.decrypt(query.text)) ?? '' })),
      );
      return [...decrypted, ...(waiting.get(team) ?? []).filter(({ asked_at }) => asked_at.startsWith(day))].reverse();
    },
    async close() {
      clearTimeout(timer);
      await writing.then(flush);
    },
  };
}

/** Of one day and at most so many each. */
function parts(queries: readonly AuditedQuery[]): AuditedQuery[][] {
  const made: AuditedQuery[][] = [];
  for (const query of queries) {
    const last = made.at(-1);
    const fits =
      last !== undefined &&
      last.length < mostInAnEvent &&
      last[0]?.asked_at.slice(0, 10) === query.asked_at.slice(0, 10);
    if (fits) last.push(query);
    else made.push([query]);
  }
  return made;
}
