import { setTimeout as pause } from 'node:timers/promises';
import {
  leaseOwnTables,
  leasePastTables,
  openClickHouse,
  PastTablesBusyError,
  readLog,
  servePastTables,
  withDatabase,
} from '@tapwise/adapters';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTcpRelay } from '../../../../tests/support/engines/tcp-relay.ts';
import { bundledProgram } from '../../../../tests/support/programs/program-arguments.ts';
import { projections } from '../../projection-list.ts';
import { readTablesPosition } from '../../tables/checkpoint.queries.ts';
import { startFollowing } from '../../testing/followed-tables.ts';
import { type LogUnderTest, startLog } from '../../testing/log-under-test.ts';
import { randomWorld } from '../../testing/random/random-world.ts';
import type { StreamEvent } from '../../testing/recorded-events.ts';
import { campaign, figures } from '../../testing/sample-events.ts';
import { contentOf, quiet, startTables, type TablesUnderTest } from '../../testing/tables-under-test.ts';
import { createPastTablesMaker, dropLeftPastTables } from './past-tables.ts';
import { databasesLike } from './rebuild-tables.queries.ts';
import { dropTablesAsOf, fillTablesAsOf, openTablesAsOf } from './tables-as-of.ts';

let tables: TablesUnderTest;
let log: LogUnderTest;
beforeAll(async () => {
  [tables, log] = await Promise.all([startTables(), startLog()]);
});
afterAll(async () => {
  await Promise.all([tables.stop(), log.stop()]);
});

const database = 'as_of_spec';
const filled = (part: { to: bigint } | { recordedUntil: Date }) =>
  fillTablesAsOf({ log: log.log, projections, url: tables.url, database, part, logger: quiet });

describe('tables of an instant', () => {
  it('are those that following had made by then, with what it had left out', async () => {
    const wrongDay = figures('campaign', 1, '2026-02-31', [{ taps: 1 }]);
    const behindIt: StreamEvent = { ...figures('campaign', 2, '2026-03-02', [{ taps: 1 }]), stream: wrongDay.stream };
    const until = await log.append([...randomWorld(6).events.slice(0, 300), wrongDay, campaign(1), behindIt]);
    const followed = await tables.emptyTables();
    const stop = new AbortController();
    const following = startFollowing({
      log: log.log,
      projections,
      client: followed,
      logger: quiet,
      signal: stop.signal,
    });
    await following.reached(until);
    stop.abort();
    await following.ended;
    const then = await contentOf(followed);
    const instant = new Date();
    // The log notes milliseconds; what is recorded in the same one belongs to the instant.
    await pause(5);
    await log.append([campaign(1, { name: 'Renamed' }), campaign(8)]);

    expect(await filled({ recordedUntil: instant })).toMatchObject({ position: until });
    const client = openClickHouse(withDatabase(tables.url, database));
    expect(await contentOf(client)).toEqual(then);
    expect(await readTablesPosition(client)).toMatchObject({ position: until });
    await client.close();
    await dropTablesAsOf(tables.url, database);
    expect(await filled({ recordedUntil: new Date(0) })).toEqual({ position: 0n, events: 0 });
    await dropTablesAsOf(tables.url, database);
  });

  it('are continued to what filling them up to there would have made', async () => {
    const { events } = randomWorld(9);
    const ends = [];
    for (const from of [0, 90, 180]) ends.push(await log.append(events.slice(from, from + 90)));
    const shared = { log: log.log, projections, url: tables.url, logger: quiet };
    const continued = await openTablesAsOf({ ...shared, database: 'as_of_continued' });
    const client = openClickHouse(withDatabase(tables.url, 'as_of_continued'));
    for (const to of ends) expect(await continued.fillTo({ to })).toMatchObject({ position: to });
    // What is there already is no work.
    const [begun = 0n, , last = 0n] = ends;
    expect(await continued.fillTo({ to: begun })).toMatchObject({ position: last });
    expect(await filled({ to: last })).toMatchObject({ position: last });
    const at = openClickHouse(withDatabase(tables.url, database));
    expect(await contentOf(client)).toEqual(await contentOf(at));
    expect(await readTablesPosition(client)).toEqual(await readTablesPosition(at));
    await at.close();
    await dropTablesAsOf(tables.url, database);
    await Promise.all([continued.close(), client.close()]);
    await dropTablesAsOf(tables.url, 'as_of_continued');
  });

  it('are never put into a database of another name, nor is one dropped', async () => {
    const other = { log: log.log, projections, url: tables.url, database: 'default', part: { to: 1n }, logger: quiet };
    await expect(fillTablesAsOf(other)).rejects.toThrow(RangeError);
    await expect(dropTablesAsOf(tables.url, 'default')).rejects.toThrow(RangeError);
  });
});

