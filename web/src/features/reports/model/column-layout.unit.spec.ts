import type { ReportRow } from '@tapwise/contract';
import { describe, expect, it } from 'vitest';
import { type LayoutContext, layoutColumns, rowTone, totalsView } from './column-layout.ts';
import type { ReportLevel } from './report-level.ts';
import type { ReportTab } from './url-state.ts';

const context = (level: ReportLevel, tab: ReportTab = 'short_report'): LayoutContext => ({
  level,
  tab,
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
      ...['name', 'status', 'daily_cap', 'daily_spend', 'taps', 'installs', 'cpa', 'spend', 'trials', 'conversions'],
      ...['current_income', 'current_ltv', 'current_result', 'current_roas'],
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

  it('that an answer does not carry are not shown', () => {
    const rows = [{ id: 1, name: 'a', status: 'RUNNING', taps: 1 }];
    const shown = layoutColumns(context('campaign'), { rows, totals: { taps: 1, installs: null } });
    expect(shown.map(({ key }) => key)).toEqual(['name', 'status', 'taps', 'installs']);
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

  it('tell a loss from a gain by sign and tone, and from not known', () => {
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

  it('of the totals leave settings empty', () => {
    expect(totalsView('campaign', 'daily_cap', { daily_cap: 5 }, '')).toEqual({ text: '' });
    expect(totalsView('campaign', 'spend', { spend: 9292.4 }, '')).toEqual({ text: '9,292' });
    expect(totalsView('campaign', 'cpa', { cpa: null }, '')).toEqual({ text: '–', tone: 'unknown' });
    expect(totalsView('campaign', 'name', {}, '12 campaigns')).toMatchObject({ text: 'Total', note: '12 campaigns' });
  });
});

describe('rows', () => {
  it('of users without a campaign stand apart only among campaigns', () => {
    const row = { id: 0, name: 'Search Match', status: null };
    expect(rowTone('campaign', row)).toBe('outside');
    expect(rowTone('keyword', row)).toBe('normal');
    expect(rowTone('campaign', { id: 3, name: 'x', status: 'PAUSED' })).toBe('muted');
  });
});
