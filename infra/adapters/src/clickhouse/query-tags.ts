import { AsyncLocalStorage } from 'node:async_hooks';

/** On whose behalf the tables are asked. */
export interface QueryTags {
  /** `GET /api/reports/keywords`, with the names of parameters and without their values. */
  readonly route: string;
  /** Unset for calls without a session. */
  readonly team?: number | undefined;
}

const tagsOfCall = new AsyncLocalStorage<QueryTags | undefined>();

/** Tags every question that is asked in `run`, however deep. */
export const tagQueries = <Result>(tags: QueryTags | undefined, run: () => Result): Result => tagsOfCall.run(tags, run);

/** For passing them on to another thread. */
export const currentQueryTags = (): QueryTags | undefined => tagsOfCall.getStore();

/** The engine's log comment of a question, JSON: its name, and the tags. `system.query_log` tells by it what a route or a team costs. */
export const logComment = (query: string): string => JSON.stringify({ query, ...currentQueryTags() });
