import { describe, expect, it } from 'vitest';
import { exposureOf } from '../evaluation/forecast.ts';
import {
  dataOf,
  evaluated,
  evaluateInFull,
  figuresOf,
  noMemory,
  unitOf,
  units,
  verdictOn,
  versionOf,
  windowOf,
} from '../evaluation/sample-world.fixture.ts';
import { heldText, runLine } from './run-line.ts';
import { suggestedSentence } from './sentences.ts';

const key = '700:710:720';
const lower = { do: 'bid', how: 'lower', percent: 10, min: 0.3, max: 2.5 };
const week = (sums: object, others: object = {}) => new Map([['7d', windowOf({ [key]: figuresOf(sums, others) })]]);
const test = (metric: string, op: string, value: number, others: object = {}) => ({
  metric,
  window: '7d',
  op,
  value,
  ...others,
});
const verdictFor = (when: object, sums: object, data: object = {}) =>
  verdictOn({ cases: [{ when, then: [lower] }] }, { figures: week(sums), units: [unitOf({}, 1.2)], ...data });

describe('why a unit was changed', () => {
  it('is said in one sentence, in labels of figures', () => {
    const { sentence } = verdictFor(test('cpa', '>', 3), { installs: 23, spend: units(90.2) });
    expect(sentence).toBe(
      'Lowered the bid of "sleep sounds" from 1.20 to 1.08 USD: CPA 3.92 above 3.00 (14 to 20 Nov, 23 installs)',
    );
    expect(suggestedSentence(sentence)).toMatch(/^Would have lowered the bid of "sleep sounds" from/);
  });
  it.each([
    [{ do: 'status', to: 'paused' }, 'Paused "sleep sounds": Installs 0 (14 to 20 Nov)'],
    [{ do: 'label', add: 3 }, 'Changed the labels of "sleep sounds" to "Star": Installs 0 (14 to 20 Nov)'],
  ])('%o', (action, sentence) => {
    expect(
      verdictOn({ cases: [{ when: test('installs', '=', 0), then: [action] }] }, { figures: week({}) }).sentence,
    ).toBe(sentence);
  });
  it('records what each test compared, with its days', () => {
    expect(verdictFor(test('cpa', '>', 3), { installs: 23, spend: units(90.2) }).tests).toEqual([
      {
        path: 'cases[0].when',
        metric: 'cpa',
        of: 'self',
        window: '7d',
        from: '2026-11-14',
        to: '2026-11-20',
        per_day: false,
        op: '>',
        value: 3_921_739,
        limit: 3_000_000,
        result: true,
        gap: null,
        why: null,
        needs: null,
      },
    ]);
  });
});

