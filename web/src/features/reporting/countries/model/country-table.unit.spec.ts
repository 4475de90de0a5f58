import { describe, expect, it } from 'vitest';
import { countryOrder, countryRows, countryTotals, layoutCountries } from './country-table.ts';

const country = (code: string, installs: number, current_income: number | null, trials: number | null) => ({
  country: code,
  installs,
  current_income,
  predicted_income: current_income,
  install_to_trial: trials === null ? null : trials / installs,
  ltv: null,
});
const rows = countryRows({
  status: 'ok',
  countries: [
    country('DE', 10, 50, 1),
    country('US', 90, 100, 45),
    country('FR', 20, 50, null),
    country('JP', 5, null, 1),
  ],
  currency: 'USD',
  last_updated: null,
  set_aside: 0,
});
const codes = (ids: readonly number[]) => ids.map((id) => rows.get(id)?.country);

describe('countries', () => {
  it('are ordered by income, then by installs, and unknown income last', () => {
    expect(codes(countryOrder(rows.values(), null))).toEqual(['US', 'FR', 'DE', 'JP']);
  });

  it('can be sorted by any column, and by name', () => {
    expect(codes(countryOrder(rows.values(), { column: 'installs', descending: false }))).toEqual([
      'JP',
      'DE',
      'FR',
      'US',
    ]);
    expect(codes(countryOrder(rows.values(), { column: 'country', descending: false }))).toEqual([
      'FR',
      'DE',
      'JP',
      'US',
    ]);
  });

  it('have a total made from sums: no mean of shares, and none of what is not known', () => {
    const totals = countryTotals(rows.values());
    expect(totals).toMatchObject({ installs: 125, current_income: 200 });
    expect(totals.install_to_trial).toBeCloseTo(47 / 105, 12);
    expect(totals.ltv).toBeCloseTo(200 / 125, 12);
    expect(countryTotals([]).current_income).toBeNull();
  });

  it('have no rates in the total while those of the rows wait for installs', () => {
    const waiting = countryRows({
      status: 'ok',
      currency: 'USD',
      last_updated: null,
      set_aside: 0,
      countries: [country('US', 90, 100, null), country('DE', 10, 50, null)],
    });
    expect(countryTotals(waiting.values())).toMatchObject({ installs: 100, install_to_trial: null, ltv: null });
  });

  it('carry a bar of their income against the largest', () => {
    const column = layoutCountries(rows, 'USD').find(({ key }) => key === 'current_income');
    const [germany] = rows.values();
    if (column === undefined || germany === undefined) throw new Error('No such cell.');
    expect(column.cell(germany)).toMatchObject({ text: '50.00', share: { value: 0.5 } });
  });
});
