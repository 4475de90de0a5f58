import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { campaignReport, explainRow, type ReportQuestion, rowGrain } from '../../queries.ts';
import { randomWorld, worldNow } from '../../testing/random/random-world.ts';
import { asRecorded } from '../../testing/recorded-events.ts';
import { adamId, applicationId, orgId } from '../../testing/sample-events.ts';
import { startTables, type TablesUnderTest, writeInBatches } from '../../testing/tables-under-test.ts';

let tables: TablesUnderTest;
beforeAll(async () => {
  tables = await startTables();
});
afterAll(() => tables.stop());

const scope = {
  applicationId,
  adamId,
  orgId,
  orgCurrency: 'EUR',
  linkedOrgIds: [orgId],
  timeZone: 'Europe/Berlin',
  currency: 'USD',
  smallBusiness: false,
};
const question: ReportQuestion = {
  scope,
  from: '2026-03-01',
  to: '2026-03-20',
  countries: null,
  claimType: 'total',
  status: 'all',
  now: new Date(worldNow),
};

describe('the explanation of a row', () => {
  it.each([21, 22, 23])(
    'adds up to the income the report shows, in random world %i',
    async (seed) => {
      const world = randomWorld(seed);
      const client = await tables.emptyTables();
      await writeInBatches(client, asRecorded(world.events), [200, 600]);
      const report = await campaignReport(client, question);
      const displayedRows = [
        ...report.rows.map((row) => ({ id: String(row.id), cells: row as object })),
        { id: null, cells: report.totals },
      ];
      let compared = 0;
      for (const { id, cells } of displayedRows) {
        const explained = await explainRow(client, { ...question, ...rowGrain('campaigns', id) });
        const received = explained.parts.reduce((sum, part) => sum + part.received, 0);
        const remaining = explained.parts.reduce((sum, part) => sum + part.remaining, 0);
        const { current_income: current, predicted_income: predicted } = cells as Record<string, number | null>;
        if (current === null || predicted === null || current === undefined || predicted === undefined) continue;
        expect(Math.abs(remaining - (predicted - current)), `row ${id}`).toBeLessThan(1e-6 * Math.max(1, predicted));
        expect(received, `row ${id}`).toBeLessThanOrEqual(current + 1e-3);
        expect(explained.band.low).toBeGreaterThanOrEqual(received - 1e-9);
        expect(explained.band.high).toBeGreaterThanOrEqual(explained.band.low);
        if (remaining > 0) compared += 1;
      }
      expect(compared).toBeGreaterThan(0);
    },
    120_000,
  );

  it('says when it adds up only a part of the live subscriptions', async () => {
    const client = await tables.emptyTables();
    await writeInBatches(client, asRecorded(randomWorld(21).events), [200, 600]);
    const rowQuestion = { ...question, ...rowGrain('campaigns', null) };
    const whole = await explainRow(client, rowQuestion);
    const { cut } = await explainRow(client, { ...rowQuestion, activeLimit: 1 });
    expect(whole.cut).toBeNull();
    expect(cut).toMatchObject({ listed: 1 });
    expect(cut?.live).toBeGreaterThan(1);
  });
});
