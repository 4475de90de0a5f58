import type { CustomRunSummary, ExistingCustomRule, SettingChange } from '@tapwise/domain';
import { describe, expect, it } from 'vitest';
import {
  bidChange,
  byPerson,
  dataOf,
  ruleOf,
  unitOf,
  verdictOn,
} from '../../../../../domain/src/campaigns/custom-rule/evaluation/sample-world.fixture.ts';
import { coveredOf, neverMatchedOf, oscillatingOf, pairsOf } from './conflicts-response.ts';
import type { EvaluatedRule } from './evaluated-rules.ts';

const clock = dataOf();
const key = '700:710:720';
const { name, campaignName } = unitOf({ key });
const named = { key, name, campaign_name: campaignName };
const at = (instant: string): number => Date.parse(`${instant}Z`);
const move = (how: 'raise' | 'lower') => ({
  cases: [
    {
      when: { metric: 'age_days', op: '>=', value: 0 },
      then: [{ do: 'bid', how, percent: 10, min: 0.1, max: 9 }],
    },
  ],
});

function existing(
  automation_id: number,
  entered: Record<string, unknown>,
  since = '2026-11-01T09:00:00.000Z',
): ExistingCustomRule {
  const version = {
    version: 1,
    rule: ruleOf(entered),
    apply_to: { 40: [700] },
    since,
    changed_by: 17,
    change_id: '5f1c6d0e-3b7a-4c52-9a3e-0d6f2f7c9b11',
    what: [],
  };
  return {
    ...version,
    automation_id,
    application_id: 3,
    name: `Rule ${automation_id}`,
    status: 'active',
    mode: 'live',
    created_by: 17,
    created_at: since,
    last_updated: since,
    slotsSince: since,
    casesSince: since,
    pausedAfter: null,
    wishes: {},
    resumed: {},
    versions: [version],
  };
}

/** A rule with what it comes to of units with these changes of their bids. */
function evaluated(
  automation_id: number,
  entered: Record<string, unknown>,
  trails: Readonly<Record<string, readonly SettingChange[]>>,
): EvaluatedRule {
  const units = Object.entries(trails).map(([unitKey, changes]) =>
    unitOf({ key: unitKey, trail: { cpt_bid: [...changes] } }),
  );
  return {
    rule: existing(automation_id, entered),
    decisions: units.map((unit) => verdictOn(entered, { units: [unit] })),
    units: units.map((unit) => ({ unit, clock })),
  };
}

describe('two rules that pull apart', () => {
  const changes = [
    bidChange(5, at('2026-11-06T08:00'), 1, 1.1),
    bidChange(5, at('2026-11-08T08:00'), 1.1, 1.2),
    bidChange(6, at('2026-11-09T08:00'), 1.2, 1.1),
    bidChange(7, at('2026-11-10T08:00'), 1.1, 1.2),
    byPerson(at('2026-11-11T08:00'), 1.2, 1),
  ];

  it('are a pair with their own changes of 14 days, the newest first', () => {
    const rules = [evaluated(5, move('raise'), { [key]: changes }), evaluated(6, move('lower'), { [key]: changes })];
    expect(pairsOf(rules, clock.asOf)).toEqual([
      {
        rules: [5, 6],
        field: 'cpt_bid',
        units: 1,
        both_now: 1,
        changes: [
          { ...named, at: '2026-11-09T08:00:00.000Z', rule: 6, old: 1.2, new: 1.1 },
          { ...named, at: '2026-11-08T08:00:00.000Z', rule: 5, old: 1.1, new: 1.2 },
        ],
      },
    ]);
  });

  it('are none where they share no unit, or change the same way', () => {
    const raising = evaluated(5, move('raise'), { [key]: [] });
    expect(pairsOf([raising, evaluated(6, move('lower'), { '700:710:721': [] })], clock.asOf)).toEqual([]);
    expect(pairsOf([raising, evaluated(6, move('raise'), { [key]: [] })], clock.asOf)).toEqual([]);
  });
});

describe('units that rules turn to and fro', () => {
  const turns = ['02', '09', '10'].map((day, index) =>
    bidChange(5 + (index % 2), at(`2026-11-${day}T08:00`), index % 2 === 0 ? 2 : 1, index % 2 === 0 ? 1 : 2),
  );
  const turned = [bidChange(6, at('2026-11-01T08:00'), 1, 2), ...turns];

  it('are listed once, with the rules that turned them and the end', () => {
    const rules = [5, 6].map((id) =>
      evaluated(id, move('raise'), { [key]: turned, '700:710:721': turned.slice(0, 3) }),
    );
    expect(oscillatingOf(rules)).toEqual([
      { ...named, field: 'cpt_bid', turns: 3, until: '2026-11-23T23:00:00.000Z', rules: [6, 5] },
    ]);
  });
});

describe('rules that never matched', () => {
  const old = '2026-10-01T09:00:00.000Z';
  const run = (no_match: number, as_of: string): CustomRunSummary => ({
    run_id: '8a1d1f9e-4f6e-8b1a-9d3c-2b7e5c4a9f01',
    automation_id: 5,
    org_id: 40,
    slot: as_of.slice(0, 13),
    slot_at: as_of,
    state: 'done',
    version: 1,
    mode: 'live',
    releases: null,
    as_of,
    started_at: as_of,
    ended_at: as_of,
    change_ids: [],
    message: null,
    counts: { checked: 9, acted: 0, no_match, no_data: 2, on_hold: 7 - no_match, skipped: 0, limited: 0, failed: 0 },
    days: null,
    joined: 0,
    left: 0,
    held: null,
    without_figures: 0,
  });
  const of = (since: string, ...runs: CustomRunSummary[]) =>
    neverMatchedOf([existing(5, move('raise'), since)], () => runs, clock.asOf);

  it('are those with the same cases for 30 days, whose runs in them matched nothing, held back or not', () => {
    const idle = run(7, '2026-11-20T08:00:00.000Z');
    expect(of(old, idle)).toEqual([{ id: 5, since: old }]);
    expect(of(old, idle, run(6, '2026-11-19T08:00:00.000Z'))).toEqual([]);
    expect(of(old, idle, run(6, '2026-10-19T08:00:00.000Z'))).toEqual([{ id: 5, since: old }]);
    expect(of('2026-11-01T09:00:00.000Z', idle)).toEqual([]);
    expect(of(old)).toEqual([]);
  });
});

describe('rules whose units are all in another one', () => {
  it('are those of which the other one goes first', () => {
    const both = { [key]: [], '700:710:721': [] };
    const first = evaluated(5, { ...move('raise'), priority: 400 }, both);
    expect(coveredOf([first, evaluated(6, move('lower'), { [key]: [] })])).toEqual([{ id: 6, by: 5 }]);
    expect(coveredOf([first, evaluated(6, { ...move('lower'), priority: 400 }, { [key]: [] })])).toEqual([]);
    expect(coveredOf([first, evaluated(6, move('lower'), { ...both, '700:710:722': [] })])).toEqual([]);
    expect(coveredOf([first, evaluated(6, move('lower'), {})])).toEqual([]);
  });
});
