import { describe, expect, it } from 'vitest';
import { createTodayStore, oldestAges, reportedFigures, sumToday, type Today } from './today.ts';

const asOf = { ads: '2026-11-21T14:40:00Z', sdk: null, store: '2026-11-21T16:40:00Z', impression_share: null };

describe('the strip of today', () => {
  it('adds organizations up and takes the ratio of the sums', () => {
    const figures = sumToday([
      { spend: 100, current_income: 50, predicted_income: 80, installs: 10, trials: 2 },
      { spend: 300, current_income: 550, predicted_income: 920, installs: 30, trials: 4 },
    ]);
    expect(figures).toEqual({
      spend: 400,
      current_income: 600,
      current_result: 200,
      current_roas: 1.5,
      installs: 40,
      trials: 6,
      predicted_income: 1000,
      predicted_result: 600,
      predicted_roas: 2.5,
    });
  });

  it('does not know what no organization knows', () => {
    const figures = sumToday([{ spend: null, current_income: 5, installs: null, trials: 1 }]);
    expect(figures).toMatchObject({ spend: null, current_result: null, current_roas: null, installs: null, trials: 1 });
  });

  it('has no ratio without spend', () => {
    expect(sumToday([{ spend: 0, current_income: 5 }]).current_roas).toBeNull();
  });

  it('does not say zero for a source that has not spoken', () => {
    const figures = sumToday([{ spend: 0, current_income: 7, installs: 0, trials: 1 }]);
    const reported = reportedFigures({ figures, asOf: { ...asOf, ads: null } });
    expect(reported).toMatchObject({ spend: null, installs: null, current_result: null, current_income: 7, trials: 1 });
    expect(reportedFigures({ figures, asOf })).toEqual(figures);
  });

  it('is as old as its oldest part', () => {
    const younger = { ...asOf, ads: '2026-11-21T15:00:00Z' };
    expect(oldestAges([younger, asOf])).toMatchObject({ ads: '2026-11-21T14:40:00Z', sdk: null });
    expect(oldestAges([])).toMatchObject({ ads: null });
  });
});

describe('pushed figures', () => {
  const today = (spend: number): Today => ({ figures: sumToday([{ spend }]), asOf });

  it('wait while held, and the newest alone is shown after', () => {
    const store = createTodayStore();
    let updates = 0;
    store.displayed.subscribe(() => {
      updates += 1;
    });
    store.push(today(1));
    store.hold(true);
    store.push(today(2));
    store.push(today(3));
    expect(store.displayed.getState()?.figures.spend).toBe(1);
    store.hold(false);
    expect([store.displayed.getState()?.figures.spend, updates]).toEqual([3, 2]);
  });
});
