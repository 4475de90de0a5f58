import type { ClickHouseClient } from '@tapwise/adapters';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { campaignReport, monthlyReport } from '../../queries.ts';
import { daysLoaded, extraPulled, monthFigures } from '../../testing/ads-extra-events.ts';
import { asRecorded, type StreamEvent } from '../../testing/recorded-events.ts';
import { adamId, applicationId, campaign, figures, orgId, pullCompleted, rates } from '../../testing/sample-events.ts';
import { startTables, type TablesUnderTest, writeInBatches } from '../../testing/tables-under-test.ts';
import type { ReportScope } from './report-scope.ts';

const scope: ReportScope = {
  applicationId,
  adamId,
  orgId,
  orgCurrency: 'EUR',
  timeZone: 'UTC',
  currency: 'EUR',
  smallBusiness: false,
  linkedOrgIds: [orgId],
};
const common = { countries: null, claimType: 'total', now: new Date('2026-06-20T12:00:00.000Z') } as const;
const linked = [rates('2026-01-01', { USD: 1 }), campaign(1), pullCompleted('2026-06-20T10:00:00.000Z', '2026-03-23')];
const month = monthFigures('2026-02-01', [{ impressions: 90, taps: 9, spend_micros: 10_000_000 }]);
const takenBack = monthFigures('2026-02-01', [{}]);
const days = [
  figures('campaign', 1, '2026-02-03', [{ impressions: 40, taps: 4, spend_micros: 4_000_000 }]),
  figures('campaign', 1, '2026-02-28', [{ impressions: 50, taps: 5, spend_micros: 6_000_000 }]),
];

let tables: TablesUnderTest;
beforeAll(async () => {
  tables = await startTables();
});
afterAll(() => tables.stop());

async function written(...events: StreamEvent[]): Promise<ClickHouseClient> {
  const client = await tables.emptyTables();
  await writeInBatches(client, asRecorded([...linked, extraPulled('months'), ...events]), [100]);
  return client;
}

const february = async (client: ClickHouseClient) =>
  (await monthlyReport(client, { ...common, scopes: [scope], year: 2026, currency: 'EUR' })).rows[1];
const inFebruary = (client: ClickHouseClient) =>
  campaignReport(client, { ...common, scope, status: 'all', from: '2026-02-01', to: '2026-02-28' });

it('a month counts once, by itself and not by days that are in beside it', async () => {
  const other = monthFigures('2026-02-01', [{ impressions: 95, taps: 8, spend_micros: 11_000_000 }]);
  const client = await written(other, ...days, daysLoaded('2026-01-15', '2026-03-21'));
  expect(await february(client)).toMatchObject({ month: '2026-02', impressions: 95, taps: 8, spend: 11 });
});

it('a month that was taken back counts by its days', async () => {
  const client = await written(month, ...days, daysLoaded('2026-01-15', '2026-03-21'), takenBack);
  expect(await february(client)).toMatchObject({ month: '2026-02', impressions: 90, taps: 9, spend: 10 });
  const { rows, warning } = await inFebruary(client);
  expect(rows[0]).toMatchObject({ id: 1, impressions: 90, spend: 10 });
  expect(warning).toBeUndefined();
});

it('days are known from the first one that was loaded on', async () => {
  expect((await inFebruary(await written(month))).warning).toBeDefined();
  expect((await inFebruary(await written(month, daysLoaded('2026-02-02', '2026-03-21')))).warning).toBeDefined();
  expect((await inFebruary(await written(month, daysLoaded('2026-02-01', '2026-03-21')))).warning).toBeUndefined();
});
