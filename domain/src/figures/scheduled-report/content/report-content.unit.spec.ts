import { describe, expect, it } from 'vitest';
import { plainBody } from '../../../accounts/mail/mail-body.ts';
import { withheldColumns } from '../../metrics/withheld-columns.ts';
import { readReportDefinition } from '../definition/read-report-definition.ts';
import { enteredReport } from '../scheduled-report.fixture.ts';
import { columnsOfView, hasFigures, reportColumn, sortOfView } from './report-columns.ts';
import { reportMail } from './report-mail.ts';
import { reportReceipt } from './report-receipt.ts';
import { cellsOfRow, cellsOfTotals, sortedRows } from './report-rows.ts';
import { incompleteLines, incompleteSources, reportFileName, reportSubject } from './report-texts.ts';

const read = (overrides: Readonly<Record<string, unknown>> = {}) =>
  readReportDefinition(enteredReport(overrides), () => 'UTC').report;
const report = read();
const range = { from: '2026-11-15', to: '2026-11-21' };
const rows = [
  { id: 1, name: '=A', spend: 10.5, installs: 3, cpa: 3.5 },
  { id: 2, name: 'B', spend: 20, installs: 0, cpa: null },
  { id: 3, name: 'C', spend: null, installs: 5, cpa: null },
];
const totals = { spend: 30.5, installs: 8, cpa: 3.8125 };
const columns = columnsOfView(report.view, 'full').columns.map((name) =>
  reportColumn(name, { money: 'USD', settings: 'EUR' }),
);

describe('the columns of a report', () => {
  it('are those of the view, the name first, with their labels', () => {
    expect(columns.map(({ header, kind, summed }) => `${header} ${kind} ${summed}`)).toEqual([
      'Name text false',
      'Spend money true',
      'Installs count true',
      'CPA money false',
    ]);
  });

  it('are cut for restricted members: nothing that is withheld, in any view', () => {
    for (const call of ['campaigns', 'basic_by_countries'] as const) {
      const { view } = read({ view: { call, tab: 'full_report' } });
      const { columns: left, cut } = columnsOfView(view, 'restricted');
      expect(left.filter((name) => withheldColumns.has(name))).toEqual([]);
      expect(cut.length).toBeGreaterThan(5);
      expect(hasFigures(left)).toBe(true);
    }
    const { view } = read({ view: { call: 'campaigns', columns: ['spend', 'cpa'] } });
    expect(hasFigures(columnsOfView(view, 'restricted').columns)).toBe(false);
  });

  it('are without expectations where a view is', () => {
    const { view } = read({ view: { call: 'campaigns', tab: 'full_report', predictions: false } });
    expect(columnsOfView(view, 'full').columns.filter((name) => name.startsWith('predicted_'))).toEqual([]);
  });
});

describe('the rows of a report', () => {
  it('are in the order of the view, what is not known last', () => {
    const names = (sort: string) => sortedRows(rows, sort).map(({ name }) => name);
    expect(names('-spend')).toEqual(['B', '=A', 'C']);
    expect(names('spend')).toEqual(['=A', 'B', 'C']);
    expect(names('cpa,-installs')).toEqual(['=A', 'C', 'B']);
    const view = { sort: '-spend,installs' };
    expect([sortOfView(view, 'full'), sortOfView(view, 'restricted')]).toEqual(['-spend,installs', 'installs']);
    expect(names('')).toEqual(['=A', 'B', 'C']);
  });

  it('are numbers as they were counted; totals have none under settings', () => {
    expect(cellsOfRow(columns, rows[1] ?? {})).toEqual(['B', 20, 0, null]);
    expect(cellsOfTotals(columns, totals)).toEqual(['Total', 30.5, 8, 3.8125]);
  });
});

