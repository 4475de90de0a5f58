import {
  createStoredCampaigns,
  type EventLog,
  type FoldFollower,
  followAdsConnections,
  openClickHouse,
  openEventLog,
  startFoldFollower,
} from '@tapwise/adapters';
import {
  type AdsConnections,
  createDirectory,
  type Directory,
  directoryStreamPrefixes,
  evolveDirectory,
} from '@tapwise/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FaultyEventStore, startFaultyEventStore } from '../../../../tests/support/engines/faulty-eventstore.ts';
import { startTcpRelay, type TcpRelay } from '../../../../tests/support/engines/tcp-relay.ts';
import { type Probed, readiness } from './readiness.ts';

let server: FaultyEventStore;
let relay: TcpRelay;
let log: EventLog;
let directory: FoldFollower<Directory>;
let connections: FoldFollower<AdsConnections>;
const stopping = new AbortController();
const tables = openClickHouse('http://127.0.0.1:9');

beforeAll(async () => {
  server = await startFaultyEventStore();
  relay = await startTcpRelay(server.port);
  log = openEventLog(`esdb://127.0.0.1:${relay.port}?tls=false`);
  directory = startFoldFollower(log, {
    state: createDirectory(),
    evolve: (state, recorded) => evolveDirectory(state, recorded.event, recorded),
    streamPrefixes: directoryStreamPrefixes,
    signal: stopping.signal,
  });
  connections = followAdsConnections(log, { signal: stopping.signal });
  await Promise.all([directory.caughtUp, connections.caughtUp]);
});
afterAll(async () => {
  stopping.abort();
  await log.close();
  await tables.close();
  await relay.stop();
  await server.stop('SIGTERM');
});

async function eventstorePart() {
  const settings = {} as Probed['settings'];
  const appleAds = { version: 'v5', connections, storedCampaigns: createStoredCampaigns(log) } as const;
  return (await readiness({ log, tables, directory, appleAds, settings, now: () => new Date() })).parts.eventstore;
}

describe('readiness of a process that writes to the log', () => {
  it('distinguishes a log that takes appends from one that only reads, and from one that is silent', async () => {
    expect(await eventstorePart()).toMatchObject({ status: 'ok', position: expect.any(String) });
    await server.become({ not_ready: 'starting' });
    expect(await eventstorePart()).toMatchObject({ status: 'degraded', detail: expect.stringContaining('no appends') });
    await server.become({});
    relay.freeze();
    // The log's own client gives a silent connection up much later.
    const givenUp = log.lastPosition().catch(() => 'given up');
    const outcome = await Promise.race([givenUp, eventstorePart()]);
    expect(outcome).toEqual({ status: 'down', detail: 'The event log does not answer' });
  });
});
