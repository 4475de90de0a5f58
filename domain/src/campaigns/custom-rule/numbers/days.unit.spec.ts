import { describe, expect, it } from 'vitest';
import {
  bidChange,
  dataOf,
  figuresOf,
  unitOf,
  units,
  verdictOn,
  windowOf,
} from '../evaluation/sample-world.fixture.ts';
import { daysAfter } from '../holds/rule-days.ts';
import { type CompletenessFacts, completeDays, incompleteText } from './complete-days.ts';
import { matureShift, rangeLength, sharedRange, unitRange } from './figure-windows.ts';

const at = (instant: string): number => Date.parse(`${instant}Z`);
const allSources = new Set(['ads', 'people', 'predictions', 'search_terms', 'impression_share'] as const);
const facts = (others: Partial<CompletenessFacts>): CompletenessFacts => ({
  asOf: at('2026-11-12T08:00'),
  zone: 'Europe/Berlin',
  completeAfterHours: 3,
  pulls: [],
  peopleUntil: null,
  pendingShare: new Map(),
  modelsFittedAt: null,
  termDays: null,
  shareDay: null,
  ...others,
});

describe('days that are not over yet (8.4)', () => {
  it.each([
    ['2026-11-12T02:04', '2026-11-12T01:58', '2026-11-10'],
    ['2026-11-12T08:00', '2026-11-12T02:00', '2026-11-11'],
    ['2026-11-12T08:00', '2026-11-12T01:59', '2026-11-10'],
    ['2026-11-12T08:00', '2026-11-09T20:00', '2026-11-08'],
  ])('at %s with a pull that began at %s the newest complete day is %s', (asOf, pull, day) => {
    const days = completeDays(facts({ asOf: at(asOf), pulls: [at('2026-11-08T10:00'), at(pull)] }), allSources);
    expect(days.ads).toBe(day);
  });
  it('moves the time ranges with it', () => {
    const others = { people: null, predictions: null, search_terms: null, impression_share: null };
    const scope = { asOf: at('2026-11-12T02:04'), zone: 'Europe/Berlin', level: 'keyword', lifeFrom: null } as const;
    const threeDays = (ads: string) =>
      sharedRange({ kind: 'days', days: 3, shift: 0 }, { ...scope, days: { ads, ...others } });
    expect(threeDays('2026-11-10')).toEqual({ from: '2026-11-08', to: '2026-11-10' });
    expect(threeDays('2026-11-11')).toEqual({ from: '2026-11-09', to: '2026-11-11' });
  });
  it('ends a run whose newest day is older than the day before yesterday', () => {
    const since = facts({ pulls: [at('2026-11-09T20:00')] });
    const days = completeDays(since, new Set(['ads'] as const));
    expect(incompleteText(days, since.asOf, since.zone)).toBe('No complete data: Apple Ads complete until 8 Nov');
    expect(incompleteText({ ...days, ads: '2026-11-10' }, since.asOf, since.zone)).toBeUndefined();
    expect(incompleteText({ ...days, ads: null }, since.asOf, since.zone)).toBeUndefined();
  });
  it('asks a day of 23 hours for a pull three hours past its end (8.6)', () => {
    const early = facts({ asOf: at('2026-03-30T06:00'), pulls: [at('2026-03-30T00:59')] });
    expect(completeDays(early, allSources).ads).toBe('2026-03-28');
    const onTime = facts({ asOf: at('2026-03-30T06:00'), pulls: [at('2026-03-30T01:00')] });
    expect(completeDays(onTime, allSources).ads).toBe('2026-03-29');
    const window = { kind: 'days', days: 1, shift: 0 } as const;
    const days = { ads: '2026-03-29', people: null, predictions: null, search_terms: null, impression_share: null };
    const range = sharedRange(window, { days, asOf: early.asOf, zone: early.zone, level: 'keyword', lifeFrom: null });
    expect(range).toEqual({ from: '2026-03-29', to: '2026-03-29' });
    expect(range && rangeLength(range)).toBe(1);
  });
  it('counts users of a day once the tables are an hour past it and few attributions are pending', () => {
    const people = (others: Partial<CompletenessFacts>) =>
      completeDays(facts({ peopleUntil: at('2026-11-12T07:59'), ...others }), allSources).people;
    expect(people({})).toBe('2026-11-11');
    expect(people({ asOf: at('2026-11-11T23:59'), peopleUntil: at('2026-11-11T23:59') })).toBe('2026-11-10');
    expect(people({ peopleUntil: at('2026-11-11T23:59') })).toBe('2026-11-10');
    expect(people({ peopleUntil: at('2026-11-12T00:00') })).toBe('2026-11-11');
    expect(people({ pendingShare: new Map([['2026-11-11', 0.05]]) })).toBe('2026-11-10');
    expect(people({ pendingShare: new Map([['2026-11-11', 0.049]]) })).toBe('2026-11-11');
    expect(people({ peopleUntil: null })).toBeNull();
  });
  it('trusts predictions of models that are at most 48 hours old', () => {
    const predictions = (fitted: string) =>
      completeDays(facts({ peopleUntil: at('2026-11-12T07:59'), modelsFittedAt: at(fitted) }), allSources).predictions;
    expect(predictions('2026-11-10T08:00')).toBe('2026-11-11');
    expect(predictions('2026-11-08T08:00')).toBe('2026-11-09');
  });
  it('asks only for sources that are used; shares have days of their own', () => {
    const days = completeDays(
      facts({ pulls: [at('2026-11-12T08:00')], shareDay: '2026-11-11' }),
      new Set(['impression_share'] as const),
    );
    expect(days).toEqual({
      ads: null,
      people: null,
      predictions: null,
      search_terms: null,
      impression_share: '2026-11-10',
    });
  });
});