describe('why not', () => {
  it.each([
    [test('cpa', '<=', 3), { installs: 10, spend: units(34.2) }, 'CPA is 0.42 above 3.00'],
    [test('cpa', '<', 3), { installs: 10, spend: units(30) }, 'CPA is exactly 3.00'],
    [test('spend', '>=', 20), { spend: units(7.6) }, 'needs 12.40 more spend'],
    [test('installs', '>=', 5), { installs: 2 }, 'needs 3 more installs'],
    [test('installs', '>', 4), { installs: 4 }, 'needs 1 more install'],
    [test('installs', '=', 0), { installs: 2 }, 'Installs are 2 above 0'],
    [{ not: test('installs', '>=', 1) }, { installs: 4 }, 'Installs are 3 above 1'],
    [test('ttr', '>=', 0.08), { impressions: 1000, taps: 50 }, 'TTR is 3.00 pp below 8.00 %'],
    [
      { metric: 'cpa', window: '7d', op: 'outside', values: [2, 4] },
      { installs: 10, spend: units(30) },
      'CPA is 3.00, between 2.00 and 4.00',
    ],
    [
      { metric: 'cpa', window: '7d', op: 'between', values: [2, 4] },
      { installs: 10, spend: units(50) },
      'CPA is 1.00 above 4.00',
    ],
    [{ metric: 'cpt_bid', op: 'empty' }, {}, 'CPT bid is not empty'],
  ])('%o', (when, sums, message) => {
    expect(verdictFor(when, sums)).toMatchObject({ verdict: 'no_match', message });
  });
  it('names the first failed test of all, and the nearest of any', () => {
    const sums = { installs: 10, spend: units(30), taps: 90 };
    const far = test('cpa', '>', 30);
    const near = test('taps', '>=', 100);
    expect(verdictFor({ all: [far, near] }, sums).message).toBe('CPA is 27.00 below 30.00');
    expect(verdictFor({ any: [far, near] }, sums).message).toBe('needs 10 more taps');
    expect(verdictFor({ all: [test('installs', '>=', 1), { any: [far, near] }] }, sums).message).toBe(
      'needs 10 more taps',
    );
  });
  it('speaks of the case that is nearest to a match', () => {
    const cases = [
      { when: test('cpa', '>', 30), then: [lower] },
      { when: test('cpa', '>', 3.1), then: [lower] },
    ];
    const verdict = verdictOn({ cases }, { figures: week({ installs: 10, spend: units(30) }) });
    expect(verdict).toMatchObject({ case: null, message: 'CPA is 0.10 below 3.10' });
    expect(verdict.tests.map(({ path, gap }) => [path, gap])).toEqual([
      ['cases[0].when', units(27)],
      ['cases[1].when', units(0.1)],
    ]);
  });
  it.each([
    [{ doubts: [{ source: 'people', since: '2026-11-20' }] }, 'first launches are in doubt since 20 Nov'],
    [{ unknownSources: new Set(['people']) }, 'First launches are not known'],
  ])('waits for what is not known: %o', (data, message) => {
    expect(verdictFor(test('first_launches', '>=', 1), { first_launches: 9 }, data)).toMatchObject({
      verdict: 'no_data',
      message,
    });
  });
  it('does not judge a cost by what it is at least while it is in doubt or immature', () => {
    const least = (metric: string) => test(metric, '>', 5, { at_least: true });
    const spent = { spend: units(60), first_launches: 0, conversions: 0 };
    const doubts = [{ source: 'ads', since: '2026-11-20' }];
    expect(verdictFor(least('cpa'), spent).verdict).toBe('acted');
    expect(verdictFor(least('cpa'), spent, { doubts })).toMatchObject({
      verdict: 'no_data',
      message: 'figures of Apple Ads are in doubt since 20 Nov',
      tests: [{ why: 'in_doubt', needs: null }],
    });
    expect(verdictFor(least('cost_per_conversion'), spent).tests).toMatchObject([{ result: null, why: 'immature' }]);
  });
  it('goes by figures in doubt where the rule says so', () => {
    const trusting = { cases: [{ when: test('installs', '>=', 1), then: [lower] }], guards: { trust: false } };
    const data = { figures: week({ installs: 9 }), units: [unitOf({}, 1.2)] };
    const doubts = [{ source: 'ads' as const, since: '2026-11-20' }];
    expect(verdictOn(trusting, { ...data, doubts }).verdict).toBe('acted');
  });
  it('waits for what is spent today, and for what is known of search terms', () => {
    const unit = unitOf();
    const campaign = {
      ...unit,
      key: '700',
      spentToday: units(95),
      settings: { ...unit.settings, dailyCap: units(100) },
    };
    const used = { metric: 'budget_used', op: '>=', value: 0.9 };
    const pausing = { level: 'campaign', cases: [{ when: used, then: [{ do: 'status', to: 'paused' }] }] };
    const ads = [{ source: 'ads' as const, since: '2026-11-20' }];
    expect(verdictOn(pausing, { units: [campaign] }).verdict).toBe('acted');
    expect(verdictOn(pausing, { units: [campaign], doubts: ads }).message).toBe(
      'figures of Apple Ads are in doubt since 20 Nov',
    );
    const blocking = {
      level: 'search_term',
      cases: [{ when: test('taps', '>=', 30), then: [{ do: 'negative', at: 'campaign' }] }],
    };
    const terms = [{ source: 'search_terms' as const, since: '2026-11-20' }];
    expect(verdictOn(blocking, { figures: week({ taps: 90 }), doubts: terms })).toMatchObject({
      verdict: 'no_data',
      message: 'search terms are in doubt since 20 Nov',
    });
  });
  it('asks nothing of a source that a test does not use', () => {
    const doubts = [{ source: 'people', since: '2026-11-20' }];
    expect(verdictFor(test('installs', '>=', 1), { installs: 9 }, { doubts }).verdict).toBe('acted');
    expect(
      verdictFor(
        test('launch_rate', '>=', 0.1),
        { installs: 9, first_launches: 9 },
        { doubts: [{ source: 'ads', since: '2026-11-20' }] },
      ).verdict,
    ).toBe('no_data');
  });
});

describe('a run', () => {
  it('says how many of which verdict there were', () => {
    const figures = week({ installs: 10, spend: units(40) });
    const unitsOfRun = [unitOf(), unitOf({ key: '700:710:721' }), unitOf({ key: '700:710:722' })];
    const run = evaluated({ cases: [{ when: test('cpa', '>', 3), then: [lower] }] }, { figures, units: unitsOfRun });
    expect(run.withoutFigures).toEqual(['700:710:721', '700:710:722']);
    expect(runLine(run.counts, 'keyword', '2026-11-12T09')).toBe(
      'Run of 09:00: 3 keywords checked, 1 changed, 0 not matched, 2 no data, 0 on hold, 0 failed',
    );
    expect(runLine(run.counts, 'ad_group', 'manual-1')).toMatch(/^Run by hand: 3 ad groups checked/);
    expect(heldText({ would: 61, judged: 74 }, 'keyword', 0.5)).toBe(
      'Would change 61 of 74 keywords, more than 50 %. Look at it first.',
    );
  });
  it('says what its changes may cost a day', () => {
    const version = versionOf({ cases: [{ when: test('cpa', '>', 3), then: [{ ...lower, how: 'raise' }] }] });
    const data = dataOf({ figures: week({ installs: 10, spend: units(40), taps: 70 }) });
    const { verdicts } = evaluateInFull(version, data, noMemory);
    expect(exposureOf(verdicts, version, data, noMemory)).toBe(units(1));
  });
});