describe('the mail of a report', () => {
  const facts = {
    report,
    application: 'Moonvale',
    range,
    corrected: false,
    incomplete: [],
    hasFigures: true,
    columns,
    rows: rows.map((row) => cellsOfRow(columns, row)),
    totals: cellsOfTotals(columns, totals),
  };

  it('has totals and rows, and no figure in its subject', () => {
    const { subject, blocks } = reportMail(facts);
    expect(subject).toBe('Weekly spend, 15 Nov to 21 Nov 2026');
    expect(plainBody(blocks)).toContain('Total  $30.50         8  $3.81');
    expect(plainBody(blocks)).toContain('B      $20.00         0      –');
  });

  it('says on top what is not complete, and that it corrects an earlier one', () => {
    const { subject, blocks } = reportMail({
      ...facts,
      corrected: true,
      incomplete: [{ source: 'ads', until: '2026-11-20' }],
    });
    expect(subject).toBe('Corrected: Weekly spend, 15 Nov to 21 Nov 2026');
    expect(plainBody(blocks)).toMatch(/^Apple Ads figures are complete until 20 Nov; later ones will still grow/);
  });

  it('has at most 25 rows of 8 columns', () => {
    const many = Array.from({ length: 30 }, () => facts.rows[0] ?? []);
    const text = plainBody(reportMail({ ...facts, rows: many }).blocks);
    expect(text.match(/=A/g)).toHaveLength(25);
    expect(text).toContain('And 5 more rows.');
  });

  it('says so when nothing is left for a role', () => {
    expect(reportMail({ ...facts, hasFigures: false }).blocks).toEqual([
      { text: 'This report has no columns for your role' },
    ]);
  });
});

describe('what a report says about itself', () => {
  it('names the same labels in the same order, and only amounts that the recipient may see', () => {
    const labelled = read({
      view: { call: 'campaigns', columns: ['spend'], sort: '-spend', filters: { labels: '3,5' } },
    });
    const lines = reportReceipt({
      report: labelled,
      labels: ['Brand', 'Generic'],
      application: 'Moonvale',
      organization: 'Moonvale Inc',
      timeZone: 'Europe/Berlin',
      range,
      cut: ['spend', 'cpa'],
      sort: '-installs',
      currency: 'USD',
      asOf: { ads: '2026-11-22T02:00:00.000Z', sdk: null, store: null, impression_share: null },
      incomplete: [{ source: 'ads', until: '2026-11-20' }],
      madeAt: '2026-11-22T09:00:00.000Z',
      position: '123',
      rows: 3,
      totals: { current_income: 9 },
      sha256: 'ab',
      view: 'https://a.example/client/reports',
    });
    expect(lines.map(({ label }) => label).join(', ')).toBe(
      'Report, Application, Organization, Range, Zone, Filters, Claim type, Predictions, Columns left out, Sort, Currency, ' +
        'As of, As of, As of, As of, Incomplete, Made at, Log position, Rows, Spend, Income, SHA-256, View',
    );
    const lineValue = (label: string) => lines.find((line) => line.label === label)?.value;
    expect([lineValue('Spend'), lineValue('Income'), lineValue('Columns left out')]).toEqual([null, 9, 'Spend, CPA']);
    expect(lineValue('Filters')).toBe('Countries: All; Status: All; Labels: Brand, Generic');
    expect([lineValue('Incomplete'), lineValue('Sort')]).toEqual(['Apple Ads: 2026-11-20', 'Installs, highest first']);
  });

  it('has a file name that no system refuses, and a subject of its range', () => {
    expect(reportFileName({ name: '../a:b*"c', form: report.form }, range)).toBe('a-b-c-2026-11-15-2026-11-21.xlsx');
    expect(reportFileName({ name: '...', form: report.form }, range)).toBe('report-2026-11-15-2026-11-21.xlsx');
    expect(reportSubject('A', { from: '2026-12-31', to: '2027-01-06' }, false)).toBe('A, 31 Dec 2026 to 6 Jan 2027');
  });

  it('says which sources are not complete for its last day', () => {
    const days = { ads: '2026-11-20', people: '2026-11-21', predictions: null, search_terms: null };
    const incomplete = incompleteSources(days, new Set(['ads', 'people', 'predictions'] as const), '2026-11-21');
    expect(incompleteLines(incomplete)).toEqual([
      'Apple Ads figures are complete until 20 Nov; later ones will still grow.',
      'Predictions figures have not come yet.',
    ]);
  });
});
