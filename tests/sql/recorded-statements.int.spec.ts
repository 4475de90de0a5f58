import { EventStoreDBClient } from '@eventstore/db-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AuditedQuery, createSqlAudit, sqlQueriesStream } from '../../api/src/sql/users/sql-audit.ts';
import { type ApiService, startApi } from '../support/services/api-service.ts';

let api: ApiService;
let client: EventStoreDBClient;
beforeAll(async () => {
  api = await startApi();
  client = EventStoreDBClient.connectionString(api.addresses.EVENTSTORE_URL);
});
afterAll(async () => {
  await client.dispose();
  await api.stop();
});

const auditedQuery = (text: string, day: string): AuditedQuery => ({
  query_id: 'q',
  user: 't1_analyst',
  address: '127.0.0.1',
  client: 'curl',
  text,
  code: 0,
  rows: 1,
  bytes: 1,
  ms: 3,
  wait_ms: 0,
  asked_at: `${day}T10:00:00.000Z`,
});

describe('statements that were asked', () => {
  it('are recorded by team and day, sealed, and for ninety days', async () => {
    const audit = createSqlAudit(api.deps);
    audit.record(7, auditedQuery('SELECT 1', '2026-11-20'));
    audit.record(7, auditedQuery('SELECT 2', '2026-11-21'));
    audit.record(8, auditedQuery('SELECT 3', '2026-11-21'));
    await audit.close();
    expect((await audit.read(7, '2026-11-21')).map(({ text }) => text)).toEqual(['SELECT 2']);
    expect((await audit.read(8, '2026-11-20')).map(({ text }) => text)).toEqual([]);
    for (const [team, day] of [
      [7, '2026-11-20'],
      [7, '2026-11-21'],
      [8, '2026-11-21'],
    ] as const) {
      const stream = sqlQueriesStream(team, day);
      const { metadata } = await client.getStreamMetadata(stream);
      expect(metadata?.maxAge).toBe(90 * 86_400);
      expect(JSON.stringify((await api.deps.log.readStream(stream)).map(({ event }) => event))).not.toContain('SELECT');
    }
  });
});
