import { describe, expect, it } from 'vitest';
import { campaignsOfRule, readRuleCampaigns, readRuleName } from './apply-to.ts';

const organizations = new Map([
  ['42', new Set([700, 800])],
  ['43', new Set([900])],
]);

describe('the campaigns of a rule', () => {
  it('are read once each, in order, or as all of an organization', () => {
    expect(readRuleCampaigns({ 42: [800, 700, 800], 43: 'all' }, organizations)).toEqual({ 42: [700, 800], 43: 'all' });
    expect(readRuleCampaigns({ 42: [700], 43: [] }, organizations)).toEqual({ 42: [700] });
  });

  it.each<[unknown, string, string]>([
    [{}, 'bad_rule', 'Choose at least one campaign'],
    [null, 'bad_rule', 'Choose at least one campaign'],
    [{ 42: [] }, 'bad_rule', 'Choose at least one campaign'],
    [{ 42: 'every' }, 'bad_rule', 'Choose campaigns, or all'],
    [{ 42: [0] }, 'bad_rule', 'Enter a number above 0'],
    [{ 42: Array.from({ length: 501 }, (_, index) => index + 1) }, 'bad_rule', 'At most 500 campaigns are allowed'],
    [{ 42: [900] }, 'not_found', 'Not found.'],
    [{ 44: 'all' }, 'not_found', 'Not found.'],
    [{ __proto__x: [700] }, 'not_found', 'Not found.'],
  ])('%j is refused', (entered, code, message) => {
    expect(() => readRuleCampaigns(entered, organizations)).toThrow(expect.objectContaining({ code, message }));
  });

  it('are those that exist now', () => {
    expect(campaignsOfRule({ 42: [700, 701], 43: 'all', 44: 'all' }, organizations)).toEqual([700, 900]);
  });
});

describe('the name of a rule', () => {
  it('is a text of one line', () => {
    expect(readRuleName('  =cmd <!channel> ')).toBe('=cmd <!channel>');
    for (const entered of ['', '  ', null, 7, undefined]) expect(() => readRuleName(entered)).toThrow('Enter a name');
    for (const entered of ['x'.repeat(101), 'a\r\nb', 'a\u0000b', 'a\u202Eb']) {
      expect(() => readRuleName(entered)).toThrow('Use at most 100 characters and no control characters');
    }
  });
});
