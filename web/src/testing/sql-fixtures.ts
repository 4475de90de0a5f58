import { sqlQueriesAnswerSchema, sqlUsersAnswerSchema } from '@tapwise/contract';
import {
  type AskedSqlQuery,
  type SqlUser,
  savedQueriesAnswerSchema,
  sqlViewsAnswerSchema,
} from '@tapwise/contract/sql';

const at = '2026-11-20T10:00:00.000Z';

export const sqlUser = (own: Partial<SqlUser> = {}): SqlUser => ({
  ...{ user: 't1_metabase', label: 'Metabase', application_ids: null, addresses: [], created_by: 1, created_at: at },
  ...{ last_used_at: at, last_used_address: '192.0.2.7', former_ends_at: null, password: null },
  ...own,
});

export const sqlAddress = {
  ...{ host: 'tapwise.example', port: 8080, path: '/clickhouse', database: 'team_1', sql_port: 8082 },
};

export const sqlUsersAnswer = (users: SqlUser[], seconds = 30) =>
  sqlUsersAnswerSchema.parse({ status: 'ok', ...sqlAddress, seconds, users });

export const askedQuery = (own: Partial<AskedSqlQuery> = {}): AskedSqlQuery => ({
  ...{ user: 't1_metabase', address: '192.0.2.7', client: 'curl/8.5', query_id: 'a', text: 'SELECT 1', code: 0 },
  ...{ rows: 1, bytes: 2, ms: 12, wait_ms: 0, asked_at: at },
  ...own,
});

export const askedAnswer = (queries: AskedSqlQuery[]) => sqlQueriesAnswerSchema.parse({ status: 'ok', queries });

export const viewsAnswer = sqlViewsAnswerSchema.parse({
  status: 'ok',
  examples: [{ title: 'Campaigns by name', about: 'All of them.', text: 'SHOW CREATE VIEW campaigns' }],
  views: [
    {
      name: 'campaigns',
      comment: 'Campaigns as the ad service last showed them.',
      columns: [
        { name: 'campaign_id', type: 'UInt64', comment: 'Campaign.' },
        { name: 'daily_cap', type: 'Nullable(Float64)', comment: 'Daily budget.' },
      ],
    },
    {
      name: 'keywords',
      comment: 'Targeting keywords.',
      columns: [{ name: 'match_type', type: 'String', comment: 'BROAD or EXACT.' }],
    },
  ],
});

export const savedAnswer = (names: readonly string[]) =>
  savedQueriesAnswerSchema.parse({
    status: 'ok',
    queries: names.map((name, place) => ({
      ...{ id: `s${place}`, name, text: `SELECT '${name}'`, shared: place > 0, owner: place + 1 },
      ...{ own: place === 0, may_change: place === 0, saved_at: at },
    })),
  });

/** What ClickHouse answers, and what it says of itself. */
export const engineAnswer = (body: string): Response =>
  new Response(body, {
    headers: { 'x-clickhouse-summary': JSON.stringify({ elapsed_ns: '34000000' }), 'x-log-position': '123' },
  });

export const engineFailure = (code: number, words: string, status: number): Response =>
  new Response(`Code: ${code}. DB::Exception: ${words} (version 26.7.2.1 (official build))\n`, {
    ...{ status, headers: { 'x-clickhouse-exception-code': String(code) } },
  });
