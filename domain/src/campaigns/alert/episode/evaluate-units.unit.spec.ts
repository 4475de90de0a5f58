import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hourMs } from '../../../shared/calendar/days.ts';
import { fold } from '../../../shared/decider.ts';
import type { AlertEvaluation } from './alert-evaluation.ts';
import type { AlertFinding } from './alert-state.ts';
import { acknowledgeEpisode, alertUnitsDecider } from './alert-units.ts';
import type { EpisodeEvent } from './episode.events.ts';
import { evaluateUnits } from './evaluate-units.ts';

const began = Date.parse('2026-11-23T10:00:00.000Z');
const figures = {
  org_id: 40,
  value: 81,
  limit: 60,
  unit: 'count',
  currency: null,
  window: null,
  spend: 0,
  text: 'Too many',
  text_without_amounts: 'Too many',
} as const;

function evaluation(hour: number, findings: Readonly<Record<string, AlertFinding>>, version = 1): AlertEvaluation {
  const at = began + hour * hourMs;
  return {
    alert_id: 101,
    application_id: 3,
    alert_name: 'Too many taps',
    severity: 'normal',
    version,
    patience: { for: 1, clear: 1 },
    slot: new Date(at).toISOString(),
    at,
    units: Object.entries(findings).map(([key, finding]) => ({ ...figures, key, name: `Unit ${key}`, finding })),
    episodeId: (key) => `${key}@${hour}`,
    before: () => [],
  };
}

function eventsOf(...evaluations: readonly AlertEvaluation[]): EpisodeEvent[] {
  const events: EpisodeEvent[] = [];
  for (const next of evaluations) events.push(...evaluateUnits(fold(alertUnitsDecider, events), next));
  return events;
}
const incidents = (events: readonly EpisodeEvent[]) =>
  events.flatMap(({ type, data }) => (type === 'AlertUnitsEvaluated' ? [] : [{ type, data }]));

/** Records an evaluation as parts of it. @param parts After so many the process ends. */
function recordedBy(events: EpisodeEvent[], next: AlertEvaluation, parts = Number.POSITIVE_INFINITY): EpisodeEvent[] {
  for (let part = 0; part < parts; part += 1) {
    const recorded = evaluateUnits(fold(alertUnitsDecider, events), next);
    if (recorded.length === 0) return events;
    expect(JSON.stringify(recorded).length).toBeLessThan(600_000);
    events.push(...recorded);
  }
  return events;
}
const firedKeys = (events: readonly EpisodeEvent[]) =>
  events.flatMap(({ type, data }) => (type === 'AlertFired' ? [data.key] : []));

