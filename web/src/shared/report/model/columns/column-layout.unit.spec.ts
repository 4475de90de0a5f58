import type { ReportRow, ReportTotals } from '@tapwise/contract';
import { describe, expect, it } from 'vitest';
import type { ReportLevel } from '../scope/report-level.ts';
import type { ReportTab } from '../views/view-state.ts';
import { type LayoutContext, layoutColumns, rowTone, totalsView } from './column-layout.ts';
import { figureWidth } from './column-width.ts';

const context = (level: ReportLevel, tab: ReportTab = 'short_report'): LayoutContext => ({
  level,
  tab,
  columns: null,
  predictions: false,
  rangeDays: 30,
  currencySign: '$',
  settingsSign: '€',
  timeZone: 'UTC',
  compact: false,
});
const keys = (level: ReportLevel, tab?: ReportTab) => layoutColumns(context(level, tab), null).map(({ key }) => key);
const view = (level: ReportLevel, column: string, row: Partial<ReportRow>) =>
  layoutColumns(context(level, 'full_report'), null)
    .find(({ key }) => key === column)
    ?.cell({ id: 1, name: 'US · Brand', status: 'RUNNING', ...row } as ReportRow);

describe('columns', () => {
  it('of the short report are few, and the full report has all of them', () => {
    expect(keys('campaign')).toEqual([
      'name',
      'status',
      'daily_cap',
      'daily_spend',
      'taps',
      'installs',
      'cpa',
      'spend',
      'trials',
      'conversions',
      'current_income',
      'current_ltv',
      'current_result',
      'current_roas',
    ]);
    expect(keys('campaign', 'full_report')).toEqual(
      expect.arrayContaining([...keys('campaign'), 'impressions', 'refund_rate']),
    );
  });

  it('follow the level: budgets for campaigns, bids below', () => {
    expect(keys('ad_group')).toEqual(expect.arrayContaining(['cpt_bid', 'cpa_goal', 'search_match']));
    expect(keys('keyword')).toContain('cpt_bid');
    expect(keys('keyword')).not.toContain('daily_cap');
  });

  it('on a narrow screen say the status with the name only', () => {
    const narrow = layoutColumns({ ...context('campaign'), compact: true }, null);
    expect(narrow.map(({ key }) => key)).not.toContain('status');
    expect(narrow[0]?.width).toBe(150);
  });

  it('have room for the figures of later rows, and are still those of the answer', () => {
    const row = { id: 1, name: 'a', status: 'RUNNING' };
    const layoutRows = { rows: [{ ...row, cpa: 0.5 }], totals: { cpa: 0.5 } };
    const later = { rows: [{ ...row, cpa: 0.5, trials: 4 }], totals: { cpa: 1_234_567_890 } };
    const [before, after] = [undefined, later].map((fitted) => layoutColumns(context('campaign'), layoutRows, fitted));
    const cpa = after?.find(({ key }) => key === 'cpa')?.width ?? 0;
    expect(cpa).toBeGreaterThan(20 + figureWidth('1,234,567,890'));
    expect(cpa).toBeGreaterThan(before?.find(({ key }) => key === 'cpa')?.width ?? 0);
    expect(after?.map(({ key }) => key)).toEqual(before?.map(({ key }) => key));
  });

  it('are as wide as a person chose, but never cut a figure', () => {
    const rows = [{ id: 1, name: 'a', status: 'RUNNING', taps: 1_234_567, spend: 1 }];
    const layoutRows = { rows, totals: { taps: 1_234_567, spend: 1 } };
    const widths = { taps: 'narrow', spend: 'wide', name: 300 } as const;
    const width = (key: string, chosen: Partial<typeof widths>) =>
      layoutColumns({ ...context('campaign'), widths: chosen }, layoutRows).find((column) => column.key === key)
        ?.width ?? 0;
    const digits = Math.ceil(20 + figureWidth('1,234,567'));
    expect(width('taps', widths)).toBe(digits);
    expect(width('taps', {})).toBeGreaterThan(digits);
    expect(width('spend', widths)).toBe(Math.round(width('spend', {}) * 1.5));
    expect(width('name', widths)).toBe(300);
  });

  it('that an answer does not carry are not shown', () => {
    const rows = [{ id: 1, name: 'a', status: 'RUNNING', taps: 1 }];
    const displayed = layoutColumns(context('campaign'), { rows, totals: { taps: 1, installs: null } });
    expect(displayed.map(({ key }) => key)).toEqual(['name', 'status', 'taps', 'installs']);
  });

  it('that are withheld from an account are not shown either while there are no rows', () => {
    const displayed = layoutColumns(context('campaign'), { rows: [], totals: { installs: 0, trials: 0 } });
    expect(displayed.map(({ key }) => key)).toEqual([
      'name',
      'status',
      'daily_cap',
      'daily_spend',
      'installs',
      'trials',
    ]);
    expect(layoutColumns(context('campaign'), { rows: [], totals: {} }).length).toBeGreaterThan(displayed.length);
  });

  it('show search match for several ad groups, or one that has it on', () => {
    const row = (id: number, search_match: boolean) => ({ id, name: 'g', status: 'RUNNING', search_match });
    const has = (rows: ReportRow[]) =>
      layoutColumns(context('ad_group'), { rows, totals: {} }).some(({ key }) => key === 'search_match');
    expect(has([row(1, false)])).toBe(false);
    expect(has([row(1, true)])).toBe(true);
    expect(has([row(1, false), row(2, false)])).toBe(true);
  });

  it('say the unit once, in the header, settings in the currency of the organization', () => {
    const units = new Map(layoutColumns(context('campaign'), null).map(({ key, unit }) => [key, unit]));
    expect([units.get('daily_cap'), units.get('spend'), units.get('current_roas'), units.get('taps')]).toEqual([
      '€',
      '$',
      '%',
      null,
    ]);
  });
});

