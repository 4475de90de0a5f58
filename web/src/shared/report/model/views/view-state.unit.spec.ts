import { describe, expect, it } from 'vitest';
import { defaultView, parseView, type ReportView, reportTabs, withColumnWidth, writeView } from './view-state.ts';

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
      'Short report',
      'Spend details',
      'Income details',
      'In-Apps details',
      'Full report',
    ]);
    for (const { tab } of reportTabs) {
      const view: ReportView = { tab, sort: [], columns: ['taps', 'spend'], widths: {}, predictions: false };
      expect(parseView(new URLSearchParams(written(view)))).toEqual(view);
    }
  });

  it('says predictions=0 only when they are off', () => {
    expect(written({ ...defaultView, predictions: false })).toBe('predictions=0');
    expect(parseView(new URLSearchParams('predictions=yes')).predictions).toBe(true);
  });

  it('takes names that are no columns as not said, and each column once', () => {
    expect(parseView(new URLSearchParams('cols=taps,<script>,taps,SPEND,7d_impression_share')).columns).toEqual([
      'taps',
      '7d_impression_share',
    ]);
    expect(parseView(new URLSearchParams('cols=%20')).columns).toBeNull();
  });

  it('keeps the widths a person chose, and takes what is no width as not said', () => {
    const widths = { name: 320, spend: 'narrow', 'product:a.b-c:trial': 'wide' } as const;
    const text = written({ ...defaultView, widths });
    expect(text).toBe('widths=name*320%2Cspend*n%2Cproduct%3Aa.b-c%3Atrial*w');
    expect(parseView(new URLSearchParams(text)).widths).toEqual(widths);
    const odd = 'widths=taps*x,spend*900,*n,<b>*n,cpa*60';
    expect(parseView(new URLSearchParams(odd)).widths).toEqual({ cpa: 60 });
    expect(withColumnWidth(widths, 'spend', 'auto')).toEqual({ name: 320, 'product:a.b-c:trial': 'wide' });
    expect(withColumnWidth({}, 'spend', 'wide')).toEqual({ spend: 'wide' });
  });

  it('takes parts away that are usual again', () => {
    const params = new URLSearchParams('tab=full&cols=taps&predictions=0&sort=-taps&app=1');
    writeView(params, defaultView);
    expect(params.toString()).toBe('app=1');
  });
});
