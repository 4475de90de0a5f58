import { describe, expect, it } from 'vitest';
import { scopeField } from '../definition/rule-scope.ts';
import { isInScope, type ScopedUnit } from './in-scope.ts';

const keyword: ScopedUnit = {
  key: '700:710:720',
  ids: [700, 710, 720],
  name: 'Running  Shoes',
  campaign_name: 'US brand',
  ad_group_name: 'Shoes ﬁt',
  statuses: ['ACTIVE', 'ENABLED', 'ENABLED'],
  deleted: false,
  labels: new Set([1, 2]),
  match_type: 'EXACT',
  kind: 'skag',
  strategy: 'manual_cpt',
  countries: ['US', 'CA'],
  term: null,
};
const term: ScopedUnit = {
  ...keyword,
  key: '700:710:t:running shoes',
  ids: [700, 710],
  match_type: null,
  term: { decided: false, keyword: false },
};
const isIn = (filters: object, unit: ScopedUnit = keyword): boolean => isInScope(scopeField.parse(filters), unit);

describe('units that a rule judges', () => {
  it.each<[object, boolean]>([
    [{}, true],
    [{ name: { contains: ['boots', 'SHOES'] } }, true],
    [{ name: { contains: ['boots'] } }, false],
    [{ name: { is: ['running shoes'] } }, true],
    [{ name: { is: ['running'] } }, false],
    [{ name: { starts: ['RUNNING S'] } }, true],
    [{ name: { starts: ['shoes'] } }, false],
    [{ name: { lacks: ['boots', 'hats'] } }, true],
    [{ name: { lacks: ['boots', 'shoes'] } }, false],
    [{ name: { contains: ['shoes'], lacks: ['running'] } }, false],
    [{ campaign_name: { is: ['us brand'] } }, true],
    [{ campaign_name: { is: ['us brand'] }, name: { is: ['boots'] } }, false],
    // Text keys are in the compatible form of Unicode.
    [{ ad_group_name: { contains: ['fit'] } }, true],
    // No patterns: a point is a point.
    [{ name: { contains: ['running.shoes'] } }, false],
    [{ labels: { any: [2, 9] } }, true],
    [{ labels: { any: [9] } }, false],
    [{ labels: { none: [9] } }, true],
    [{ labels: { any: [1], none: [2] } }, false],
    [{ match_types: ['EXACT'] }, true],
    [{ match_types: ['BROAD'] }, false],
    [{ kinds: ['skag', 'regular'] }, true],
    [{ kinds: ['discovery'] }, false],
    [{ strategies: ['manual_cpt'] }, true],
    [{ strategies: ['max_conversions'] }, false],
    [{ countries: ['DE', 'CA'] }, true],
    [{ countries: ['DE'] }, false],
    [{ except: ['700:710:721'] }, true],
    [{ except: ['700:710:720'] }, false],
    [{ status: ['paused'] }, false],
    [{ status: ['paused', 'running'] }, true],
  ])('%j: %j', (filters, expected) => {
    expect(isIn(filters)).toBe(expected);
  });

  it('run only if their parents do', () => {
    for (const statuses of [
      ['PAUSED', 'ENABLED', 'ENABLED'],
      ['ACTIVE', 'PAUSED', 'ENABLED'],
      ['ACTIVE', 'ENABLED', 'PAUSED'],
    ] as const) {
      expect(isIn({}, { ...keyword, statuses })).toBe(false);
      expect(isIn({ status: ['paused'] }, { ...keyword, statuses })).toBe(true);
    }
  });

  it('are never deleted ones, nor rows without an object', () => {
    expect(isIn({ status: ['paused', 'running'] }, { ...keyword, deleted: true })).toBe(false);
    expect(isIn({}, { ...keyword, ids: [700, 710, -1] })).toBe(false);
  });

  it('are search terms with text about which nothing is decided', () => {
    expect(isIn({}, term)).toBe(true);
    expect(isIn({}, { ...term, name: '  ' })).toBe(false);
    expect(isIn({}, { ...term, term: { decided: true, keyword: false } })).toBe(false);
    expect(isIn({}, { ...term, term: { decided: false, keyword: true } })).toBe(false);
    expect(isIn({ match_types: ['EXACT'] }, term)).toBe(false);
  });
});
