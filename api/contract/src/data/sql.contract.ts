import { z } from 'zod';
import { okSchema } from '../envelope.ts';

export const sqlPaths = {
  users: '/api/sql_users',
  user: '/api/sql_user',
  rotate: '/api/sql_user/rotate',
  queries: '/api/sql_queries',
} as const;

const token = z.string().max(200).optional();
const user = z.string().min(1).max(100);
const label = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(/^[^\p{Cc}]*$/u);
/** `null`: all applications of the team, future ones included. */
const application_ids = z.array(z.number().int().positive()).min(1).max(200).nullable();
const addresses = z.array(z.string().min(2).max(50)).max(20);

export const sqlUsersQuerySchema = z.strictObject({ token });
export const createSqlUserBodySchema = z.strictObject({
  label,
  application_ids: application_ids.optional(),
  addresses: addresses.optional(),
  token,
});
export const changeSqlUserBodySchema = z.strictObject({
  user,
  label: label.optional(),
  application_ids: application_ids.optional(),
  addresses: addresses.optional(),
  token,
});
/** `keep_hours`: how long the password before stays valid, 0 (none) to 24. */
export const rotateSqlUserBodySchema = z.strictObject({
  user,
  keep_hours: z.number().int().min(0).max(24).optional(),
  token,
});
export const revokeSqlUserBodySchema = z.strictObject({ user, token });

const address = {
  /** Where SQL is asked: host, port and path of the address this API is asked at. */
  host: z.string(),
  port: z.number(),
  path: z.string(),
  database: z.string(),
  /** Port where the path is `/`; null where there is none. */
  sql_port: z.number().nullable(),
};

const sqlUserSchema = z.object({
  user: z.string(),
  label: z.string(),
  application_ids,
  addresses: z.array(z.string()),
  created_by: z.number(),
  created_at: z.string(),
  /** Instant and address of the last statement since the service started; null before one. */
  last_used_at: z.string().nullable(),
  last_used_address: z.string().nullable(),
  /** Until when the password before the present one is valid; null when there is none. */
  former_ends_at: z.string().nullable(),
  /** Of the demo's user alone, which has no secrets. */
  password: z.string().nullable(),
});
/** `seconds`: the longest time of a statement. */
export const sqlUsersResponseSchema = okSchema.extend({
  ...address,
  seconds: z.number(),
  users: z.array(sqlUserSchema),
});
/** The password is shown here and never again. */
export const sqlUserResponseSchema = okSchema.extend({ ...address, user: z.string(), password: z.string() });
export type SqlUser = z.infer<typeof sqlUserSchema>;
export type SqlUsersResponse = z.infer<typeof sqlUsersResponseSchema>;
export type SqlUserResponse = z.infer<typeof sqlUserResponseSchema>;
export const changedSqlUserResponseSchema = okSchema.extend({ user: z.string() });

const day = z.iso.date();
export const sqlQueriesQuerySchema = z.strictObject({
  user: user.optional(),
  from: day.optional(),
  to: day.optional(),
  token,
});
export const sqlQueriesResponseSchema = okSchema.extend({
  queries: z.array(
    z.object({
      user: z.string(),
      address: z.string(),
      client: z.string(),
      query_id: z.string(),
      text: z.string(),
      /** ClickHouse's number of the error; 0 when it was answered. */
      code: z.number(),
      rows: z.number(),
      bytes: z.number(),
      ms: z.number(),
      wait_ms: z.number(),
      asked_at: z.string(),
    }),
  ),
});
export type AuditedSqlQuery = z.infer<typeof sqlQueriesResponseSchema>['queries'][number];