describe('leased tables of an instant', () => {
  const stop = new AbortController();
  afterAll(() => stop.abort());
  const ignored = () => undefined;
  const existing = async (): Promise<string[]> => {
    const client = openClickHouse(withDatabase(tables.url, 'default'));
    return databasesLike(client, 'as_of_').finally(() => client.close());
  };

  const current = (): string => new URL(tables.url).pathname.slice(1) || 'default';
  const lease = (options: { signal: AbortSignal; onProgress: (part: number) => void }) =>
    leasePastTables(log.log, { tables: current(), at: new Date() }, options);

  function serve() {
    const faults: unknown[] = [];
    const closing = new AbortController();
    const addresses = { EVENTSTORE_URL: log.url, CLICKHOUSE_URL: tables.url };
    const maker = createPastTablesMaker(addresses, 1, bundledProgram('tables-as-of'));
    const served = servePastTables(log.log, {
      tables: current(),
      maker,
      onFault: (error) => faults.push(error),
      signal: closing.signal,
    });
    const close = async (): Promise<void> => {
      closing.abort();
      await served;
    };
    return { faults, close };
  }

  it('are dropped when they are given back, or when nobody serves them any more', async () => {
    await log.append([campaign(20)]);
    const { close, faults } = serve();
    const seen: number[] = [];
    const back = new AbortController();
    const first = lease({ signal: back.signal, onProgress: (part) => seen.push(part) });
    await expect.poll(() => seen.length).toBeGreaterThan(0);
    const leased = await first;
    expect(Math.max(...seen)).toBe(1);
    expect(await existing()).toEqual([leased.database]);
    const other = lease({ signal: stop.signal, onProgress: ignored });
    await expect.poll(existing).toHaveLength(2);
    await expect(lease({ signal: stop.signal, onProgress: ignored })).rejects.toThrow(PastTablesBusyError);
    const second = await other;
    expect(await existing()).toHaveLength(2);
    back.abort();
    await leased.ended;
    await expect.poll(existing).toEqual([second.database]);
    expect(faults).toEqual([]);
    await close();
    await second.ended;
    await expect.poll(existing).toEqual([]);
  });

  it('are continued for the caller who has them alone, and are gone when it leaves', async () => {
    const first = await log.append([campaign(30)]);
    const { close, faults } = serve();
    const leaving = new AbortController();
    const wanted = { tables: current(), at: new Date(), position: first };
    const ownTables = await leaseOwnTables(log.log, wanted, { signal: leaving.signal, onProgress: ignored });
    const client = openClickHouse(withDatabase(tables.url, ownTables.database));
    expect(ownTables.position).toBe(first);
    const later = await log.append([campaign(31), campaign(32)]);
    for (const position of [later, later]) {
      expect(await ownTables.continueTo({ at: new Date(), position })).toBe(later);
      expect((await readTablesPosition(client))?.position).toBe(later);
    }
    const last = await log.append([campaign(33)]);
    expect(await ownTables.continueTo({ at: new Date(Date.now() + 60_000) })).toBe(last);
    await client.close();
    leaving.abort();
    await ownTables.ended;
    await expect.poll(existing).toEqual([]);
    await expect(ownTables.continueTo({ at: new Date() })).rejects.toThrow();
    expect(faults).toEqual([]);
    await close();
  });

  it('are not left behind by a caller that leaves while they are being made', async () => {
    const { close, faults } = serve();
    const leaving = new AbortController();
    const left = lease({ signal: leaving.signal, onProgress: ignored });
    left.catch(ignored);
    await expect.poll(existing, { timeout: 60_000, interval: 20 }).toHaveLength(1);
    leaving.abort();
    await expect(left).rejects.toThrow();
    await expect.poll(existing).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });

  it('are made for who asked before the process that makes them began, as after the death of another', async () => {
    const requests = async (): Promise<number> => {
      let count = 0;
      await readLog(log.log, { streamPrefixes: ['pastTables-'] }, (events) => {
        count += events.filter(({ event }) => event.type === 'PastTablesRequested').length;
      });
      return count;
    };
    const before = await requests();
    const back = new AbortController();
    const early = lease({ signal: back.signal, onProgress: ignored });
    await expect.poll(requests).toBeGreaterThan(before);
    const { close, faults } = serve();
    const leased = await early;
    expect(await existing()).toEqual([leased.database]);
    back.abort();
    await leased.ended;
    await expect.poll(existing).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });

  it('are dropped by the next writer when the process that made them was killed, and no others', async () => {
    await filled({ to: 1n });
    const client = openClickHouse(withDatabase(tables.url, 'default'));
    const made = `as_of_${current()}_5_00c0ffee0000`;
    for (const left of [`as_of_${current()}_left`, `as_of_${current()}_4_00c0ffee0000`, made])
      await client.command({ query: `CREATE DATABASE ${left}` });
    // Nothing answers at the first attempt.
    const port = Number(new URL(tables.url).port);
    let relay = await startTcpRelay(port);
    await relay.stop();
    const faults: unknown[] = [];
    const onFault = async (error: unknown): Promise<void> => {
      faults.push(error);
      relay = await startTcpRelay(port, '127.0.0.1', relay.port);
    };
    const relayed = tables.url.replace(/:\d+/, `:${relay.port}`);
    await dropLeftPastTables(relayed, 5, { onFault, signal: AbortSignal.timeout(60_000) });
    expect(faults).not.toEqual([]);
    expect((await existing()).sort()).toEqual([database, made].sort());
    await client.command({ query: `DROP DATABASE ${made}` });
    await dropTablesAsOf(tables.url, database);
    await Promise.all([client.close(), relay.stop()]);
  });
});
