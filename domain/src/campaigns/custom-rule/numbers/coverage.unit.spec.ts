import { describe, expect, it } from 'vitest';
import { evaluateOwnAlert } from '../../alert/own/evaluate-own-alert.ts';
import type { EvaluationData, FigureSums } from '../evaluation/evaluation-data.ts';
import {
  bidChange,
  dataOf,
  figuresOf,
  ruleOf,
  unitOf,
  units,
  verdictOn,
  windowOf,
} from '../evaluation/sample-world.fixture.ts';
import { type Coverage, lifeBegins } from './coverage.ts';

const key = '700:710:720';
const today = '2026-11-21';
const pause = { do: 'status', to: 'paused' };
const since = (from: string) => [{ from, to: today }];
/** The organization was linked on the 20th: the first pull has read the last thirty days, and the app has reported for a year. */
const whole: Coverage = { ads: since('2026-10-23'), users: since('2025-11-01'), purchases: since('2025-11-01') };
/** Only its first part is in. */
const begun: Coverage = { ...whole, ads: since('2026-11-15') };

const figures = (window: string, sums: FigureSums) => new Map([[window, windowOf({ [key]: figuresOf(sums) })]]);
const on = (when: object, data: Partial<EvaluationData>) => verdictOn({ cases: [{ when, then: [pause] }] }, data);

describe('days that are not in', () => {
  const quiet = { metric: 'spend', window: '14d', op: '<', value: 1 };

  it('are not days without spend: 0.99 of the first part are 15.00 of all fourteen days', () => {
    const first = { figures: figures('14d', { spend: units(0.99) }), coverage: begun };
    expect(on(quiet, first)).toMatchObject({
      verdict: 'no_data',
      message: 'Spend is not known before 15 Nov',
      tests: [{ from: '2026-11-07', to: '2026-11-20', value: null, result: null, why: 'not_known' }],
    });
    const all = { figures: figures('14d', { spend: units(15) }), coverage: whole };
    expect(on(quiet, all)).toMatchObject({ verdict: 'no_match', message: 'Spend is 14.00 above 1.00' });
    const little = { figures: figures('14d', { spend: units(0.99) }), coverage: whole };
    expect(on(quiet, little).verdict).toBe('acted');
  });

  it('say nothing about a unit without a row either, on whichever side of a test', () => {
    const none = { figures: figures('14d', {}), coverage: begun };
    expect(on({ metric: 'installs', window: '14d', op: '=', value: 0 }, none).verdict).toBe('no_data');
    expect(on({ metric: 'installs', window: '6d', op: '=', value: 0 }, none).verdict).toBe('acted');
    const than = { window: '14d', per_day: true, times: 1.5 };
    expect(on({ metric: 'spend', window: '1d', per_day: true, op: '>=', than }, none).verdict).toBe('no_data');
    expect(on({ metric: 'spend', window: '14d', op: 'empty' }, none).verdict).toBe('acted');
  });

  it.each([
    ['before the first day', '30d', [{ from: '2026-10-23', to: today }], 'Spend is not known before 23 Oct'],
    [
      'where pulls stood still in between',
      '14d',
      [{ from: '2026-08-01', to: '2026-11-10' }, ...since('2026-11-13')],
      'Spend is not known before 13 Nov',
    ],
    ['where the last days lack', '14d', [{ from: '2026-08-01', to: '2026-11-17' }], 'Spend is not known'],
    ['where nothing was ever pulled', '14d', [], 'Spend is not known'],
  ])('make a time range unknown %s', (_, window, ads, message) => {
    const test = { metric: 'spend', window, op: '<', value: 1 };
    expect(on(test, { figures: figures(window, {}), coverage: { ...whole, ads } })).toMatchObject({
      verdict: 'no_data',
      message,
    });
  });

  it('do not matter outside of the time range', () => {
    const ads = [{ from: '2026-08-01', to: '2026-10-30' }, ...since('2026-11-15')];
    const closed = { metric: 'roas_d30', window: '60d', op: '<', value: 1, floor: 0 };
    const brought = { figures: figures('60d', { spend_d30: units(80), income_d30: units(20) }) };
    const covered = [{ from: '2026-08-01', to: '2026-10-30' }, ...since('2026-11-15')];
    expect(on(closed, { ...brought, coverage: { ...whole, ads: covered } }).verdict).toBe('acted');
    const late = { figures: figures('3d', {}), coverage: { ...whole, ads } };
    expect(on({ metric: 'spend', window: '3d', op: '<', value: 1 }, late).verdict).toBe('acted');
  });

  it('are those before the app reported its first launch: what users brought then is not known', () => {
    const roas = { metric: 'current_roas', window: '14d-7', op: '<', value: 0.6 };
    const sums = { figures: figures('14d-7', { spend: units(100), current_income: units(40), first_launches: 9 }) };
    const from = (day: string) => ({ ...sums, coverage: { ...whole, users: since(day), purchases: since(day) } });
    expect(on(roas, from('2026-11-14')).tests).toMatchObject([{ to: '2026-11-13', why: 'not_known' }]);
    expect(on(roas, from('2026-11-13')).verdict).toBe('acted');
    expect(on(roas, { ...sums, coverage: { ...whole, purchases: [] } }).verdict).toBe('no_data');
    expect(on(roas, { ...sums, coverage: whole }).verdict).toBe('acted');
    const launches = { metric: 'first_launches', window: '14d-7', op: '>=', value: 9 };
    expect(on(launches, { ...sums, coverage: { ...whole, purchases: [] } }).verdict).toBe('acted');
  });

  it('are today until it is pulled for the first time', () => {
    const stopLoss = { metric: 'spend', window: 'today', op: '<', value: 1 };
    const yesterday = [{ from: '2026-08-01', to: '2026-11-20' }];
    const nothing = { figures: figures('today', {}) };
    expect(on(stopLoss, { ...nothing, coverage: { ...whole, ads: yesterday } }).verdict).toBe('no_data');
    expect(on(stopLoss, { ...nothing, coverage: whole }).verdict).toBe('acted');
  });

  it('count as days without traffic only for runs that did not record what was in', () => {
    expect(on(quiet, { figures: figures('14d', {}), coverage: null }).verdict).toBe('acted');
  });

  it('keep an alert as it was', () => {
    const rule = { ...ruleOf({ cases: [{ when: quiet, then: [{ do: 'notify' }] }] }), level: 'keyword' as const };
    const question = { name: 'Quiet', rule, orgId: 40, whole: 'Moonvale' };
    const findings = (coverage: Coverage) =>
      evaluateOwnAlert(question, dataOf({ figures: figures('14d', {}), coverage }));
    expect([...findings(begun).unjudged]).toEqual([key]);
    expect(findings(whole).units).toMatchObject([{ key, finding: true }, { finding: false }]);
  });
});

