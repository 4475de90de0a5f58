import { expect, it } from 'vitest';
import { type Row, resultOf, wishAgain } from './check-again.ts';

const base = { application_id: 1, asa_organization_id: 40 };
const person = { undoes: null };
const campaign = { ...person, level: 'campaign', campaign_id: 5, ad_group_id: null, keyword_id: null } as const;
const adGroup = { ...person, level: 'ad_group', campaign_id: 5, ad_group_id: 6, keyword_id: null } as const;
const keyword = { ...person, level: 'keyword', campaign_id: 5, ad_group_id: 6, keyword_id: 7 } as const;

it('the same wish goes to the call it came by, based on what was there before', () => {
  const again = (row: Row) => {
    const write = wishAgain(row, base);
    return [write?.method, write?.path.replace('/api/asa/', ''), write?.body];
  };
  expect(again({ ...campaign, field: 'daily_cap', old: 40, new: 50 })).toEqual([
    'PUT',
    'campaigns_budgets',
    { ...base, budgets: { 5: { daily: 50 } }, based_on: { 5: { daily: 40 } } },
  ]);
  expect(again({ ...adGroup, field: 'cpa_goal', old: 4, new: null })).toEqual([
    'PUT',
    'adgroups_bids',
    { ...base, campaign_id: 5, update_keywords: false, bids: { 6: { cpa: null } }, based_on: { 6: { cpa: 4 } } },
  ]);
  expect(again({ ...adGroup, field: 'search_match', old: true, new: false })).toEqual([
    'PUT',
    'ad_group_search_match',
    { ...base, campaign_id: 5, ad_group_id: 6, search_match: false, based_on: { 6: true } },
  ]);
  expect(again({ ...keyword, field: 'cpt_bid', old: null, new: 1.2 })).toEqual([
    'PUT',
    'keywords_bids',
    { ...base, new_bids: { '5:6:7': 1.2 }, based_on: { '5:6:7': null } },
  ]);
  expect(again({ ...keyword, field: 'status', old: 'ENABLED', new: 'PAUSED' })).toEqual([
    'PUT',
    'keywords_status',
    {
      ...base,
      campaign_id: 5,
      ad_group_id: 6,
      keyword_ids: [7],
      status: 'PAUSED',
      based_on: { 7: 'ENABLED' },
    },
  ]);
  expect(again({ ...adGroup, field: 'status', old: 'PAUSED', new: 'DELETED' })).toEqual([
    'DELETE',
    'ad_groups',
    { ...base, campaign_id: 5, ad_group_ids: [6] },
  ]);
  expect(again({ ...adGroup, field: 'creative', old: 0, new: 12 })).toEqual([
    'PUT',
    'ad_groups_cpps',
    { ...base, ad_groups: [{ id: 6, campaignId: 5, creativeId: 12 }], based_on: { 6: 0 } },
  ]);
  const adding = { ...base, campaign_id: 5, keywords: [] };
  expect(again({ ...campaign, field: 'negative', old: null, new: 'free' })).toEqual([
    'POST',
    'skag_campaign/keyword',
    { ...adding, negative_keywords: ['free'] },
  ]);
  expect(again({ ...keyword, keyword_id: null, field: 'negative', old: null, new: 'free' })).toEqual([
    'POST',
    'skag_campaign/keyword',
    { ...adding, negative_keywords_for_ad_groups: { 6: ['free'] } },
  ]);
});

it('what an undo alone can wish for is undone again, for that object alone', () => {
  const undoes = '00000000-0000-4000-8000-00000000000a';
  const keys = (row: Omit<Row, 'undoes'>) => {
    const write = wishAgain({ ...row, undoes }, base);
    return [write?.path, write?.body];
  };
  const undo = (key: string) => ['/api/asa/undo', { application_id: 1, change_id: undoes, keys: [key] }];
  expect(keys({ ...keyword, field: 'negative', old: 'free', new: null })).toEqual(undo('5:6:7'));
  expect(keys({ ...keyword, ad_group_id: null, field: 'negative', old: null, new: 'free' })).toEqual(undo('5:0:7'));
  expect(keys({ ...keyword, field: 'cpt_bid', old: 1, new: null })).toEqual(undo('5:6:7'));
  const ofRule = { ...keyword, keyword_id: null, field: 'negative', old: 'free', new: null } as const;
  expect(keys(ofRule)).toEqual(undo('5:6:0'));
  expect(keys({ ...ofRule, ad_group_id: null })).toEqual(undo('5:0:0'));
});

it('of negatives that share their place the one with the text of the row is answered', () => {
  const result = (old: string, outcome: 'changed' | 'unchanged') =>
    ({ key: '5:6:0', field: 'negative', outcome, old, new: null }) as const;
  const results = [result('free', 'unchanged'), result('gratis', 'changed')];
  expect(resultOf(results, { old: 'gratis', new: null })).toBe(results[1]);
  expect(resultOf(results, { old: 'other', new: null })).toBe(results[0]);
  expect(resultOf([], { old: 'free', new: null })).toBeUndefined();
});

it('what no call takes is not requested again', () => {
  const rows: Row[] = [
    { ...keyword, field: 'cpt_bid', old: 1, new: null },
    { ...campaign, field: 'negative', old: 'free', new: null },
    { ...campaign, field: 'keyword', old: null, new: 'free' },
  ];
  expect(rows.map((row) => wishAgain(row, base))).toEqual([null, null, null]);
});
