import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { writeWorkbookInThread } from '@tapwise/adapters';
import { metricsOf, reportColumn, type SheetCell, sendState, sendsOf } from '@tapwise/domain';
import { linkOrganization } from '../../support/facts/ads-world.ts';
import { type ApiService, startApi } from '../../support/services/api-service.ts';
import { startReporting } from '../../support/workers/reporting.ts';
import { printMachine } from '../measuring/machine.ts';
import { bigTenant, fillRates, fillReportOrder, fillTables, settleTables, type TenantSize } from './big-tables.ts';

/**
 * One workbook of 20,000 rows and 30 columns, and reports of as many keywords that come due at the same moment, each with such a workbook
 * to one recipient. Usage: `scheduled-reports.bench.ts [reports] [share of the keywords]`; `2 0.05` tries it out.
 */
const reports = Number(process.argv[2] ?? 50);
const share = Number(process.argv[3] ?? 1);
const columnCount = 30;
const today = new Date().toISOString().slice(0, 10);
const names = metricsOf('keyword', 'full_report')
  .map(({ name }) => name)
  .filter((name) => name !== 'settings_currency')
  .slice(0, columnCount);
const megabytes = (bytes: number): string => (bytes / 1024 ** 2).toFixed(0);

/** Runs work. @returns seconds, processor seconds of this process with its threads, and bytes that its memory grew by. */
async function measured<Result>(work: () => Promise<Result>) {
  const before = { memory: process.memoryUsage.rss(), processor: process.cpuUsage(), at: performance.now() };
  let peak = before.memory;
  const looks = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 20);
  const result = await work();
  clearInterval(looks);
  const { user, system } = process.cpuUsage(before.processor);
  return {
    result,
    seconds: (performance.now() - before.at) / 1000,
    processor: (user + system) / 1e6,
    grown: peak - before.memory,
  };
}

async function writeOneWorkbook(folder: string): Promise<void> {
  const rows = Math.round(20_000 * share);
  const columns = names.map((name) => ({ ...reportColumn(name, { money: 'USD', settings: 'USD' }), width: 12 }));
  const cellOf = (kind: string, row: number, column: number): SheetCell =>
    kind === 'text' ? `keyword ${row}` : (row * 31 + column) % 9973;
  const cells = Array.from({ length: rows }, (_, row) => columns.map(({ kind }, column) => cellOf(kind, row, column)));
  const totals = columns.map(
    ({ kind }, column): SheetCell =>
      kind === 'text' ? 'Total' : cells.reduce((sum, row) => sum + Number(row[column]), 0),
  );
  const content = { columns, rows: cells, count: rows, totals, receipt: [{ label: 'Report', value: 'Keywords' }] };
  await writeWorkbookInThread(join(folder, 'warm-up.xlsx'), {
    ...content,
    rows: cells.slice(0, 1),
    count: 1,
    totals: cells[0] ?? [],
  });
  const figures = await measured(() => writeWorkbookInThread(join(folder, 'workbook.xlsx'), content));
  console.log(
    `workbook of ${rows} rows × ${columns.length} columns, read back: ${figures.processor.toFixed(1)} s of processor (aim ≤ 8), ${megabytes(figures.grown)} MB more memory (aim ≤ 200), ${figures.seconds.toFixed(1)} s, ${(figures.result.bytes / 1e6).toFixed(1)} MB`,
  );
}

/** Tables of one application with many keywords, and the reports of its owner. */
async function addReports(api: ApiService): Promise<number[]> {
  const { token, accountId } = await api.signUp();
  const body = { name: 'Moonvale', url: 'https://apps.apple.com/app/id1500000001' };
  const { application_id } = (await api.call('POST', '/api/application', { token, body })).body;
  const adamId = 1_500_000_001;
  const application = { id: Number(application_id), adamId, accountId };
  const objects = { orgId: 4401, campaignId: 5401, adGroupId: 6401, keywordId: 7401 };
  await linkOrganization(api, application, objects, { pulled: true, currency: 'EUR' });
  const size: TenantSize = {
    ...bigTenant,
    applicationId: application.id,
    orgId: objects.orgId,
    adamId,
    installs: 100_000 * share,
    subscriptions: 30_000 * share,
    keywordsPerAdGroup: Math.max(1, Math.round(50 * share)),
    days: 90,
  };
  const { tables } = api.deps;
  await fillRates(tables, 200, today);
  await fillTables(tables, size, today);
  await fillReportOrder(tables);
  await settleTables(tables);
  const first = application.id * 1_000_000 + 1;
  const campaign_ids = Array.from({ length: size.campaigns }, (_, index) => first + index);
  const ids: number[] = [];
  for (let report = 1; report <= reports; report += 1) {
    const saved = await api.call('POST', '/api/asa/report_schedules', {
      token,
      body: {
        application_id,
        name: `Keywords ${report}`,
        view: { call: 'all_campaigns_keywords', columns: names, sort: '-spend' },
        scope: { asa_organization_id: objects.orgId, campaign_ids },
        range: 'last90',
        cadence: { every: 'day', time: '09:00', zone: 'UTC' },
        recipients: [{ account_id: accountId }],
        wait_hours: 0,
      },
    });
    if (saved.status !== 200) throw new Error(`A report was refused: ${JSON.stringify(saved.body)}`);
    ids.push(Number(saved.body.id));
  }
  return ids;
}

await printMachine();
const folder = mkdtempSync(join(tmpdir(), 'tapwise-bench-reports-'));
const api = await startApi({ tables: true, ownEngine: true });
try {
  await writeOneWorkbook(folder);
  api.clock.stoppedAt = Date.parse(`${today}T08:00:00Z`);
  const ids = await addReports(api);
  api.clock.stoppedAt = Date.parse(`${today}T09:00:01Z`);
  const figures = await measured(async () => {
    const started = await startReporting(api, folder);
    while (!ids.every((id) => sendsOf(started.schedules(), id).some(({ ended }) => ended !== null))) await pause(100);
    return started;
  });
  const reporting = figures.result;
  const states = ids.flatMap((id) => sendsOf(reporting.schedules(), id).map(sendState));
  const mails = (await reporting.all()).filter(({ kind }) => kind === 'scheduled-report');
  await reporting.stop();
  const sent = states.filter((state) => state === 'sent').length;
  console.log(
    `${reports} reports due at once: all sent after ${figures.seconds.toFixed(0)} s (aim ≤ 300), ${figures.processor.toFixed(0)} s of processor without the tables, ${megabytes(figures.grown)} MB more memory; ${sent} sent, ${mails.length} mails (aim ${reports})`,
  );
  process.exitCode = sent === reports && mails.length === reports ? 0 : 1;
} finally {
  await api.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exit();
