import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitStrength } from '../fit/shrinkage.ts';
import { readColumn, readTable, readWorkedExample, type WorkedExample } from '../testing/reference-data.ts';
import {
  type BinCounts,
  countStretch,
  type Ending,
  emptyCounts,
  hazardsOf,
  winningChances,
} from './competing-risks.ts';

const { trial_curve: worked } = readWorkedExample();
const edges = Float64Array.from(worked.edges_hours);
const endings = { cancel: 'lost', convert: 'won', open: 'open' } as const;

function countTrials(trials: WorkedExample['trial_curve']['trials']): BinCounts {
  const counts = emptyCounts(edges);
  for (const { event, hours, follow_up } of trials) {
    countStretch(counts, { entered: 0, left: hours ?? follow_up, ending: endings[event], complete: follow_up });
  }
  return counts;
}
const digits = (values: Iterable<number>): number[] => [...values].map((value) => Number(value.toFixed(6)));

describe('the trial curve', () => {
  it('is that of the worked example to its digits', () => {
    const counts = countTrials(worked.trials);
    const hazards = hazardsOf(counts);
    const bins = worked.world.bins.map((_, j) => ({
      n: hazards.atRisk[j + 1],
      a: counts.lost[j + 1],
      b: counts.won[j + 1],
    }));
    expect(bins).toEqual(worked.world.bins);
    expect(digits(hazards.lost.subarray(1))).toEqual(worked.world.cancel_hazard);
    expect(digits(hazards.won.subarray(1))).toEqual(worked.world.convert_hazard);
    expect(digits(winningChances(hazards))).toEqual(worked.world.probability_at_edge);
  });

  it('of a country borrows from the world as in the worked example', () => {
    const world = hazardsOf(countTrials(worked.trials));
    const { pseudo_trials: weight, trials } = worked.country;
    const hazards = hazardsOf(countTrials(trials), { hazards: world, weight });
    expect(digits(hazards.lost.subarray(1))).toEqual(worked.country.cancel_hazard);
    expect(digits(hazards.won.subarray(1))).toEqual(worked.country.convert_hazard);
    expect(digits(winningChances(hazards))).toEqual(worked.country.probability_at_edge);
  });

  const outcome = fc.record({
    ending: fc.constantFrom<Ending>('lost', 'won'),
    left: fc.double({ min: 0, max: 96, noNaN: true }),
  });
  const trialsOf = (outcomes: readonly { ending: Ending; left: number }[]): BinCounts => {
    const counts = emptyCounts(edges);
    for (const { ending, left } of outcomes) countStretch(counts, { entered: 0, left, ending, complete: 1000 });
    return counts;
  };

  it('of a country without censoring starts at the beta-binomial mean', () => {
    fc.assert(
      fc.property(
        fc.array(outcome, { minLength: 5 }),
        fc.array(outcome),
        fc.integer({ min: 1, max: 500 }),
        (all, ownTrials, m) => {
          const world = hazardsOf(trialsOf(all));
          const chance = winningChances(hazardsOf(trialsOf(ownTrials), { hazards: world, weight: m }))[0] ?? Number.NaN;
          const converted = ownTrials.filter(({ ending }) => ending === 'won').length;
          const pooled = (converted + m * (winningChances(world)[0] ?? 0)) / (ownTrials.length + m);
          expect(chance).toBeCloseTo(pooled, 9);
        },
      ),
      { seed: 2 },
    );
  });

  it('lies within 0 and 1, ends at 0, and does not fall while only the end converts', () => {
    fc.assert(
      fc.property(fc.array(outcome, { minLength: 1 }), (outcomes) => {
        const chances = winningChances(hazardsOf(trialsOf(outcomes)));
        expect(chances.at(-1)).toBe(0);
        for (const chance of chances) expect(chance >= 0 && chance <= 1).toBe(true);
        const late = outcomes.map(({ ending, left }) =>
          ending === 'won' ? { ending, left: 80 } : { ending, left: left * 0.7 },
        );
        const rising = winningChances(hazardsOf(trialsOf(late)));
        for (let m = 1; m < 4; m += 1) {
          const reached = late.some(({ left }) => left > (edges[m] ?? 0));
          if (reached) expect(rising[m] ?? 0).toBeGreaterThanOrEqual((rising[m - 1] ?? 0) - 1e-12);
        }
      }),
      { seed: 3 },
    );
  });

  it('ignores the end of a trial whose bin is not complete, as it does its running peers', () => {
    const counts = emptyCounts(edges);
    countStretch(counts, { entered: 0, left: 30, ending: 'lost', complete: 40 });
    expect([...counts.lost]).toEqual([0, 0, 0, 0, 0]);
    expect([...hazardsOf(counts).atRisk]).toEqual([0, 1, 0, 0, 0]);
  });

  it('counts a renewal switched on again only in bins that start after it', () => {
    const counts = emptyCounts(edges);
    countStretch(counts, { entered: 0, left: 5, ending: 'lost', complete: 200 });
    countStretch(counts, { entered: 30, left: 73, ending: 'won', complete: 200 });
    expect([...hazardsOf(counts).atRisk]).toEqual([0, 1, 0, 1, 1]);
    expect([...counts.won]).toEqual([0, 0, 0, 0, 1]);
    countStretch(counts, { entered: 30, left: 40, ending: 'lost', complete: 200 });
    expect([...counts.lost]).toEqual([0, 1, 0, 0, 0]);
  });
});

