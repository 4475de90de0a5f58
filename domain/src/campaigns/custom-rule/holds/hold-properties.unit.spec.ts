import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, daysBetween, hourMs } from '../../../shared/calendar/days.ts';
import { dayInZone, startOfDayInZone } from '../../../shared/calendar/zones.ts';
import {
  runSlot,
  type SimulatedRun,
  type SimulatedWorld,
  simulatedWorld,
  withChange,
} from '../evaluation/rule-simulation.fixture.ts';
import { byPerson, figuresOf, unitOf, units, versionOf, windowOf } from '../evaluation/sample-world.fixture.ts';
import { completeDays, runDayOf } from '../numbers/complete-days.ts';
import { sharedRange } from '../numbers/figure-windows.ts';
import { turnsOf } from './oscillation.ts';

const zone = 'Europe/Berlin';
const began = Date.parse('2026-10-20T08:00:00.000Z');
const figures = new Map([
  [
    '7d',
    windowOf({ '700:710:720': figuresOf({ installs: 20, spend: units(60), taps: 90, predicted_income: units(30) }) }),
  ],
]);

/** Rules that always match: what they do is up to their holds. */
const someRule = fc.record({
  how: fc.constantFrom('raise', 'lower'),
  percent: fc.constantFrom(1, 10, 40),
  cooldown: fc.constantFrom(null, 1, 2, 9),
  oscillation: fc.constant('hold'),
});
const versionsOf = (rules: readonly { how: string; percent: number; cooldown: number | null; oscillation: string }[]) =>
  rules.map(({ how, percent, cooldown, oscillation }, index) =>
    versionOf(
      {
        cases: [
          {
            when: { metric: 'cpa', window: '7d', op: '<=', value: 3 },
            then: [{ do: 'bid', how, percent, min: 0.05, max: 50 }],
          },
        ],
        guards: { cooldown_days: cooldown, oscillation },
      },
      { id: 5 + index },
    ),
  );

/** Runs rules at instants, and lets people change the bid between them. */
function play(
  versions: ReturnType<typeof versionsOf>,
  steps: readonly { readonly hours: number; readonly edit: number | null }[],
): { world: SimulatedWorld; runs: SimulatedRun[] } {
  let world = simulatedWorld([unitOf()]);
  const runs: SimulatedRun[] = [];
  let at = began;
  for (const { hours, edit } of steps) {
    at += hours * hourMs;
    const slot = runSlot(world, versions, at, { figures });
    runs.push(...slot.runs);
    world = slot.world;
    const unit = world.units[0];
    if (edit === null || unit === undefined) continue;
    const change = byPerson(at + 60_000, (unit.settings.cptBid ?? 0) / 1e6, edit);
    world = { ...world, units: [withChange(unit, 'cpt_bid', change)] };
  }
  return { world, runs };
}

const someSteps = (edits: fc.Arbitrary<number | null>) =>
  fc.array(fc.record({ hours: fc.integer({ min: 1, max: 60 }), edit: edits }), { minLength: 5, maxLength: 30 });
const noEdits = fc.constant(null);
const acted = (runs: readonly SimulatedRun[], id: number) =>
  runs.filter((run) => run.id === id && run.verdicts[0]?.verdict === 'acted').map(({ at }) => at);

describe('rules over figures that do not change', () => {
  it('change a setting at most once in their cool-down, at any hours and over changes of clocks', () => {
    fc.assert(
      fc.property(someRule, someSteps(noEdits), (rule, steps) => {
        const { runs } = play(versionsOf([rule]), steps);
        const days = acted(runs, 5).map((at) => dayInZone(at, zone));
        for (const [index, day] of days.entries()) {
          const next = days[index + 1];
          if (next !== undefined) expect(daysBetween(day, next)).toBeGreaterThanOrEqual(rule.cooldown ?? 7);
        }
        expect(days.length).toBeGreaterThan(0);
      }),
      { numRuns: 60 },
    );
  });

  it('do not raise while the lower of another cools, turn at most three times in 14 days, and change once a slot and day', () => {
    let turned = 0;
    fc.assert(
      fc.property(
        someRule,
        someRule,
        fc.array(someRule, { maxLength: 2 }),
        someSteps(noEdits),
        (up, down, others, steps) => {
          const rules = [{ ...up, how: 'raise' }, { ...down, how: 'lower' }, ...others];
          const { world } = play(versionsOf(rules), steps);
          const changes = world.units[0]?.trail.cpt_bid ?? [];
          for (const [index, change] of changes.entries()) {
            const before = changes.slice(0, index);
            expect(before.some(({ at }) => dayInZone(at, zone) === dayInZone(change.at, zone))).toBe(false);
            if (change.direction !== 'up') continue;
            const cooling = before.filter(({ actor, at, direction }) => {
              if (actor.kind !== 'rule' || change.actor.kind !== 'rule' || actor.id === change.actor.id) return false;
              return (
                direction === 'down' &&
                daysBetween(dayInZone(at, zone), dayInZone(change.at, zone)) < actor.cooldownDays
              );
            });
            expect(cooling).toEqual([]);
          }
          const turns = turnsOf(changes).map(({ at }) => dayInZone(at, zone));
          turned += turns.length;
          for (const day of turns) {
            expect(turns.filter((other) => other <= day && daysBetween(other, day) < 14).length).toBeLessThanOrEqual(3);
          }
        },
      ),
      { numRuns: 40 },
    );
    expect(turned).toBeGreaterThan(5);
  });
});

