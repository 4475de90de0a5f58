import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayMs, hourMs } from '../../../shared/calendar/days.ts';
import { type AlertFinding, type AlertPatience, type AlertTransition, calmState, evolveAlert } from './alert-state.ts';

const atOnce: AlertPatience = { for: 1, clear: 1 };
const hourly: AlertPatience = { for: 2, clear: 2 };

/** What each of these findings, an hour apart, brings about. */
function transitionsOf(findings: readonly AlertFinding[], patience = atOnce) {
  let state = calmState;
  return findings.map((finding, index) => {
    const next = evolveAlert(state, finding, index * hourMs, patience);
    state = next.state;
    return next.transition;
  });
}

const kinds = (transitions: readonly (AlertTransition | null)[]) =>
  transitions.map((transition) => transition?.kind ?? null);

describe('a unit of an alert', () => {
  it('fires and recovers after as many evaluations in a row as asked for', () => {
    expect(kinds(transitionsOf([true, false, false]))).toEqual(['fired', 'recovered', null]);
    const patient = transitionsOf([true, false, true, true, false, true, false, false], hourly);
    expect(kinds(patient)).toEqual([null, null, null, 'fired', null, null, null, 'recovered']);
  });

  it('keeps its state, and what speaks against it, where nothing can be said', () => {
    expect(kinds(transitionsOf([true, null, true, null, false, null, false], hourly))).toEqual([
      null,
      null,
      'fired',
      null,
      null,
      null,
      'recovered',
    ]);
  });

  it('says once that nothing could be said for a day', () => {
    const transitions = transitionsOf([true, ...Array.from({ length: 60 }, () => null), false]);
    const silent = transitions.filter((transition) => transition?.kind === 'silent');
    expect(silent).toEqual([{ kind: 'silent', since: hourMs }]);
    expect(transitions.at(25)).toEqual(silent[0]);
    expect(transitions.at(-1)).toEqual({ kind: 'recovered', message: 'recovered' });
  });

  it('tells of the third episode within a day how often it changed, and is silent until it was calm for a day', () => {
    const findings = [true, false, true, false, true, false, true, false];
    expect(transitionsOf(findings)).toEqual([
      { kind: 'fired', message: 'fired', changes: 1, since: 0 },
      { kind: 'recovered', message: 'recovered' },
      { kind: 'fired', message: 'fired', changes: 3, since: 0 },
      { kind: 'recovered', message: 'recovered' },
      { kind: 'fired', message: 'unsteady', changes: 5, since: 0 },
      { kind: 'recovered', message: 'none' },
      { kind: 'fired', message: 'none', changes: 7, since: 0 },
      { kind: 'recovered', message: 'none' },
    ]);
    const calm = Array.from({ length: 24 }, () => false);
    expect(transitionsOf([...findings, ...calm, true]).at(-1)).toMatchObject({
      kind: 'fired',
      message: 'fired',
      changes: 1,
    });
    expect(transitionsOf([...findings, ...calm.slice(2), true]).at(-1)).toMatchObject({ message: 'none' });
  });

  it('fires and recovers in turns, whatever is found', () => {
    const findings = fc.array(fc.constantFrom<AlertFinding>(true, false, null), { maxLength: 200 });
    const patience = fc.record({ for: fc.integer({ min: 1, max: 7 }), clear: fc.integer({ min: 1, max: 7 }) });
    fc.assert(
      fc.property(findings, patience, (evaluated, patient) => {
        const changes = kinds(transitionsOf(evaluated, patient)).filter(
          (kind) => kind === 'fired' || kind === 'recovered',
        );
        expect(changes).toEqual(changes.map((_, index) => (index % 2 === 0 ? 'fired' : 'recovered')));
      }),
    );
  });

  it('never fires on fewer findings in a row than asked for', () => {
    const findings = fc.array(fc.boolean(), { maxLength: 100 });
    fc.assert(
      fc.property(findings, fc.integer({ min: 1, max: 7 }), (evaluated, count) => {
        for (const [index, transition] of transitionsOf(evaluated, { for: count, clear: 1 }).entries()) {
          if (transition?.kind !== 'fired') continue;
          expect(evaluated.slice(Math.max(0, index - count + 1), index + 1)).toEqual(
            Array.from({ length: count }, () => true),
          );
        }
      }),
    );
  });

  it('counts only changes of the last day', () => {
    let state = calmState;
    const messages: unknown[] = [];
    for (const [index, finding] of [true, false, true, false, true, false, true].entries()) {
      const next = evolveAlert(state, finding, index * 0.45 * dayMs, atOnce);
      state = next.state;
      if (next.transition?.kind === 'fired') messages.push(next.transition.message);
    }
    expect(messages).toEqual(['fired', 'fired', 'fired', 'fired']);
  });
});
