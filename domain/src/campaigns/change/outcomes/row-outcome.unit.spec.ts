import { describe, expect, it } from 'vitest';
import { parseDomainEvent } from '../../../event-catalogue.ts';
import { dayMs } from '../../../shared/calendar/days.ts';
import { campaignDecider, diffKeywords } from '../../campaign/campaign.decider.ts';
import { keepConfirmed } from '../../campaign/keep-confirmed.ts';
import {
  type ChangeState,
  changeDecider,
  leaveWritesOpen,
  noteUndo,
  settleChange,
  startWrites,
} from '../change.decider.ts';
import { type ChangeRow, objectOfKey } from '../change-row.ts';
import { changeId, sampleCampaign, sampleChange, sampleRequest } from '../sample-change.fixture.ts';
import { undoRows } from '../undo.ts';
import { settingOf } from './object-after.ts';
import type { FinalOutcome, RowEvent } from './row-outcome.events.ts';
import { outcomeOf, type RowResult, rowEvent, rowEventTypes } from './row-outcome.ts';

const at = '2026-11-23T06:00:01.000Z';
const result = (outcome: FinalOutcome, more: Partial<RowResult> = {}): RowResult => ({
  outcome,
  remote: undefined,
  attempts: [],
  decidedAt: at,
  ...more,
});
const row = (key: string, field: ChangeRow['field'], base: ChangeRow['base'], set: ChangeRow['new']): ChangeRow => ({
  key,
  field,
  base,
  new: set,
});
const keyword = row('700:710:720', 'cpt_bid', 1_000_000, 1_200_000);
const event = (changeRow: ChangeRow, of: RowResult, campaign = sampleCampaign()) =>
  rowEvent(sampleRequest([changeRow]), 0, of, campaign);