describe('columns with predictions', () => {
  const displayedKeys = (tab: ReportTab, predictions: boolean) =>
    layoutColumns({ ...context('campaign', tab), predictions }, null).map(({ key }) => key);

  it('take the place of the income so far on the short report', () => {
    expect(displayedKeys('short_report', true)).toEqual(
      expect.arrayContaining(['predicted_income', 'predicted_ltv', 'predicted_result', 'predicted_roas']),
    );
    expect(displayedKeys('short_report', true).some((key) => key.startsWith('current_'))).toBe(false);
  });

  it('are beside it on the other tabs, and not shown when they are off', () => {
    for (const tab of ['income_details', 'full_report'] as const) {
      expect(displayedKeys(tab, true)).toEqual(expect.arrayContaining(['current_roas', 'predicted_roas']));
      expect(displayedKeys(tab, false)).toContain('current_roas');
      expect(displayedKeys(tab, false).some((key) => key.startsWith('predicted_'))).toBe(false);
    }
  });

  it('leave the income so far where an answer carries no prediction', () => {
    const rows = [{ id: 1, name: 'a', status: 'RUNNING', current_income: 1 }];
    const columns = layoutColumns({ ...context('campaign'), predictions: true }, { rows, totals: {} });
    expect(columns.map(({ key }) => key)).toEqual(['name', 'status', 'current_income']);
  });
});

describe('columns a person chose', () => {
  const chosen = (columns: string[], predictions = true) =>
    layoutColumns({ ...context('campaign'), columns, predictions }, null).map(({ key }) => key);

  it('are in the order chosen, whatever the tab shows', () => {
    expect(chosen(['spend', 'impressions', 'taps'])).toEqual(['name', 'spend', 'impressions', 'taps']);
  });

  it('are left out where the level does not have them, or predictions are off', () => {
    expect(chosen(['cpt_bid', 'taps', 'unheard_of'])).toEqual(['name', 'taps']);
    expect(chosen(['predicted_roas', 'taps'], false)).toEqual(['name', 'taps']);
  });
});

describe('columns of products', () => {
  const products = {
    yearly: {
      count: 3,
      trial: 1,
      trial_canceled: 0,
      billing_issues: 0,
      active: 2,
      canceled: 0,
      refunded: 0,
      current_income: 9,
      predicted_income: 12,
    },
  };
  // The schema's rows are open, so that TypeScript cannot see the products beside the cells.
  const row = { id: 1, name: 'a', status: 'RUNNING', trials: 1, products } as unknown as ReportRow;
  const totals = { products } as unknown as ReportTotals;
  const displayedColumns = (tab: ReportTab) =>
    layoutColumns({ ...context('campaign', tab), predictions: true }, { rows: [row], totals });

  it('are on In-Apps details only, grouped by product', () => {
    const columns = displayedColumns('in_apps_details').filter(({ group }) => group === 'product:yearly');
    expect(columns.map(({ label }) => label)).toEqual([
      'Count',
      'Trial',
      'Trial canceled',
      'Billing issues',
      'Active',
      'Canceled',
      'Refunded',
      'Income',
      'Pred. income',
    ]);
    expect(columns.map(({ cell }) => cell(row).text)).toEqual(['3', '1', '0', '0', '2', '0', '0', '9.00', '12.00']);
    expect(displayedColumns('full_report').some(({ group }) => group.startsWith('product:'))).toBe(false);
  });

  it('have totals of their own', () => {
    expect(totalsView('campaign', 'product:yearly:active', totals, '')).toEqual({ text: '2' });
  });
});

describe('the seven-day share', () => {
  it('is left out when the range is exactly seven days', () => {
    const has = (rangeDays: number) =>
      layoutColumns({ ...context('keyword', 'spend_details'), rangeDays }, null).some(
        ({ key }) => key === '7d_impression_share',
      );
    expect([has(6), has(7), has(8)]).toEqual([true, false, true]);
  });
});