describe('days of time ranges', () => {
  const scope = {
    days: dataOf().days,
    asOf: dataOf().asOf,
    zone: 'Europe/Berlin',
    level: 'keyword',
    lifeFrom: null,
  } as const;
  it('end at the newest complete day, or so many before it', () => {
    expect(sharedRange({ kind: 'days', days: 7, shift: 0 }, scope)).toEqual({ from: '2026-11-14', to: '2026-11-20' });
    expect(sharedRange({ kind: 'days', days: 14, shift: 1 }, scope)).toEqual({ from: '2026-11-06', to: '2026-11-19' });
    expect(sharedRange({ kind: 'days', days: 7, shift: 0 }, scope, true)?.to).toBe('2026-11-19');
    expect(sharedRange({ kind: 'today' }, scope)).toEqual({ from: '2026-11-21', to: '2026-11-21' });
    const held = { ...scope, days: { ...scope.days, people: '2026-11-18' } };
    expect(sharedRange({ kind: 'days', days: 1, shift: 0 }, held)?.to).toBe('2026-11-18');
  });
  it('begin on the day after a change, and after the day on which a unit joined', () => {
    const trail = { cpt_bid: [bidChange(5, at('2026-11-15T08:00'), 1, 1.1)] };
    const change = { window: { kind: 'change' }, field: 'cpt_bid' } as const;
    expect(unitRange(change, dataOf(), { trail }, undefined)).toEqual({ from: '2026-11-16', to: '2026-11-20' });
    const start = { window: { kind: 'start' }, field: null } as const;
    expect(unitRange(start, dataOf(), { trail }, { joined: '2026-11-18' })).toEqual({
      from: '2026-11-19',
      to: '2026-11-20',
    });
  });
  it('are not judged while none of them is complete', () => {
    const trail = { cpt_bid: [bidChange(5, at('2026-11-21T07:00'), 1, 1.1)] };
    const when = { metric: 'taps', window: 'change', op: '>=', value: 0 };
    const verdict = verdictOn(
      { cases: [{ when, then: [{ do: 'bid', how: 'raise', percent: 5, min: 0.1, max: 5 }] }] },
      { units: [unitOf({ trail })], figures: new Map([['change:cpt_bid', windowOf({})]]) },
    );
    expect(verdict).toMatchObject({ verdict: 'no_data', message: 'no complete day yet' });
  });
});

