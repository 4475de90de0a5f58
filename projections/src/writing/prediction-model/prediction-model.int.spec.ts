import type { ClickHouseClient, RecordedEvent } from '@tapwise/adapters';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asRecorded, type StreamEvent } from '../../testing/recorded-events.ts';
import { notification, transaction } from '../../testing/sample-users.ts';
import { startTables, type TablesUnderTest, writeInBatches } from '../../testing/tables-under-test.ts';
import { predictionModelProjection } from './prediction-model.projection.ts';

let tables: TablesUnderTest;
beforeAll(async () => {
  tables = await startTables();
});
afterAll(() => tables.stop());

/** The store's message about a new subscription whose period ends then. */
const sold = (id: string, expires_at: string, product_id = 'monthly'): StreamEvent =>
  notification('SUBSCRIBED', [transaction(id, { product_id, expires_at })]);
const aMonth = '2026-04-10T12:00:00.000Z';
const aYear = '2027-03-10T12:00:00.000Z';

const rowsOf = async (client: ClickHouseClient, events: readonly RecordedEvent[]): Promise<string[]> =>
  (await predictionModelProjection.projectBatch(client, events)).rows.map(({ table }) => table);
const both = ['prediction_model_v1', 'prediction_curve_v1'];

/** Each model in the tables, with the position of the event it follows from. */
async function modelsIn(client: ClickHouseClient): Promise<object[]> {
  const query = `SELECT product_id, round(period_days) AS days, toString(m.log_position) AS position
    FROM prediction_model_v1 AS m FINAL ORDER BY product_id`;
  return await (await client.query({ query, format: 'JSONEachRow' })).json<object>();
}

describe('a built-in model', () => {
  it('is made once for a product, and again when its period turns out to be another', async () => {
    const client = await tables.emptyTables();
    const [first, again, other, yearly] = asRecorded([
      sold('t1', aMonth),
      sold('t2', aMonth),
      sold('t3', aMonth, 'other'),
      sold('t4', aYear),
    ]).map((recorded) => [recorded]);
    expect(await rowsOf(client, first ?? [])).toEqual(both);
    await writeInBatches(client, first ?? [], [1]);
    expect(await rowsOf(client, again ?? [])).toEqual([]);
    expect(await rowsOf(client, other ?? [])).toEqual(both);
    await writeInBatches(client, yearly ?? [], [1]);
    expect(await rowsOf(client, again ?? [])).toEqual(both);
    expect(await rowsOf(client, yearly ?? [])).toEqual([]);
  });

  it('is made again when only one of its two inserts was made', async () => {
    const client = await tables.emptyTables();
    const events = asRecorded([sold('t1', aMonth)]);
    await writeInBatches(client, events, [1]);
    await client.command({ query: 'TRUNCATE TABLE prediction_curve_v1' });
    expect(await rowsOf(client, events)).toEqual(both);
  });

  it('is that of the event which changed it last, whatever the runs are', async () => {
    const periods = [aMonth, aMonth, aYear, aYear, aMonth, aMonth];
    const events = asRecorded([
      ...periods.map((period, index) => sold(`a${index}`, period)),
      ...periods.slice(0, 4).map((period, index) => sold(`b${index}`, period, 'other')),
    ]);
    const expected = [
      { product_id: 'monthly', days: 30, position: events[4]?.position.toString() },
      { product_id: 'other', days: 365, position: events[8]?.position.toString() },
    ];
    for (const sizes of [[1], [2], [3], [10]]) {
      const client = await tables.emptyTables();
      await writeInBatches(client, events, sizes);
      expect(await modelsIn(client)).toEqual(expected);
    }
    const fill = predictionModelProjection.startFill();
    const client = await tables.emptyTables();
    const made = [await fill.project(client, events.slice(0, 5)), await fill.project(client, events.slice(5))];
    expect(made.map(({ rows }) => rows.filter(({ table }) => table === both[0]).length)).toEqual([1, 1]);
  });
});
