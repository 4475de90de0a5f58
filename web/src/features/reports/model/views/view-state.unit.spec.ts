import { describe, expect, it } from 'vitest';
import { defaultView, parseView, type ReportView, reportTabs, writeView } from './view-state.ts';

const written = (view: ReportView) => {
  const params = new URLSearchParams();
  writeView(params, view);
  return params.toString();
};

describe('the way rows are looked at', () => {
  it('is left out of the address while it is the usual one', () => {
    expect(written(defaultView)).toBe('');
    expect(parseView(new URLSearchParams())).toEqual(defaultView);
  });

  it('comes back from the address for each of the five tabs', () => {
    expect(reportTabs.map(({ label }) => label)).toEqual([
      ...['Short report', 'Spend details', 'Income details', 'In-Apps details', 'Full report'],
    ]);
    for (const { tab } of reportTabs) {
      const view: ReportView = { tab, sort: [], columns: ['taps', 'spend'], predictions: false };
      expect(parseView(new URLSearchParams(written(view)))).toEqual(view);
    }
  });

  it('says predictions=0 only when they are off', () => {
    expect(written({ ...defaultView, predictions: false })).toBe('predictions=0');
    expect(parseView(new URLSearchParams('predictions=yes')).predictions).toBe(true);
  });

  it('takes names that are no columns as not said, and each column once', () => {
    expect(parseView(new URLSearchParams('cols=taps,<script>,taps,SPEND,7d_impression_share')).columns).toEqual([
      ...['taps', '7d_impression_share'],
    ]);
    expect(parseView(new URLSearchParams('cols=%20')).columns).toBeNull();
  });

  it('takes parts away that are usual again', () => {
    const params = new URLSearchParams('tab=full&cols=taps&predictions=0&sort=-taps&app=1');
    writeView(params, defaultView);
    expect(params.toString()).toBe('app=1');
  });
});