describe('an evaluation of an alert', () => {
  it('begins and ends an incident of each unit by itself', () => {
    const events = eventsOf(evaluation(0, { a: true, b: false }), evaluation(1, { a: false, b: true }));
    expect(incidents(events)).toMatchObject([
      { type: 'AlertFired', data: { episode_id: 'a@0', key: 'a', value: 81, message: 'fired' } },
      { type: 'AlertRecovered', data: { episode_id: 'a@0', key: 'a' } },
      { type: 'AlertFired', data: { episode_id: 'b@1', key: 'b' } },
    ]);
  });

  it('leaves units as they are that it is not about, and ends incidents of what is not there any more', () => {
    const fired = evaluation(0, { a: true, b: true });
    const later = { ...evaluation(1, {}), isLeftOut: (key: string) => key === 'a' };
    expect(incidents(eventsOf(fired, later)).slice(2)).toMatchObject([{ type: 'AlertRecovered', data: { key: 'b' } }]);
  });

  it('records nothing where nothing is remembered otherwise, nor when it is repeated', () => {
    expect(eventsOf(evaluation(0, { a: false }))).toEqual([]);
    const once = eventsOf(evaluation(0, { a: true }));
    expect(eventsOf(evaluation(0, { a: true }), evaluation(0, { a: true }))).toEqual(once);
    expect(eventsOf(evaluation(0, { a: true }), evaluation(1, { a: true }))).toEqual(once);
    const patient = { ...evaluation(0, { a: true }), patience: { for: 2, clear: 2 } };
    expect(incidents(eventsOf(patient, patient))).toEqual([]);
  });

  it('ends the incident of a unit that is not there any more', () => {
    expect(incidents(eventsOf(evaluation(0, { a: true }), evaluation(1, {}))).at(-1)).toMatchObject({
      type: 'AlertRecovered',
      data: { episode_id: 'a@0' },
    });
  });

  it('keeps the incident of a unit that is there without figures', () => {
    const without = { ...evaluation(1, {}), isThere: (key: string) => key === 'a' };
    expect(incidents(eventsOf(evaluation(0, { a: true, b: true }), without)).slice(2)).toMatchObject([
      { type: 'AlertRecovered', data: { episode_id: 'b@0' } },
    ]);
  });

  it('forgets what was before an edit, without another word about it', () => {
    const events = eventsOf(evaluation(0, { a: true }), evaluation(1, { a: false }, 2), evaluation(2, { a: true }, 2));
    expect(incidents(events).map(({ type }) => type)).toEqual(['AlertFired', 'AlertFired']);
  });

  it('says once that nothing could be said for a day', () => {
    const silent = eventsOf(...Array.from({ length: 50 }, (_, hour) => evaluation(hour, { a: null })));
    expect(incidents(silent)).toMatchObject([
      { type: 'AlertSilent', data: { key: 'a', since: new Date(began).toISOString() } },
    ]);
  });

  it('lets incidents of a unit fire and recover in turns, each under an id of its own', () => {
    const findings = fc.array(fc.record({ a: fc.constantFrom<AlertFinding>(true, false, null), b: fc.boolean() }), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(findings, (slots) => {
        const events = incidents(eventsOf(...slots.map((units, hour) => evaluation(hour, units))));
        for (const key of ['a', 'b']) {
          const ofUnit = events.filter(({ type, data }) => type !== 'AlertSilent' && 'key' in data && data.key === key);
          expect(ofUnit.map(({ type }) => type)).toEqual(
            ofUnit.map((_, index) => (index % 2 === 0 ? 'AlertFired' : 'AlertRecovered')),
          );
          const ids = ofUnit.map(({ data }) => ('episode_id' in data ? data.episode_id : ''));
          expect(ids).toEqual(ids.map((id, index) => (index % 2 === 0 ? id : ids[index - 1])));
          expect(new Set(ids).size).toBe(Math.ceil(ids.length / 2));
        }
      }),
    );
  });

  it('is recorded in parts that an append holds, each incident once wherever it is cut short', () => {
    const text = 'x'.repeat(1000);
    const change = { change_id: null, at: new Date(began).toISOString(), actor: 'person', text: 'y'.repeat(300) };
    const changes = Array.from({ length: 20 }, () => change);
    const large = (hour: number) => {
      const findings = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`u${index}`, true]));
      const whole = evaluation(hour, findings);
      const units = whole.units.map((unit) => ({ ...unit, text, text_without_amounts: text }));
      return { ...whole, units, before: () => changes };
    };
    const fired = (events: readonly EpisodeEvent[]) =>
      events.flatMap(({ type, data }) => (type === 'AlertFired' ? [data.episode_id] : []));
    const whole = recordedBy([], large(0));
    expect(fired(whole)).toEqual(Array.from({ length: 300 }, (_, index) => `u${index}@0`));
    expect(fired(recordedBy(recordedBy([], large(0), 2), large(0)))).toEqual(fired(whole));
    const later = fired(recordedBy(recordedBy([], large(0), 2), large(1)));
    expect(new Set(later.map((id) => id.split('@')[0])).size).toBe(300);
    expect(later).toHaveLength(300);
    const calm = { ...evaluation(1, {}), isThere: () => true };
    const cut = recordedBy([], large(0), 1);
    expect(fold(alertUnitsDecider, cut).begun?.keys.length).toBeLessThan(300);
    expect(fold(alertUnitsDecider, [...cut, ...evaluateUnits(fold(alertUnitsDecider, cut), calm)]).begun).toBeNull();
  });

  it('gives incidents to the thousand units that spend most, and counts the others until one of those ends', () => {
    const many = (hour: number, calm: readonly string[] = []): AlertEvaluation => {
      const findings = Object.fromEntries(Array.from({ length: 1200 }, (_, index) => [`u${index}`, true]));
      const whole = evaluation(hour, findings);
      const units = whole.units.map((unit, index) => ({
        ...unit,
        org_id: index < 1100 ? 40 : 41,
        spend: index,
        finding: !calm.includes(unit.key),
      }));
      return { ...whole, units };
    };
    const events = recordedBy([], many(0));
    const first = fold(alertUnitsDecider, events);
    expect(firedKeys(events)).toEqual(Array.from({ length: 1000 }, (_, index) => `u${index + 200}`));
    expect(first.counted).toEqual([{ org_id: 40, units: 200 }]);
    expect(recordedBy([...events], many(1))).toEqual(events);
    recordedBy(events, many(2, ['u1199', 'u1198', 'u0']));
    expect(firedKeys(events).slice(1000)).toEqual(['u198', 'u199']);
    expect(fold(alertUnitsDecider, events).counted).toEqual([{ org_id: 40, units: 197 }]);
    const edited = recordedBy([...events], { ...evaluation(3, { a: true }), version: 2 });
    expect(fold(alertUnitsDecider, edited).counted).toEqual([]);
  });

  it('keeps the number of counted units of an organization that it is not about, or where it could judge nothing', () => {
    const counted = [
      { org_id: 40, units: 7 },
      { org_id: 41, units: 8 },
      { org_id: 42, units: 9 },
    ];
    const remembered = { ...fold(alertUnitsDecider, eventsOf(evaluation(0, { a: true }))), counted };
    const next = { ...evaluation(1, { a: true, b: null }), isLeftOut: (key: string) => key === 'org:41' };
    const units = next.units.map((unit) => ({ ...unit, org_id: unit.key === 'a' ? 42 : 40 }));
    const [evaluated] = evaluateUnits(remembered, { ...next, units });
    expect(evaluated).toMatchObject({ data: { units: [{ key: 'b' }], counted: counted.slice(0, 2) } });
  });

  it('copies no units for an incident', () => {
    const [evaluated, ...begun] = eventsOf(evaluation(0, { a: true, b: true }));
    const remembered = fold(alertUnitsDecider, evaluated === undefined ? [] : [evaluated]);
    const after = begun.reduce(alertUnitsDecider.evolve, remembered);
    expect(begun).toHaveLength(2);
    expect(after.units).toBe(remembered.units);
  });

  it('is acknowledged once, until the incident ends', () => {
    const fired = eventsOf(evaluation(0, { a: true }));
    const acknowledge = (events: readonly EpisodeEvent[]) =>
      acknowledgeEpisode(fold(alertUnitsDecider, events), {
        alert_id: 101,
        application_id: 3,
        episode_id: 'a@0',
        note: null,
        acknowledged_by: 17,
        acknowledged_at: new Date(began).toISOString(),
      });
    const first = acknowledge(fired);
    expect(first).toHaveLength(1);
    expect(acknowledge([...fired, ...first])).toEqual([]);
  });
});
