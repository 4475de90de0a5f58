import { z } from 'zod';
import { okSchema } from '../envelope.ts';

export type { AuditedSqlQuery, SqlUser, SqlUserResponse, SqlUsersResponse } from './sql.contract.ts';

/** Calls of the page that asks in SQL. */
export const sqlPagePaths = {
  run: '/api/sql_query',
  views: '/api/sql_views',
  savedList: '/api/sql_saved_queries',
  saved: '/api/sql_saved_query',
} as const;

const token = z.string().max(200).optional();

export const sqlPageQuerySchema = z.strictObject({ token });

/**
 * Runs a statement as a user of SQL whom the caller may manage. The answer is ClickHouse's own: a result in `format` (`JSONCompact`
 * unless given), or its error as text with `X-ClickHouse-Exception-Code`.
 */
export const runSqlBodySchema = z.strictObject({
  user: z.string().min(1).max(100),
  query: z.string().max(262_144),
  query_id: z
    .string()
    .regex(/^[\x21-\x7e]{1,100}$/)
    .optional(),
  format: z
    .string()
    .regex(/^\w{1,50}$/)
    .optional(),
  /** Rows of the result at most; those behind are left out without an error. */
  max_rows: z.number().int().min(1).max(1_000_000).optional(),
  token,
});

const view = z.object({
  name: z.string(),
  comment: z.string(),
  columns: z.array(z.object({ name: z.string(), type: z.string(), comment: z.string() })),
});
const example = z.object({ title: z.string(), about: z.string(), text: z.string() });
export const sqlViewsResponseSchema = okSchema.extend({ views: z.array(view), examples: z.array(example) });
export type SqlExample = z.infer<typeof example>;
export type SqlView = z.infer<typeof view>;

const name = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(/^[^\p{Cc}]*$/u);
/** With `id` it replaces what was saved under it. `shared`: everyone of the team who may ask SQL sees it. */
export const saveQueryBodySchema = z.strictObject({
  id: z.uuid().optional(),
  name,
  text: z.string().min(1).max(20_000),
  shared: z.boolean(),
  token,
});
export const deleteSavedQueryBodySchema = z.strictObject({ id: z.uuid(), token });
export const changedSavedQueryResponseSchema = okSchema.extend({ id: z.string() });

const savedQuery = z.object({
  id: z.string(),
  name: z.string(),
  text: z.string(),
  shared: z.boolean(),
  /** Account that saved it first. */
  owner: z.number(),
  own: z.boolean(),
  may_change: z.boolean(),
  saved_at: z.string(),
});
export const savedQueriesResponseSchema = okSchema.extend({ queries: z.array(savedQuery) });
export type SavedSqlQuery = z.infer<typeof savedQuery>;
