import { describe, expect, it } from 'vitest';
import { comparisonRefusal, parseComparisonUrl, sameComparison, serializeComparisonUrl } from './comparison-url.ts';

const parse = (text: string) => parseComparisonUrl(new URLSearchParams(text));

describe('the address of Keywords Comparison', () => {
  it('holds the whole view', () => {
    const text = 'app=1&org=7&range=last30&campaign_ids=11%2C12&group=keyword&tab=spend&sort=-spend&predictions=0';
    expect(serializeComparisonUrl(parse(text)).toString()).toBe(text);
  });

  it('begins with one week and no campaign', () => {
    expect(parse('group=campaign').grouped).toBe(false);
    expect(parse('').scope).toMatchObject({ range: { preset: 'last7' }, campaignIds: [] });
  });

  it('reads each campaign once, and no more than one question may name', () => {
    expect(parse('campaign_ids=3,3,x,-1,4').scope.campaignIds).toEqual([3, 4]);
    const many = Array.from({ length: 5_000 }, (_, id) => id + 1).join(',');
    expect(parse(`campaign_ids=${many}`).scope.campaignIds).toHaveLength(1_000);
  });
});

describe('Update', () => {
  const { scope } = parse('app=1&org=7&campaign_ids=1,2');

  it('needs at least one campaign, and takes a thousand at most', () => {
    expect(comparisonRefusal(scope)).toBeNull();
    expect(comparisonRefusal({ ...scope, campaignIds: [] })).toBe('Choose at least one campaign');
    const many = Array.from({ length: 1_001 }, (_, id) => id + 1);
    expect(comparisonRefusal({ ...scope, campaignIds: many })).toBe('Choose at most 1000 campaigns');
  });

  it('sees no change in another order of the same campaigns', () => {
    expect(sameComparison(scope, { ...scope, campaignIds: [2, 1] })).toBe(true);
    expect(sameComparison(scope, { ...scope, campaignIds: [1] })).toBe(false);
  });
});
