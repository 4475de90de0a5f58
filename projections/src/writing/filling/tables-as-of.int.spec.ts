import { setTimeout as pause } from 'node:timers/promises';
import { openClickHouse } from '@tapwise/adapters';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projections } from '../../projection-list.ts';
import { readTablesPosition } from '../../tables/checkpoint.queries.ts';
import { type LogUnderTest, startLog } from '../../testing/log-under-test.ts';
import { randomWorld } from '../../testing/random/random-world.ts';
import type { StreamEvent } from '../../testing/recorded-events.ts';
import { campaign, figures } from '../../testing/sample-events.ts';
import { contentOf, quiet, startTables, type TablesUnderTest } from '../../testing/tables-under-test.ts';
import { followTables } from '../runner/follow-tables.ts';
import { withDatabase } from '../runner/prepare-tables.ts';
import { dropTablesAsOf, fillTablesAsOf } from './tables-as-of.ts';

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
    const following = followTables({ log: log.log, projections, client: followed, logger: quiet, signal: stop.signal });
    const reached = async () => (await readTablesPosition(followed))?.position;
    await expect.poll(reached, { timeout: 60_000 }).toBe(until);
    stop.abort();
    await following;
    const then = await contentOf(followed);
    const instant = new Date();
    // The log notes milliseconds; what is recorded in the same one belongs to the instant.
    await pause(5);
    await log.append([campaign(1, { name: 'Renamed' }), campaign(8)]);

    for (const part of [{ recordedUntil: instant }, { to: until }]) {
      expect(await filled(part)).toMatchObject({ position: until });
      const client = openClickHouse(withDatabase(tables.url, database));
      expect(await contentOf(client)).toEqual(then);
      expect(await readTablesPosition(client)).toMatchObject({ position: until });
      await client.close();
      await dropTablesAsOf(tables.url, database);
    }
    expect(await filled({ recordedUntil: new Date(0) })).toEqual({ position: 0n, events: 0 });
    await dropTablesAsOf(tables.url, database);
  }, 180_000);

  it('are never put into a database of another name, nor is one dropped', async () => {
    const other = { log: log.log, projections, url: tables.url, database: 'default', part: { to: 1n }, logger: quiet };
    await expect(fillTablesAsOf(other)).rejects.toThrow(RangeError);
    await expect(dropTablesAsOf(tables.url, 'default')).rejects.toThrow(RangeError);
  });
});
