import type { ReportRow } from '@tapwise/contract';
import { describe, expect, it } from 'vitest';
import { isKeywordGroup, nameInGroup, nestGroups, parentOfGroup } from './keyword-groups.ts';

const row = (id: number, cells: Record<string, number | string> = {}): ReportRow => ({
  id,
  name: `row ${id}`,
  status: null,
  ...cells,
});
const rows = new Map(
  [
    row(-3, { group_keywords: 2, group_campaigns: 2, group_ad_groups: 2, match_type: 'EXACT' }),
    row(3, { group_id: -3 }),
    row(8, { group_id: -3 }),
    row(5),
    row(0),
  ].map((entry) => [entry.id, entry]),
);
const nested = (order: number[], opened: number[]) => nestGroups(order, (id) => rows.get(id), new Set(opened));

describe('keywords in groups', () => {
  it('are under their group while it is open, each in the order of the sort', () => {
    expect(nested([8, 5, -3, 3, 0], [])).toEqual([5, -3, 0]);
    expect(nested([8, 5, -3, 3, 0], [-3])).toEqual([5, -3, 8, 3, 0]);
  });

  it('are by themselves when a filter leaves no group of theirs', () => {
    expect(nested([8, 5], [])).toEqual([8, 5]);
  });

  it('say what a group adds up, and whether it is open', () => {
    const group = rows.get(-3) ?? row(0);
    expect(nameInGroup({ text: 'cars' }, group, new Set([-3]))).toEqual({
      text: 'cars',
      expanded: true,
      note: '2 exact',
    });
    expect(nameInGroup({ text: 'cars' }, group, new Set()).expanded).toBe(false);
    expect(nameInGroup({ text: 'cars' }, row(3, { group_id: -3 }), new Set())).toEqual({ text: 'cars', within: true });
    expect(nameInGroup({ text: 'cars' }, row(5), new Set())).toEqual({ text: 'cars' });
    expect(parentOfGroup(group, 'group_campaigns', 'campaigns')).toBe('2 campaigns');
    expect(parentOfGroup(row(5), 'group_campaigns', 'campaigns')).toBeNull();
  });

  it('are no rows of users without a campaign', () => {
    expect(isKeywordGroup('keyword', { id: -3 })).toBe(true);
    expect(isKeywordGroup('campaign', { id: -1 })).toBe(false);
  });
});