describe('a whole life', () => {
  const sources = new Set(['ads', 'users', 'purchases'] as const);
  it('begins on the first day from which on all days of the ad service are in', () => {
    expect(lifeBegins(whole, new Set(['ads'] as const), '2026-11-20')).toBe('2026-10-23');
    expect(lifeBegins({ ...whole, users: since('2026-11-03') }, sources, '2026-11-20')).toBe('2026-10-23');
    expect(lifeBegins(whole, new Set(['users'] as const), '2026-11-20')).toBeNull();
    expect(lifeBegins({ ...whole, ads: [] }, sources, '2026-11-20')).toBeNull();
    expect(lifeBegins(null, sources, '2026-11-20')).toBeNull();
  });
  it('has the days that are in; what began before is not known', () => {
    const data = { figures: figures('life', { spend: units(5) }), coverage: whole, lifeFrom: '2026-10-23' };
    expect(on({ metric: 'spend', window: 'life', op: '>=', value: 5 }, data).tests).toMatchObject([
      { from: '2026-10-23', to: '2026-11-20', result: true },
    ]);
    const changed = (day: string) => {
      const trail = { status: [bidChange(9, Date.parse(`${day}T12:00:00Z`), 1, 1)] };
      const window = figuresOf({ spend: units(5) });
      const range = new Map([['change:status', windowOf({ [key]: window })]]);
      return on(
        { metric: 'spend', window: 'change', op: '>=', value: 5 },
        { figures: range, coverage: whole, lifeFrom: '2026-10-23', units: [unitOf({ trail })] },
      ).verdict;
    };
    expect([changed('2026-10-10'), changed('2026-11-01')]).toEqual(['no_data', 'acted']);
  });
});