describe('mature days (8.8)', () => {
  it('end as many days earlier as it takes', () => {
    const usual = (age: number): number => (age <= 10 ? 0.06 * age : 0.6 + 0.02 * (age - 10));
    const maturities = Array.from({ length: 20 }, (_, shift) => {
      const ages = Array.from({ length: 7 }, (_day, index) => shift + index + 1);
      return ages.reduce((sum, age) => sum + usual(age), 0) / ages.length;
    });
    expect(maturities.slice(0, 8).map((share) => Number(share.toFixed(3)))).toEqual([
      0.24, 0.3, 0.36, 0.42, 0.474, 0.523, 0.566, 0.603,
    ]);
    expect(matureShift(maturities, 0.6)).toBe(7);
    // Seen on the 21st: 14 to 8 days ago.
    const scope = {
      days: dataOf().days,
      asOf: dataOf().asOf,
      zone: 'Europe/Berlin',
      level: 'keyword',
      lifeFrom: null,
    } as const;
    expect(sharedRange({ kind: 'days', days: 7, shift: 7 }, scope)).toEqual({ from: '2026-11-07', to: '2026-11-13' });
    expect(matureShift(maturities, 1)).toBeNull();
    expect(matureShift([null, null], 0.6)).toBeNull();
  });
  const cases = (metric: string) => [
    { when: { metric, window: '7d', op: '>=', value: 1 }, then: [{ do: 'status', to: 'paused' }] },
  ];
  const figures = (maturity: number | null, grade: 'low' | 'medium' | 'high' = 'high') =>
    new Map([
      [
        '7d',
        windowOf({
          '700:710:720': figuresOf(
            { current_income: units(90), predicted_income: units(90), spend: units(80) },
            { maturity, grade },
          ),
        }),
      ],
    ]);
  it('waits for income that has not come yet, and asks predictions for their grade', () => {
    expect(verdictOn({ cases: cases('current_roas') }, { figures: figures(0.24) })).toMatchObject({
      verdict: 'no_data',
      message: 'about 24 % of 30-day income so far, 60 % needed',
      tests: [{ result: null, why: 'immature', value: 1.125 }],
    });
    expect(verdictOn({ cases: cases('current_roas') }, { figures: figures(0.6) }).verdict).toBe('acted');
    expect(verdictOn({ cases: cases('predicted_roas') }, { figures: figures(0.24) }).verdict).toBe('acted');
    expect(verdictOn({ cases: cases('predicted_roas') }, { figures: figures(0.24, 'low') }).message).toBe(
      'prediction has low confidence',
    );
  });
  it('asks for the age of the newest day where maturity is not known', () => {
    expect(verdictOn({ cases: cases('current_roas') }, { figures: figures(null) }).message).toBe(
      'newest day is 1 day old, 7 needed',
    );
  });
});

describe('a cool-down over a change of clocks (8.6)', () => {
  it('ends with the day, after 169 hours', () => {
    const clock = dataOf({ asOf: at('2026-10-31T08:00') });
    const changed = at('2026-10-24T07:00');
    const end = daysAfter(changed, 7, clock);
    expect(end).toBe(at('2026-10-30T23:00'));
    expect(clock.asOf - changed).toBe(169 * 3_600_000);
    expect(clock.asOf).toBeGreaterThanOrEqual(end);
    expect(at('2026-10-30T08:00')).toBeLessThan(end);
  });
  it('is a span of hours where an hour is another', () => {
    const clock = { asOf: 0, hourMs: 1000, zone: 'Europe/Berlin' };
    expect(daysAfter(5000, 7, clock)).toBe(5000 + 7 * 24 * 1000);
  });
});
