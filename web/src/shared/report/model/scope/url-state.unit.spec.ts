import { describe, expect, it } from 'vitest';
import {
  activeFilterCount,
  defaultFilters,
  parseReportsUrl,
  type ReportsUrl,
  sameScope,
  serializeReportsUrl,
} from './url-state.ts';

const parse = (text: string) => parseReportsUrl(new URLSearchParams(text));

describe('the address of Reports', () => {
  it('says nothing but defaults when empty', () => {
    expect(parse('')).toEqual({
      scope: {
        applicationId: null,
        organizationId: null,
        range: { preset: 'last7' },
        compare: 'none',
        filters: defaultFilters,
      },
      campaignId: null,
      adGroupId: null,
      tab: 'short_report',
      sort: [],
      columns: null,
      widths: {},
      predictions: true,
    });
  });

  it('gives back every view it was made from', () => {
    const url: ReportsUrl = {
      scope: {
        applicationId: 3,
        organizationId: 40669820,
        range: { from: '2026-10-01', to: '2026-10-31' },
        compare: 'year',
        filters: { countries: ['DE', 'US'], claim: 'total', status: 'paused', labels: [3, 12] },
      },
      campaignId: 542370539,
      adGroupId: 542317095,
      tab: 'full_report',
      sort: [
        { column: 'spend', descending: true },
        { column: 'product:app.yearly-1:active', descending: false },
      ],
      columns: ['spend', 'product:app.yearly-1:active', 'current_roas'],
      widths: { spend: 'wide', name: 280 },
      predictions: false,
    };
    expect(parseReportsUrl(serializeReportsUrl(url))).toEqual(url);
  });

  it('keeps presets relative', () => {
    expect(serializeReportsUrl(parse('app=1&org=2&range=last30')).toString()).toBe('app=1&org=2&range=last30');
  });

  it('takes nonsense as not said', () => {
    const { scope, campaignId, adGroupId } = parse(
      'app=1e3&range=lastcentury&from=2026-02-30&to=2026-03-01&country=usa,de,,DE&claim=tap&ad_group_id=4',
    );
    expect(scope.applicationId).toBeNull();
    expect(scope.range).toEqual({ preset: 'last7' });
    expect(scope.filters).toEqual({ countries: ['DE'], claim: 'click', status: 'all', labels: [] });
    expect([campaignId, adGroupId]).toEqual([null, null]);
  });

  it('refuses a reversed range', () => {
    expect(parse('from=2026-03-02&to=2026-03-01').scope.range).toEqual({ preset: 'last7' });
  });
});

describe('filters', () => {
  it('are counted when they differ from the defaults', () => {
    expect(activeFilterCount(defaultFilters)).toBe(0);
    expect(activeFilterCount({ countries: ['US', 'DE'], claim: 'view', status: 'active', labels: [3] })).toBe(4);
  });

  it('and compare that change make the scope unsent; level and the way of looking do not', () => {
    const before = parse('app=1&org=2').scope;
    expect(sameScope(before, parse('app=1&org=2&campaign_id=5&tab=full&sort=-taps').scope)).toBe(true);
    expect(sameScope(before, parse('app=1&org=2&tab=inapps&cols=taps&predictions=0').scope)).toBe(true);
    expect(sameScope(before, parse('app=1&org=2&status=active').scope)).toBe(false);
    expect(sameScope(before, parse('app=1&org=2&compare=previous').scope)).toBe(false);
  });
});
