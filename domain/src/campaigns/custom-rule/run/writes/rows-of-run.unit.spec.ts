import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold } from '../../../../shared/decider.ts';
import type { EvaluatedUnit } from '../../evaluation/evaluation-data.ts';
import { randomWorlds } from '../../evaluation/random-world.fixture.ts';
import { dataOf, figuresOf, unitOf, units, versionOf, windowOf } from '../../evaluation/sample-world.fixture.ts';
import { customRunDecider } from '../custom-run.decider.ts';
import { evaluationEvents } from '../run-events.fixture.ts';
import { outcomeOfRun } from '../run-outcome.ts';
import { labellingsOfCustomRun } from './labellings-of-run.ts';
import { rowsOfCustomRun } from './rows-of-run.ts';

const lower = { do: 'bid', how: 'lower', percent: 10, min: 0.3, max: 2.5 };
const always = { metric: 'installs', window: '7d', op: '>=', value: 0 };
const followed = {
  cptBid: units(1),
  ownBid: null,
  cpaGoal: null,
  targetCpa: null,
  dailyCap: null,
  lifetimeBudget: null,
};

function rowsOf(rule: Record<string, unknown>, evaluated: EvaluatedUnit[], mode: 'live' | 'shadow' = 'live') {
  const version = versionOf(rule);
  const rows = Object.fromEntries(evaluated.map(({ key }) => [key, figuresOf({ installs: 9 })]));
  const data = dataOf({
    units: evaluated,
    figures: new Map([
      ['7d', windowOf(rows)],
      ['life', windowOf(rows)],
    ]),
  });
  const run = fold(customRunDecider, evaluationEvents(version, data, { mode }));
  return rowsOfCustomRun(run).map((change) => change.map(({ row }) => row));
}

describe('the rows of a run', () => {
  it('are based on the bid that a keyword has itself, and on none where it follows its ad group', () => {
    const rule = { cases: [{ when: always, then: [lower] }] };
    expect(rowsOf(rule, [unitOf(), unitOf({ key: '700:710:721', settings: followed })])).toEqual([
      [
        { key: '700:710:720', field: 'cpt_bid', base: units(1), new: units(0.9) },
        { key: '700:710:721', field: 'cpt_bid', base: null, new: units(0.9) },
      ],
    ]);
  });

  it('set the bid of an ad group after that of its only keyword, in the order of all actions', () => {
    const rule = { cases: [{ when: always, then: [{ do: 'status', to: 'paused' }, lower] }] };
    expect(rowsOf(rule, [unitOf({ isOnlyKeyword: true })])).toEqual([
      [
        { key: '700:710:720', field: 'status', base: 'ENABLED', new: 'PAUSED' },
        { key: '700:710:720', field: 'cpt_bid', base: units(1), new: units(0.9) },
        { key: '700:710', field: 'cpt_bid', base: null, new: units(0.9), unchecked: true, parent: 1 },
      ],
    ]);
  });

  it('are none in shadow, and none of a held run', () => {
    const rule = { cases: [{ when: always, then: [lower] }] };
    expect(rowsOf(rule, [unitOf()], 'shadow')).toEqual([]);
    const many = Array.from({ length: 20 }, (_, index) => unitOf({ key: `700:710:${index + 1}` }));
    expect(rowsOf(rule, many)).toEqual([]);
    expect(rowsOf({ ...rule, guards: { max_share: 1 } }, many)[0]).toHaveLength(20);
  });
});

describe('a run in shadow', () => {
  it('decides as a live one does, and writes nothing, whatever the rule', () => {
    let acted = 0;
    fc.assert(
      fc.property(randomWorlds, ({ rule, data }) => {
        const version = { id: 5, rule, casesSince: 0 };
        const [live, shadow] = (['live', 'shadow'] as const).map((mode) =>
          fold(customRunDecider, evaluationEvents(version, data, { mode })),
        );
        if (live === undefined || shadow === undefined) throw new RangeError('Nothing was evaluated');
        expect(shadow.verdicts).toEqual(live.verdicts);
        expect(shadow.start?.counts).toEqual(live.start?.counts);
        expect([rowsOfCustomRun(shadow), labellingsOfCustomRun(shadow, rule)]).toEqual([[], []]);
        acted += rowsOfCustomRun(live).length;
      }),
      { numRuns: 60 },
    );
    expect(acted).toBeGreaterThan(5);
  });
});

describe('the end of a run', () => {
  const { rule } = versionOf({ cases: [{ when: always, then: [lower] }] });
  const ended = (
    count: number,
    outcome: 'changed' | 'refused' | 'conflict' | 'skipped',
    message: string | null = null,
  ) =>
    Array.from({ length: count }, (_, index) => ({
      key: `700:710:${index}`,
      actions: [{ do: 'bid' as const, outcome, message }],
    }));

  it('breaks the rule where at least 20 and half of its writes failed', () => {
    const end = outcomeOfRun({ held: null }, rule, [...ended(20, 'changed'), ...ended(20, 'refused', 'Bid too low')]);
    expect(end).toEqual({ state: 'done', breaks: true, message: 'Paused after 20 of 40 changes failed: Bid too low' });
    expect(outcomeOfRun({ held: null }, rule, [...ended(21, 'changed'), ...ended(20, 'refused')]).breaks).toBe(false);
    expect(outcomeOfRun({ held: null }, rule, [...ended(40, 'skipped', 'Stopped')])).toMatchObject({
      state: 'stopped',
      breaks: false,
    });
    expect(outcomeOfRun({ held: null }, rule, ended(40, 'conflict')).breaks).toBe(false);
  });

  it('says of a held run what it would have changed', () => {
    expect(outcomeOfRun({ held: { would: 40, judged: 60 } }, rule, [])).toEqual({
      state: 'held',
      message: 'Would change 40 of 60 keywords, more than 50 %. Look at it first.',
      breaks: false,
    });
  });
});
