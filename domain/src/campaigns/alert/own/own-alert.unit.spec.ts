import { describe, expect, it } from 'vitest';
import { hourMs } from '../../../shared/calendar/days.ts';
import { DomainError } from '../../../shared/domain-error.ts';
import { scheduleClock } from '../../automation/rule/slots.ts';
import { type AlertRule, alertRuleField } from '../../custom-rule/definition/custom-rule.ts';
import type { EvaluationData } from '../../custom-rule/evaluation/evaluation-data.ts';
import { dataOf, figuresOf, unitOf, units, windowOf } from '../../custom-rule/evaluation/sample-world.fixture.ts';
import { sampleContext } from '../../custom-rule/sample-rules.fixture.ts';
import { applicationUnit } from '../../custom-rule/units/application-unit.ts';
import { episodeEvents } from '../episode/episode.events.ts';
import { evaluateOwnAlert } from './evaluate-own-alert.ts';
import { refuseMoreAlerts, usualPatience } from './own-alert.ts';
import { dueAlertSlot, nextAlertSlotAt } from './own-alert-slots.ts';
import { pastEpisodes } from './past-episodes.ts';
import { readAlertParts, wholeOrganizationWarning } from './read-alert-parts.ts';

const notify = [{ do: 'notify' }];
const cpaAbove = (value: number) => ({ metric: 'cpa', window: '7d', op: '>', value });
const ruleOf = (when: unknown, fields: object = {}): AlertRule =>
  alertRuleField.parse({ level: 'keyword', cases: [{ when, then: notify }], ...fields });

const keys = { dear: '700:710:720', cheap: '700:710:721', unknown: '700:710:722' };
const sums = (spend: number, installs: number) => figuresOf({ spend: units(spend), installs });
const data = dataOf({
  units: Object.values(keys).map((key) => unitOf({ key })),
  figures: new Map([
    ['7d', windowOf({ [keys.dear]: sums(90.16, 23), [keys.cheap]: sums(20, 20), [keys.unknown]: sums(50, 2) })],
  ]),
});
const evaluated = (rule: AlertRule, of: EvaluationData = data) =>
  evaluateOwnAlert({ name: 'CPA too high', rule, orgId: 40, whole: 'Moonvale' }, of);

describe('an alert that a person wrote', () => {
  it('finds units as a rule matches them, and names the figure, its limit and its days', () => {
    const { units: alertUnits, unjudged } = evaluated(ruleOf(cpaAbove(3)));
    expect(alertUnits).toMatchObject([
      {
        key: keys.dear,
        finding: true,
        value: 3_920_000,
        limit: 3_000_000,
        unit: 'money',
        currency: 'USD',
        window: { from: '2026-11-14', to: '2026-11-20' },
        spend: units(90.16),
        text: 'CPA too high in "sleep sounds" (US SKAG): CPA 3.92 above 3.00 (14 to 20 Nov, 23 installs)',
        text_without_amounts: 'CPA too high in "sleep sounds" (US SKAG)',
      },
      { key: keys.cheap, finding: false },
      { key: 'org:40', name: 'Moonvale', finding: false },
    ]);
    expect([...unjudged]).toEqual([keys.unknown]);
  });

  it('says of its second case because of which of its tests it was true', () => {
    const when = { all: [{ metric: 'installs', window: '7d', op: '>=', value: 20 }, { not: cpaAbove(2) }] };
    const rule = ruleOf(cpaAbove(100), {
      cases: [
        { when: cpaAbove(100), then: notify },
        { when, then: notify },
      ],
    });
    expect(evaluated(rule).units.filter(({ finding }) => finding)).toMatchObject([
      { key: keys.cheap, value: 20, limit: 20, unit: 'count', currency: null },
    ]);
  });

  it('has nothing to say of the organization while it can judge no unit, also where no day is complete', () => {
    const tooFew = ruleOf({ ...cpaAbove(3), floor: 1000 });
    expect(evaluated(tooFew).units).toMatchObject([{ key: 'org:40', finding: null }]);
    const old = { ...data, days: { ...data.days, ads: '2026-11-18' } };
    const { units: alertUnits, unjudged } = evaluated(ruleOf(cpaAbove(3)), old);
    expect(alertUnits).toMatchObject([{ key: 'org:40', finding: null }]);
    expect(unjudged.size).toBe(3);
  });

  it('is held back by no share and no limit of changes', () => {
    const many = Array.from({ length: 400 }, (_, index) => unitOf({ key: `700:710:${index + 1}` }));
    const rows = Object.fromEntries(many.map(({ key }) => [key, sums(100, 10)]));
    const all = { ...data, units: many, figures: new Map([['7d', windowOf(rows)]]) };
    expect(evaluated(ruleOf(cpaAbove(3)), all).units.filter(({ finding }) => finding)).toHaveLength(400);
  });

  it('is recorded of a search term however long that is', () => {
    const term = 'x'.repeat(1000);
    const key = `700:710:${term}`;
    const long = {
      ...data,
      units: [unitOf({ key, name: term })],
      figures: new Map([['7d', windowOf({ [key]: sums(90, 23) })]]),
    };
    const [unit] = evaluated(ruleOf(cpaAbove(3)), long).units;
    const kept = { kind: 'firing', against: 0, changes: [], unsteady_since: null, silence: null };
    const remembered = { key, name: unit?.name, ...kept };
    const evaluation = { alert_id: 101, application_id: 3, version: 1, slot: 'slot', units: [remembered] };
    const checked = episodeEvents[0].schema.safeParse({ ...evaluation, evaluated_at: '2026-11-21T08:00:00.000Z' });
    expect(unit?.finding).toBe(true);
    expect(unit?.text.length).toBeLessThanOrEqual(1000);
    expect(checked.success).toBe(true);
  });

  it('may be about the application as a whole', () => {
    const whole = {
      ...data,
      units: [applicationUnit('Moonvale')],
      figures: new Map([['7d', windowOf({ '': sums(160, 40) })]]),
    };
    const rule = ruleOf(cpaAbove(3), { level: 'application' });
    expect(evaluated(rule, whole).units).toMatchObject([
      {
        key: 'org:40',
        finding: true,
        text: 'CPA too high in Moonvale: CPA 4.00 above 3.00 (14 to 20 Nov, 40 installs)',
      },
    ]);
    expect(wholeOrganizationWarning(rule, { 40: 'all' })).toEqual([]);
    const warning = ['An alert about the application counts every campaign of its organizations'];
    expect(wholeOrganizationWarning(rule, { 40: [700] })).toEqual(warning);
    expect(
      wholeOrganizationWarning(ruleOf(cpaAbove(3), { level: 'application', scope: { countries: ['US'] } }), {
        40: 'all',
      }),
    ).toEqual(warning);
  });

  it('asks for two evaluations in a row where one hour follows another', () => {
    const patience = (hours: readonly number[]) => usualPatience({ schedule: { hours: [...hours], weekdays: [1] } });
    expect(patience([9])).toBe(1);
    expect(patience([0, 6, 12])).toBe(1);
    expect(patience([23, 0])).toBe(2);
    expect(patience(Array.from({ length: 24 }, (_, hour) => hour))).toBe(2);
  });
});