describe('a table that is compared', () => {
  const before = { id: 1, name: 'a', status: 'RUNNING', taps: 10, spend: 4 };
  const compared = { ...context('campaign'), before: () => before as ReportRow };

  it('says the change in a second line, and none under settings', () => {
    const cellFor = (key: string) =>
      layoutColumns(compared, null)
        .find((column) => column.key === key)
        ?.cell({ ...before, taps: 12, daily_cap: 5 } as ReportRow);
    expect(cellFor('taps')).toEqual({ text: '12', second: '+2  +20 %' });
    expect(cellFor('daily_cap')).toEqual({ text: '5.00' });
  });

  it('has totals that say it too', () => {
    expect(totalsView('campaign', 'taps', { taps: 12 }, '', { taps: 10 })).toEqual({ text: '12', second: '+2  +20 %' });
    expect(totalsView('campaign', 'taps', { taps: 12 }, '', {})).toEqual({ text: '12', second: 'new' });
  });
});

describe('a young cohort', () => {
  it('is hatched where income is still to come, and only there', () => {
    const young = { maturity: 0.4, taps: 3, current_income: 5, conversions: 1 };
    expect(view('campaign', 'current_income', young)).toEqual({ text: '5.00', immature: true });
    expect(view('campaign', 'conversions', young)).toEqual({ text: '1', immature: true });
    expect(view('campaign', 'taps', young)).toEqual({ text: '3' });
    expect(view('campaign', 'current_income', { ...young, maturity: 0.6 })).toEqual({ text: '5.00' });
    expect(view('campaign', 'current_income', { ...young, id: 0 })).toEqual({ text: '5.00' });
  });
});

describe('cells', () => {
  it('append the status to the name of what does not run', () => {
    expect(view('campaign', 'name', { status: 'PAUSED' })).toMatchObject({ text: 'US · Brand', suffix: ' (PAUSED)' });
    expect(view('campaign', 'name', {})).toMatchObject({ suffix: '' });
    expect(view('keyword', 'name', { status: 'ACTIVE' })).toMatchObject({ suffix: '' });
  });

  it('open rows of campaigns, but not of users without one', () => {
    expect(view('campaign', 'name', { id: 5 })).toMatchObject({ link: true });
    expect(view('campaign', 'name', { id: 0, status: null })).toMatchObject({ link: false, note: 'not in total' });
    expect(view('keyword', 'name', { id: 5 })).toMatchObject({ link: false });
  });

  it('distinguish a loss from a gain by sign and tone, and from not known', () => {
    expect(view('campaign', 'current_result', { current_result: -899.2 })).toEqual({ text: '−899', tone: 'loss' });
    expect(view('campaign', 'current_result', { current_result: 40.87 })).toEqual({ text: '+40.87', tone: 'gain' });
    expect(view('campaign', 'current_result', { current_result: 0 })).toEqual({ text: '0.00' });
    expect(view('campaign', 'current_result', { current_result: null })).toEqual({ text: '–', tone: 'unknown' });
  });

  it('show how much of the daily cap is used', () => {
    expect(view('campaign', 'daily_spend', { daily_spend: 122, daily_cap: 220 })).toMatchObject({
      text: '122',
      pace: 122 / 220,
    });
    expect(view('campaign', 'daily_spend', { daily_spend: 122, daily_cap: null })).toMatchObject({ pace: null });
    expect(view('campaign', 'daily_spend', { daily_spend: null })).toEqual({ text: '–', tone: 'unknown' });
  });

  it('draw the share with its seven-day tick, and say ranks behind the fifth as one', () => {
    expect(view('keyword', 'impression_share', { impression_share: 0.4324, '7d_impression_share': 0.4 })).toEqual({
      text: '43.24',
      share: { value: 0.4324, tick: 0.4 },
    });
    expect(view('keyword', 'impression_share', { impression_share: null })).toEqual({ text: '–', tone: 'unknown' });
    expect([view('keyword', 'rank', { rank: 2.4 }), view('keyword', 'rank', { rank: 5.6 })]).toEqual([
      { text: '2' },
      { text: '> 5' },
    ]);
  });

  it('draw search match as a box that says what it is', () => {
    expect(view('ad_group', 'search_match', { search_match: true })).toEqual({ text: 'On', check: true });
  });

  it('of the totals leave settings empty', () => {
    expect(totalsView('campaign', 'daily_cap', { daily_cap: 5 }, '')).toEqual({ text: '' });
    expect(totalsView('campaign', 'spend', { spend: 9292.4 }, '')).toEqual({ text: '9,292' });
    expect(totalsView('campaign', 'cpa', { cpa: null }, '')).toEqual({ text: '–', tone: 'unknown' });
    expect(totalsView('campaign', 'name', {}, '12 campaigns')).toMatchObject({ text: 'Total', note: '12 campaigns' });
  });
});

describe('rows', () => {
  it('of users without a campaign are set apart only among campaigns', () => {
    const row = { id: 0, name: 'Search Match', status: null };
    expect(rowTone('campaign', row)).toBe('outside');
    expect(rowTone('keyword', row)).toBe('normal');
    expect(rowTone('campaign', { id: 3, name: 'x', status: 'PAUSED' })).toBe('muted');
  });
});