describe('the survival estimator', () => {
  it('gives the textbook table of the leukaemia trial with its Greenwood errors', () => {
    const weeks = readColumn('km_freireich_6mp.csv', 'weeks');
    const events = readColumn('km_freireich_6mp.csv', 'event');
    const counts = emptyCounts(Float64Array.from({ length: 36 }, (_, week) => week));
    weeks.forEach((left, index) => {
      countStretch(counts, { entered: 0, left, ending: events[index] === 1 ? 'lost' : 'open', complete: left });
    });
    const { atRisk } = hazardsOf(counts);
    let survival = 1;
    let sum = 0;
    const table = [...counts.lost].flatMap((lost, week) => {
      if (lost === 0) return [];
      const n = atRisk[week] ?? 0;
      survival *= 1 - lost / n;
      sum += lost / (n * (n - lost));
      const error = (survival * Math.sqrt(sum)).toFixed(4);
      return [
        { week: `${week}`, at_risk: `${n}`, events: `${lost}`, survival: survival.toFixed(3), greenwood_se: error },
      ];
    });
    const expected = readTable('km_freireich_6mp_expected.csv').map((row) => ({
      ...row,
      survival: Number(row.survival).toFixed(3),
    }));
    expect(table).toEqual(expected);
  });
});

describe('the strength of the worldwide curve', () => {
  it('is great where countries are alike and small where they differ', () => {
    const alike = [0.3, 0.3, 0.31, 0.29].map((share) => ({ tries: 1000, successes: 1000 * share }));
    const different = [0.1, 0.3, 0.5, 0.7].map((share) => ({ tries: 1000, successes: 1000 * share }));
    expect(fitStrength(alike)).toBeGreaterThan(1000);
    expect(fitStrength(different)).toBeLessThan(12);
  });

  it('is 50 with fewer than three countries of 20, and where all or none convert', () => {
    const small = { tries: 19, successes: 5 };
    const large = { tries: 500, successes: 100 };
    expect(fitStrength([large, large, small, small])).toBe(50);
    expect(fitStrength([])).toBe(50);
    expect(fitStrength([1, 2, 3].map(() => ({ tries: 100, successes: 0 })))).toBe(50);
    expect(fitStrength([1, 2, 3].map(() => ({ tries: 100, successes: 100 })))).toBe(50);
  });
});