describe('a person who takes a change back', () => {
  it('ends the changes of that rule until Resume or new cases', () => {
    fc.assert(
      fc.property(someRule, someSteps(fc.option(fc.constantFrom(0.5, 1, 1.5, 3))), (rule, steps) => {
        const versions = versionsOf([rule]);
        const { world, runs } = play(versions, steps);
        const changes = world.units[0]?.trail.cpt_bid ?? [];
        const back = changes.findIndex(({ actor, to }, index) => {
          const last = changes.slice(0, index).findLast((change) => change.actor.kind === 'rule');
          if (actor.kind !== 'person' || typeof last?.from !== 'number' || typeof to !== 'number') return false;
          return last.direction === 'up' ? to <= last.from : to >= last.from;
        });
        if (back === -1) return;
        expect(changes.slice(back).every(({ actor }) => actor.kind === 'person')).toBe(true);
        const later = runs.at(-1)?.at ?? began;
        const asOf = later + 30 * 24 * hourMs;
        const reasonOf = (version: (typeof versions)[number]) =>
          runSlot(world, [version], asOf, { figures }).runs[0]?.verdicts[0]?.reason;
        const [version] = versions;
        if (version === undefined) return;
        expect(reasonOf(version)).toBe('released');
        expect(reasonOf({ ...version, casesSince: later + hourMs })).not.toBe('released');
      }),
      { numRuns: 40 },
    );
  });
});

describe('units that leave and come back', () => {
  it('never act twice within their cool-down, however often they do', () => {
    const presence = fc.array(fc.boolean(), { minLength: 20, maxLength: 40 });
    const day = 24 * hourMs;
    let returned = 0;
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), presence, (cooldown, isThere) => {
        const versions = versionsOf([{ how: 'raise', percent: 10, cooldown, oscillation: 'hold' }]);
        let world = simulatedWorld([unitOf()]);
        const changedAt: number[] = [];
        for (const [index, there] of isThere.entries()) {
          const slot = runSlot(there ? world : { ...world, units: [] }, versions, began + index * day, { figures });
          const [verdict] = slot.runs[0]?.verdicts ?? [];
          expect(verdict === undefined).toBe(!there);
          if (verdict?.verdict === 'acted') changedAt.push(index);
          if (there && isThere[index - 1] === false) returned += 1;
          world = { ...slot.world, units: there ? slot.world.units : world.units };
          const last = changedAt.at(-2);
          if (changedAt.at(-1) === index && last !== undefined) expect(index - last).toBeGreaterThanOrEqual(cooldown);
          if (there && changedAt.at(-1) !== index) expect(verdict?.reason).toBe('cooldown');
        }
      }),
      { numRuns: 40 },
    );
    expect(returned).toBeGreaterThan(40);
  });
});

describe('time ranges', () => {
  it('never hold a day after the newest complete one, which is never after one whose pull began too early', () => {
    const zones = fc.constantFrom('Europe/Berlin', 'America/Los_Angeles', 'Asia/Tokyo', 'Australia/Lord_Howe');
    const window = fc.record({
      kind: fc.constant('days' as const),
      days: fc.integer({ min: 1, max: 90 }),
      shift: fc.nat({ max: 60 }),
    });
    const pulls = fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 6 });
    fc.assert(
      fc.property(zones, fc.nat({ max: 20_000 }), pulls, window, (local, hour, hoursBefore, range) => {
        const asOf = began - hour * hourMs;
        const starts = hoursBefore.map((hours) => asOf - hours * hourMs);
        const days = completeDays(
          {
            asOf,
            zone: local,
            completeAfterHours: 3,
            pulls: starts,
            peopleUntil: null,
            pendingShare: new Map(),
            modelsFittedAt: null,
            termDays: null,
            shareDay: null,
          },
          new Set(['ads']),
        );
        const day = runDayOf(days);
        if (day === null) return;
        const end = startOfDayInZone(addDays(day, 1), local);
        expect(starts.some((start) => start >= end + 3 * hourMs)).toBe(true);
        const next = startOfDayInZone(addDays(day, 2), local);
        expect(addDays(day, 1) === dayInZone(asOf, local) || !starts.some((start) => start >= next + 3 * hourMs)).toBe(
          true,
        );
        const shared = sharedRange(range, { days, asOf, zone: local, level: 'keyword', lifeFrom: null });
        expect(shared !== null && shared.to <= day && shared.from <= shared.to).toBe(true);
      }),
      { numRuns: 200 },
    );
  });
});
