import { createHash } from 'node:crypto';
import {
  createDirectory,
  csvLine,
  evolveDirectory,
  findApplication,
  metricCatalogue,
  metricOf,
  metricsOf,
  plainBody,
  readReportDefinition,
  withheldColumns,
} from '@tapwise/domain';
import { describe, expect, it } from 'vitest';
import { randomOf } from '../../testing/random/seeded-random.ts';
import type { ReportCells, ReportRow } from '../reports/report.ts';
import { type AskedReport, reportContent } from './report-content.ts';

const at = '2026-11-23T10:00:00.000Z';
const worlds = 200;

function testedApplication() {
  const directory = createDirectory();
  const ids = { application_id: 3, account_id: 7, team_id: 70 };
  const application = { name: 'Moonvale', url: 'id42', adam_id: 42, api_key: 'key', currency: 'USD' };
  evolveDirectory(
    directory,
    { type: 'ApplicationCreated', data: { ...ids, ...application, small_business: false, created_at: at } },
    { position: 1n },
  );
  const created = findApplication(directory, 3);
  if (created === undefined) throw new Error('The application was not created');
  return created;
}

const application = testedApplication();
const organization = {
  org_id: 40,
  name: 'Moonvale Inc',
  account_name: 'Moonvale Inc',
  currency: 'EUR',
  time_zone: 'UTC',
  payment_model: null,
};
const names = metricsOf('campaign', 'full_report').map(({ name }) => name);

/** Millions are found in any text that has them; nothing else in these reports is as large. */
const millions = /\d{7}/;

/** A report of random columns, order and rows, in which only what restricted members may not see is in millions. */
function randomReport(seed: number): AskedReport {
  const { next, pick, upTo } = randomOf(seed);
  const columns = names.filter(() => next() < 0.4);
  const sort = `${pick(['', '-'])}${pick(names)}`;
  const { report } = readReportDefinition(
    {
      name: 'Weekly',
      view: { call: 'campaigns', columns: columns.length === 0 ? ['spend'] : columns, sort },
      scope: { asa_organization_id: 40 },
      range: 'last7',
      cadence: { every: 'day', time: '09:00' },
      recipients: [{ account_id: 7 }],
    },
    () => 'UTC',
  );
  const figureOf = (name: string): number | string | null => {
    if (name === 'settings_currency') return 'EUR';
    if (withheldColumns.has(name)) return 7_000_000 + upTo(1_000_000);
    if (next() < 0.1) return null;
    return metricOf(name).unit === 'text' ? '=1+1' : upTo(1000) - 500;
  };
  const row = (id: number): ReportRow => ({
    ...Object.fromEntries(names.map((name) => [name, figureOf(name)])),
    id,
    name: `=Campaign ${id}`,
    status: 'ENABLED',
    products: {},
  });
  const rows = Array.from({ length: upTo(12) }, (_, index) => row(index - 1));
  const counted = rows.filter(({ id }) => Number(id) > 0);
  const sum = (name: string): number => counted.reduce((total, cells) => total + Number(cells[name] ?? 0), 0);
  const totals: ReportCells = { products: {}, ...Object.fromEntries(names.map((name) => [name, sum(name)])) };
  const order = {
    application,
    organization,
    report,
    labels: [],
    range: { from: '2026-11-16', to: '2026-11-22' },
    corrected: false,
    now: new Date(at),
    madeAt: new Date(at),
    completeAfterHours: 3,
    publicUrl: 'https://tapwise.test',
  };
  const asOf = { ads: at, sdk: null, store: null, impression_share: null };
  return { order, answer: { rows, totals, asOf, position: 123n }, incomplete: [] };
}

const seeds = Array.from({ length: worlds }, (_, index) => index + 1);

describe('a report of random columns and rows', () => {
  it('has every row of the answer once, and a receipt that proves it', () => {
    for (const seed of seeds) {
      const result = randomReport(seed);
      const { columns, rows, totals, sums, receipt } = reportContent(result, 'full');
      const ids = (list: readonly unknown[]) => list.map(String).sort();
      expect(ids(rows.map(([name]) => name))).toEqual(ids(result.answer.rows.map(({ name }) => name)));
      for (const cells of rows) {
        const source = result.answer.rows.find(({ name }) => name === cells[0]);
        expect(cells).toEqual(columns.map(({ name }) => source?.[name] ?? null));
      }
      columns.forEach(({ summed, name }, column) => {
        if (!summed) return;
        expect(sums[column]).toBe(rows.reduce((total, cells) => total + Number(cells[column] ?? 0), 0));
        expect(totals[column]).toBe(result.answer.totals[name]);
      });
      const lineValue = (label: string) => receipt.find((line) => line.label === label)?.value;
      const sha256 = createHash('sha256').update(rows.map(csvLine).join('')).digest('hex');
      expect([lineValue('Rows'), lineValue('Log position'), lineValue('SHA-256')]).toEqual([
        rows.length,
        '123',
        sha256,
      ]);
    }
  });

  it('has for restricted members nothing that they may not see, in file, receipt and mail', () => {
    for (const seed of seeds) {
      const result = randomReport(seed);
      const { columns, rows, totals, sums, receipt, mail } = reportContent(result, 'restricted');
      expect(columns.filter(({ name }) => withheldColumns.has(name))).toEqual([]);
      const lines = receipt.filter(({ label }) => label !== 'SHA-256');
      expect(JSON.stringify([rows, totals, sums, lines])).not.toMatch(millions);
      expect(plainBody(mail.blocks).replaceAll(',', '')).not.toMatch(millions);
      const [ordered = ''] = result.order.report.view.sort.split('-').slice(-1);
      // An order by what is left out would say something of it: rows are as they came.
      if (withheldColumns.has(ordered))
        expect(rows.map(([name]) => name)).toEqual(result.answer.rows.map(({ name }) => name));
    }
  });
});

it('no column that restricted members see is made of a quantity that they do not', () => {
  const quantitiesOf = ({ from }: (typeof metricCatalogue)[number]): string[] => {
    switch (from.kind) {
      case 'base':
        return [from.quantity];
      case 'ratio':
        return [from.numerator, from.denominator];
      case 'difference':
        return [from.minuend, from.subtrahend];
      case 'setting':
        return [];
    }
  };
  const withheld = metricCatalogue.filter(({ name }) => withheldColumns.has(name));
  const hidden = new Set(withheld.flatMap((metric) => (metric.from.kind === 'base' ? quantitiesOf(metric) : [])));
  expect(hidden.has('spend')).toBe(true);
  const seen = metricCatalogue.filter(({ name }) => !withheldColumns.has(name));
  expect(seen.filter((metric) => quantitiesOf(metric).some((quantity) => hidden.has(quantity)))).toEqual([]);
});
