import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { curveRetention, curveSurvival, expectedResidualLifetime, logLikelihood } from '../curves/sbg.ts';
import { readColumn, readTable, readWorkedExample, renewalsOfSurvivors } from '../testing/reference-data.ts';
import { fitCurve } from './fit-curve.ts';

const survivorsOf = (series: string): number[] =>
  readColumn(
    'fader_hardie_survival.csv',
    series.startsWith('high') ? 'high_end_survivors_per_1000' : 'regular_survivors_per_1000',
  );
const running = (start: number, steps: readonly number[], next: (left: number, step: number) => number): number[] => {
  const values = [start];
  for (const step of steps) values.push(next(values.at(-1) ?? 0, step));
  return values;
};
const projectionError = (fitted: readonly number[], real: readonly number[], from: number): number => {
  const errors = real.slice(from).map((value, index) => Math.abs((1000 * (fitted[from + index] ?? 0)) / value - 1));
  return errors.reduce((sum, error) => sum + error, 0) / errors.length;
};

describe('the fitted retention curve', () => {
  it.each(readTable('sbg_published_fits.csv'))('has the published parameters and likelihood: $series', (row) => {
    const counts = renewalsOfSurvivors(survivorsOf(row.series ?? '').slice(0, Number(row.periods_used) + 1));
    const fit = fitCurve(counts);
    expect(Math.abs(fit.alpha - Number(row.refit_alpha))).toBeLessThan(0.001);
    expect(Math.abs(fit.beta - Number(row.refit_beta))).toBeLessThan(0.007);
    expect(Math.abs(logLikelihood(counts, fit) - Number(row.refit_log_likelihood))).toBeLessThan(0.001);
  });

  it('gives the published retention and survival, whose parameters are rounded, to a unit of the third decimal', () => {
    const survival = curveSurvival({ alpha: 0.76, beta: 1.286 }, 12);
    for (const row of readTable('sbg_curve_note032.csv')) {
      const t = Number(row.t);
      const retention = curveRetention({ alpha: 0.76, beta: 1.286 }, t);
      expect(Math.abs(retention - Number(row.published_retention))).toBeLessThan(0.001);
      expect(Math.abs((survival[t] ?? 0) - Number(row.published_survival))).toBeLessThan(0.001);
    }
  });

  it('gives the retention of the worked example to its digits', () => {
    const { sbg } = readWorkedExample();
    for (const [n, retention] of sbg.retention) expect(curveRetention(sbg, n)).toBeCloseTo(retention, 6);
  });

  it('is the same from pooled renewals as from the cohort triangle', () => {
    const cohorts = readTable('sbg_multicohort_note017.csv').map((row) =>
      Object.entries(row).flatMap(([year, cell]) => (year !== 'cohort_year' && cell !== '' ? [Number(cell)] : [])),
    );
    const pooled = { counted: new Float64Array(4), renewed: new Float64Array(4) };
    for (const cohort of cohorts) {
      cohort.slice(1).forEach((survivors, index) => {
        pooled.counted[index] = (pooled.counted[index] ?? 0) + (cohort[index] ?? 0);
        pooled.renewed[index] = (pooled.renewed[index] ?? 0) + survivors;
      });
    }
    expect([...pooled.counted]).toEqual([40_000, 24_000, 12_960, 5307]);
    expect([...pooled.renewed]).toEqual([32_000, 19_440, 10_614, 4391]);
    const fit = fitCurve(pooled);
    // The likelihood is so flat here that the published digits (3.7971, 15.1875) are slightly off its maximum.
    expect(Math.abs(fit.alpha - 3.7971)).toBeLessThan(0.002);
    expect(Math.abs(fit.beta - 15.1875)).toBeLessThan(0.007);
    expect(logLikelihood(pooled, fit)).toBeGreaterThan(logLikelihood(pooled, { alpha: 3.7971, beta: 15.1875 }));
    // The likelihood of the triangle: lost in year t by P(T = t), those who remain by S(T).
    const survival = curveSurvival(fit, 5);
    const triangle = cohorts.reduce((sum, cohort) => {
      const lost = cohort.slice(1).map((survivors, i) => (cohort[i] ?? 0) - survivors);
      const losses = lost.reduce((all, n, i) => all + n * Math.log((survival[i] ?? 0) - (survival[i + 1] ?? 0)), 0);
      return sum + losses + (cohort.at(-1) ?? 0) * Math.log(survival[cohort.length - 1] ?? 1);
    }, 0);
    expect(triangle).toBeCloseTo(-40_255.8373, 3);
    expect(logLikelihood(pooled, fit)).toBeCloseTo(triangle, 6);
  });

  it('projects years 8 to 12 within 2 % from 7 years, and within 6 % from 4', () => {
    const real = survivorsOf('regular');
    const from7 = curveSurvival(fitCurve(renewalsOfSurvivors(real.slice(0, 8))), 12);
    const from4 = curveSurvival(fitCurve(renewalsOfSurvivors(real.slice(0, 5))), 12);
    expect(projectionError(from7, real, 8)).toBeLessThan(0.02);
    expect(projectionError(from4, real, 5)).toBeLessThan(0.06);
    expect((from7[12] ?? 0) * 100).toBeCloseTo(17, 1);
  });

  it('goes on rising where the exponential curve of the same data stays flat', () => {
    const fit = fitCurve(renewalsOfSurvivors(survivorsOf('regular').slice(0, 8)));
    for (const row of readTable('naive_retention_curve_regular.csv').slice(8)) {
      const real = Number(row.observed_retention);
      const naiveError = Math.abs(Number(row.kumar_reinartz_curve_fit) - real);
      expect(Math.abs(curveRetention(fit, Number(row.year)) - real)).toBeLessThan(naiveError);
    }
  });

  it('fits waiting times outside business: 486 subjects, 12 of them censored', () => {
    const events = readColumn('beta_geometric_nonsmokers.csv', 'events').slice(0, 12);
    const survivors = running(486, events, (left, lost) => left - lost);
    const counts = renewalsOfSurvivors(survivors);
    const fit = fitCurve(counts);
    expect([fit.alpha, fit.beta].map((value) => value.toFixed(3))).toEqual(['2.988', '4.334']);
    expect(logLikelihood(counts, fit)).toBeCloseTo(-890.3917, 3);
  });

  it('projects employment from five points to years 10 and 15', () => {
    const shares = readColumn('koper_small_agencies.csv', 'share_still_employed').slice(0, 5);
    const survival = curveSurvival(fitCurve(renewalsOfSurvivors([1000, ...shares.map((share) => 1000 * share)])), 15);
    expect(survival[10]).toBeCloseTo(0.285, 2);
    expect(survival[15]).toBeCloseTo(0.245, 2);
  });

  it('stays finite and inside (0, 1) where churn is constant or rises, where none leave and where all do', () => {
    for (const survivors of [
      [1000, 500, 250, 125, 62.5],
      [1000, 900, 700, 400, 100],
      [100, 100, 100, 100],
      [100, 0],
    ]) {
      const fit = fitCurve(renewalsOfSurvivors(survivors));
      for (let n = 1; n <= 104; n += 1) {
        expect(curveRetention(fit, n)).toBeGreaterThan(0);
        expect(curveRetention(fit, n)).toBeLessThan(1);
      }
    }
    const constant = fitCurve(renewalsOfSurvivors([1000, 500, 250, 125]));
    expect(Math.max(constant.alpha, constant.beta)).toBeGreaterThan(9000);
    expect(curveRetention(constant, 1)).toBeCloseTo(0.5, 3);
  });

  it('leaves no higher likelihood anywhere within the bounds', () => {
    const share = fc.double({ min: 0.02, max: 0.98, noNaN: true });
    fc.assert(
      fc.property(fc.array(share, { minLength: 1, maxLength: 8 }), (retention) => {
        const survivors = running(500, retention, (left, kept) => left * kept);
        const counts = renewalsOfSurvivors(survivors);
        const best = logLikelihood(counts, fitCurve(counts));
        for (let a = 0.001; a <= 10_000; a *= 1.7) {
          for (let b = 0.001; b <= 10_000; b *= 1.7) {
            expect(logLikelihood(counts, { alpha: a, beta: b })).toBeLessThan(best + 1e-6);
          }
        }
      }),
      { numRuns: 60, seed: 1 },
    );
  });
});

describe('the expected residual lifetime', () => {
  it('has the published values per unit of cash', () => {
    const rows = readTable('derl_case1.csv');
    const values = rows.map((row) =>
      expectedResidualLifetime({ alpha: 3.8, beta: 15.2 }, Number(row.renewals_so_far), 0.1),
    );
    expect(values.map((value) => value.toFixed(2))).toEqual(rows.map((row) => row.published_value));
    const worth = rows.reduce((sum, row, index) => sum + Number(row.customers) * (values[index] ?? 0), 0);
    expect(Math.round(worth)).toBe(207_438);
  });

  it('is refused without a discount where it would be infinite', () => {
    expect(() => expectedResidualLifetime({ alpha: 0.7, beta: 1.2 }, 0, 0)).toThrow(RangeError);
    expect(expectedResidualLifetime({ alpha: 3, beta: 8 }, 1, 0)).toBe(4.5);
  });
});
