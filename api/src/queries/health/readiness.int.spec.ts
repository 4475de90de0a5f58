import { type EventLog, openClickHouse, openEventLog } from '@tapwise/adapters';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FaultyEventStore, startFaultyEventStore } from '../../../../tests/support/engines/faulty-eventstore.ts';
import { startTcpRelay, type TcpRelay } from '../../../../tests/support/engines/tcp-relay.ts';
import { readiness } from './readiness.ts';

let server: FaultyEventStore;
let relay: TcpRelay;
let log: EventLog;
const tables = openClickHouse('http://127.0.0.1:9');

beforeAll(async () => {
  server = await startFaultyEventStore();
  relay = await startTcpRelay(server.port);
  log = openEventLog(`esdb://127.0.0.1:${relay.port}?tls=false`);
});
afterAll(async () => {
  await log.close();
  await tables.close();
  await relay.stop();
  await server.stop('SIGTERM');
});

async function eventstorePart() {
  const directory = { ready: () => true } as Parameters<typeof readiness>[0]['directory'];
  const settings = {} as Parameters<typeof readiness>[0]['settings'];
  return (await readiness({ log, tables, directory, settings })).parts.eventstore;
}

describe('readiness of a process that writes to the log', () => {
  it('distinguishes a log that takes appends from one that only reads, and from one that is silent', async () => {
    expect(await eventstorePart()).toMatchObject({ status: 'ok', position: expect.any(String) });
    await server.become({ not_ready: 'starting' });
    expect(await eventstorePart()).toMatchObject({ status: 'degraded', detail: expect.stringContaining('no appends') });
    await server.become({});
    relay.freeze();
    expect(await eventstorePart()).toEqual({ status: 'down', detail: 'The event log does not answer' });
  });
});