it('is one of at most a hundred of its application', () => {
  expect(() => refuseMoreAlerts(99)).not.toThrow();
  expect(() => refuseMoreAlerts(100)).toThrow('Too many alerts: at most 100');
});

describe('incidents that an alert would have had', () => {
  it('begin and end after so many evaluations in a row; what could not be judged counts neither way', () => {
    const unit = (finding: boolean | null) => ({ key: '1', name: 'Brand', finding });
    const findings = [true, true, null, false, true, false, false, true];
    const evaluations = findings.map((finding, index) => ({ at: index * hourMs, units: [unit(finding)] }));
    const patience = { for: 2, clear: 2 };
    expect(pastEpisodes(evaluations, patience)).toEqual([{ key: '1', name: 'Brand', from: hourMs, to: 6 * hourMs }]);
    expect(pastEpisodes(evaluations.slice(0, 3), patience)).toMatchObject([{ from: hourMs, to: null }]);
  });
});

describe('hours of an alert', () => {
  const clockOf = (zone: string, hours: number[], everySeconds?: number) =>
    scheduleClock({ hours, weekdays: [1, 2, 3, 4, 5, 6, 7] }, zone, everySeconds);
  const berlin = { orgId: 1, clock: clockOf('Europe/Berlin', [9]) };
  const angeles = { orgId: 2, clock: clockOf('America/Los_Angeles', [9]) };
  const at = Date.parse('2026-11-21T08:00:00.000Z');

  it('are those of each ad organization; a slot comes once and may be late', () => {
    const due = dueAlertSlot([berlin, angeles], at - hourMs, at + hourMs);
    expect(due).toEqual({ id: '2026-11-21T08:00:00.000Z', at, orgIds: new Set([1]) });
    expect(dueAlertSlot([berlin, angeles], at, at + hourMs)).toBeUndefined();
    expect(dueAlertSlot([berlin], at - hourMs, at + 3 * hourMs + 1)).toBeUndefined();
    expect(nextAlertSlotAt([berlin, angeles], at)).toBe(at + 9 * hourMs);
  });

  it('may be seconds, which are the same everywhere', () => {
    const clocks = [berlin, angeles].map(({ orgId, clock }) => ({ orgId, clock: { ...clock, everySeconds: 60 } }));
    expect(dueAlertSlot(clocks, at, at + 90_000)).toMatchObject({ at: at + 60_000, orgIds: new Set([1, 2]) });
  });
});

describe('an alert that is entered', () => {
  const organizations = new Map([['40', new Set([700])]]);
  const read = (entered: object) => () => readAlertParts(entered, { context: sampleContext, organizations });
  const entered = { level: 'application', cases: [{ when: cpaAbove(3), then: notify }], schedule: { hours: [9, 10] } };

  it('is read with its defaults', () => {
    const { name, apply_to, rule } = read({ name: ' CPA ', apply_to: { 40: 'all' }, automation_params: entered })();
    expect(name).toBe('CPA');
    expect(apply_to).toEqual({ 40: 'all' });
    expect(rule).toMatchObject({ level: 'application', claim_type: 'click', guards: { trust: true } });
  });

  it.each<[string, object, string | undefined]>([
    ['without a name', { name: '  ', automation_params: entered }, 'name'],
    [
      'that changes something',
      {
        automation_params: {
          ...entered,
          level: 'keyword',
          cases: [{ when: cpaAbove(3), then: [{ do: 'negative', at: 'campaign' }] }],
        },
      },
      'cases[0].then[0].do',
    ],
    [
      'that compares the application with all units',
      { automation_params: { ...entered, cases: [{ when: { ...cpaAbove(3), of: 'scope' }, then: notify }] } },
      'cases[0].when.of',
    ],
    ['without hours', { automation_params: { ...entered, schedule: { hours: [] } } }, 'schedule.hours'],
    ['for campaigns of others', { apply_to: { 40: [701] } }, undefined],
    ['for an organization of others', { apply_to: { 41: 'all' } }, undefined],
  ])('is refused %s', (_, parts, path) => {
    try {
      read(parts)();
      expect.unreachable();
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      expect(error.code).toBe(path === undefined ? 'not_found' : 'bad_rule');
      if (path !== undefined) expect(error.answer).toMatchObject({ errors: [{ path }] });
    }
  });
});