describe('the event of an outcome', () => {
  const settings: [ChangeRow, string, string][] = [
    [keyword, 'KeywordBidChanged', 'Bid'],
    [row('700:710:720', 'cpt_bid', 1_000_000, null), 'KeywordBidChanged', 'Bid'],
    [row('700:710', 'cpt_bid', 1_000_000, 2_000_000), 'AdGroupBidChanged', 'Bid'],
    [row('700:710', 'cpa_goal', null, 2_000_000), 'AdGroupCpaGoalChanged', 'Goal'],
    [row('700:710', 'cpa_goal', 2_000_000, null), 'AdGroupCpaGoalCleared', 'Goal'],
    [row('700', 'daily_cap', 45_000_000, 50_000_000), 'CampaignDailyBudgetChanged', 'Budget'],
    [row('700', 'budget', 90_000_000, 95_000_000), 'CampaignTotalBudgetRaised', 'Budget'],
    [row('700', 'target_cpa', null, 3_000_000), 'CampaignTargetCpaChanged', 'Goal'],
    [row('700:710', 'search_match', true, false), 'SearchMatchSwitchedOff', 'SearchMatch'],
    [row('700:710', 'search_match', false, true), 'SearchMatchSwitchedOn', 'SearchMatch'],
    [row('700:710', 'creative', 0, 61), 'AdGroupProductPageChanged', 'ProductPage'],
    ...(['700', '700:710', '700:710:720'] as const).flatMap((key, level) =>
      (['Enabled', 'Paused', 'Deleted'] as const).map((word): [ChangeRow, string, string] => [
        row(key, 'status', word === 'Enabled' ? 'PAUSED' : 'ENABLED', word.toUpperCase()),
        `${['Campaign', 'AdGroup', 'Keyword'][level]}${word}`,
        'Status',
      ]),
    ),
  ];
  const endings = {
    unchanged: 'FoundUnnecessary',
    refused: 'RefusedByApple',
    conflict: 'Conflicted',
    skipped: 'Skipped',
    unknown: 'OutcomeLeftUnknown',
  } as const;

  it.each(settings)('of %j is %s when it was set, and says how it failed otherwise', (changeRow, type, family) => {
    const seen = new Set<string>();
    const outcomes = ['changed', ...Object.keys(endings)] as FinalOutcome[];
    for (const outcome of outcomes) {
      const made = event(changeRow, result(outcome, { remote: changeRow.base }));
      expect(made.type).toBe(outcome === 'changed' ? type : `${family}Change${endings[outcome]}`);
      expect(outcomeOf(made)).toBe(outcome);
      expect(rowEventTypes).toContain(made.type);
      expect(parseDomainEvent(made.type, made.data, 1)).toEqual(made);
      seen.add(made.type);
    }
    expect(seen.size).toBe(outcomes.length);
  });

  it('carries the settings of its object from then on, which the fold takes', () => {
    const before = sampleCampaign();
    const first = event(keyword, result('changed', { remote: 1_000_000 }));
    const state = campaignDecider.evolve(before, first);
    expect(state.keywords.get(720)?.bid_micros).toBe(1_200_000);
    expect(state.settled.get(changeId)).toEqual(new Map([[0, 'changed']]));
    expect(before.keywords.get(720)?.bid_micros).toBe(1_000_000);
    const paused = event(row('700', 'status', 'ENABLED', 'PAUSED'), result('changed'), state);
    expect(campaignDecider.evolve(state, paused).campaign).toMatchObject({
      status: 'PAUSED',
      display_status: 'PAUSED',
    });
  });

  it('of a product page carries the ads, which decide what is shown, and no pull from before takes it back', () => {
    const ad = (ad_id: number, creative_id: number, status: 'ENABLED' | 'PAUSED') => ({
      ad_id,
      ad_group_id: 710,
      name: `ad ${ad_id}`,
      deleted: false,
      product_page_name: `page ${creative_id}`,
      creative_id,
      status,
    });
    const seen = campaignDecider.evolve(sampleCampaign(), {
      type: 'AdsObserved',
      data: { org_id: 9, campaign_id: 700, observed_at: at, ads: [ad(1, 61, 'ENABLED'), ad(2, 62, 'PAUSED')] },
    });
    const creative = (state: typeof seen) => settingOf(state, objectOfKey('700:710'), 'creative');
    expect(creative(seen)).toBe(61);
    const ads = [ad(1, 61, 'PAUSED'), { ...ad(3, 63, 'ENABLED'), product_page_name: null }];
    const made = event(row('700:710', 'creative', 61, 63), result('changed', { remote: 61, ads }), seen);
    const state = campaignDecider.evolve(seen, made);
    expect([creative(state), state.ads.get(1)?.product_page_name]).toEqual([63, 'page 61']);
    const before = { campaign_id: 700, began: '2026-11-23T06:00:00.000Z' };
    expect(keepConfirmed(state, before, ad(1, 61, 'ENABLED')).status).toBe('PAUSED');
    expect(keepConfirmed(state, { ...before, began: '2026-11-23T06:00:02.000Z' }, ad(1, 61, 'ENABLED')).status).toBe(
      'ENABLED',
    );
    const back = event(row('700:710', 'creative', 63, 62), result('changed'), state);
    expect(creative(campaignDecider.evolve(state, back))).toBe(62);
  });

  it('of a conflict names whose change set what was found, if that was one of ours', () => {
    const state = campaignDecider.evolve(sampleCampaign(), event(keyword, result('changed')));
    const conflictAt = (remote: number) => event(keyword, result('conflict', { remote }), state).data;
    expect(conflictAt(1_200_000)).toMatchObject({ set_by: { kind: 'person', account_id: 17 }, set_at: at });
    expect(conflictAt(1_300_000)).toMatchObject({ set_by: null, set_at: null });
  });
});

describe('a pull', () => {
  const state = campaignDecider.evolve(sampleCampaign(), event(keyword, result('changed', { remote: 1_000_000 })));
  const pulled = (bid_micros: number, began: string) => {
    const existing = state.keywords.get(720);
    if (existing === undefined) throw new Error('No keyword');
    const observed = keepConfirmed(state, { campaign_id: 700, began }, { ...existing, bid_micros });
    return diffKeywords(state, { org_id: 9, campaign_id: 700, observed_at: began }, [observed]);
  };

  it('that began before a confirmed write never overwrites it', () => {
    expect(pulled(1_000_000, '2026-11-23T06:00:00.999Z')).toEqual([]);
    expect(pulled(1_000_000, at)).toEqual([]);
  });

  it('that began later and shows another value is an observation, and one that shows ours is none', () => {
    expect(pulled(1_000_000, '2026-11-23T06:00:01.001Z')).toHaveLength(1);
    expect(pulled(1_200_000, '2026-11-23T06:00:01.001Z')).toEqual([]);
  });
});

describe('the calls of a change', () => {
  const change = sampleChange([keyword, row('700:710:721', 'cpt_bid', null, 1)]);
  const started = { change_id: changeId, campaign_id: 700, rows: [0, 1], started_at: at };

  it('are recorded before they are made, and by one maker alone', () => {
    const first = startWrites(change, started, () => 0);
    const settings = [
      { key: '700:710:720', field: 'cpt_bid', new: 1_200_000 },
      { key: '700:710:721', field: 'cpt_bid', new: 1 },
    ];
    expect(first).toEqual([{ type: 'ChangeWritesStarted', data: { ...started, settings } }]);
    const after = first.reduce(changeDecider.evolve, change as ChangeState);
    expect(startWrites(after, started, () => 0)).toEqual([]);
    expect(startWrites(after, started, () => 1)).toHaveLength(1);
    const open = leaveWritesOpen(after, {
      change_id: changeId,
      campaign_id: 700,
      rows: [1],
      end: 'unknown',
      ended_at: at,
    });
    expect(open).toHaveLength(1);
    const left = open.reduce(changeDecider.evolve, after);
    expect(
      leaveWritesOpen(left, { change_id: changeId, campaign_id: 700, rows: [1], end: 'limited', ended_at: at }),
    ).toEqual([]);
    expect(left.status !== 'absent' && left.calls.get(1)).toMatchObject({ sent: 1, held: 0, end: 'unknown' });
  });

  it('end once, and an undo is noted once', () => {
    const settled = settleChange(change, { change_id: changeId, settled_at: at, campaigns: [] });
    const after = settled.reduce(changeDecider.evolve, change as ChangeState);
    expect([after.status, settleChange(after, { change_id: changeId, settled_at: at, campaigns: [] })]).toEqual([
      'settled',
      [],
    ]);
    const by = { change_id: changeId, by_change_id: '9b0b5d6e-6a7c-4f5e-8d55-1f4f0e1c9a33', undone_at: at };
    const undone = noteUndo(after, by).reduce(changeDecider.evolve, after);
    expect(noteUndo(undone, by)).toEqual([]);
  });
});

describe('an undo', () => {
  const rows = [
    keyword,
    row('700', 'budget', 1, 2),
    row('700:710', 'status', 'PAUSED', 'DELETED'),
    row('700:710:721', 'cpt_bid', null, 9),
  ];
  const outcomes = new Map<number, RowEvent>(
    rows.map((_, index) => [index, rowEvent(sampleRequest(rows), index, result('changed'), sampleCampaign())]),
  );
  const now = Date.parse('2026-11-24T00:00:00.000Z');

  it('sets back in reverse what was set, and leaves out what cannot be undone', () => {
    expect(undoRows(sampleChange(rows), outcomes, { now, forceKeys: ['700:710:720'] })).toEqual([
      { key: '700:710:721', field: 'cpt_bid', base: 9, new: null },
      { key: '700:710:720', field: 'cpt_bid', base: 1_200_000, new: 1_000_000, unchecked: true },
    ]);
  });

  it.each([
    ['of rows without outcome', new Map<number, RowEvent>(), { now }, 'This change is still being made'],
    ['of what cannot be undone', outcomes, { now, keys: ['700'] }, 'Nothing to undo'],
    [
      'of foreign objects',
      outcomes,
      { now, keys: ['800'] },
      'keys names an object that this change does not have: 800',
    ],
    ['after 90 days', outcomes, { now: now + 90 * dayMs }, 'Changes can be undone for 90 days'],
  ])('%s is refused', (_, recordedOutcomes, wish, message) => {
    expect(() => undoRows(sampleChange(rows), recordedOutcomes, wish)).toThrow(message);
  });
});
