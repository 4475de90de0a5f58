import { describe, expect, it } from 'vitest';
import type { AnyCampaignEvent } from '../../campaign/campaign.decider.ts';
import { adGroupSeen, at, campaignSeen, keyword, keywordSeen, ms, scope } from './campaign-events.fixture.ts';
import { settingTrailOf } from './setting-trail-of.ts';
import { type TrailedCampaign, trailedCampaignDecider } from './trailed-campaign.ts';

const world = [campaignSeen('01:00'), adGroupSeen('01:00', 800_000), keywordSeen('01:00', null)];

const rule = { kind: 'rule' as const, account_id: null, source: '5.2.2026-11-20T09' };
const row = (time: string, old: number, set: number, others: object = {}) => ({
  ...scope,
  change_id: '1b7c9a52-0c8e-8a6e-8f2a-64f0b1c2d3e4',
  row: 0,
  key: '700:710:720',
  field: 'cpt_bid' as const,
  actor: rule,
  reason: null,
  old,
  new: set,
  base: old,
  live: old,
  currency: 'USD',
  note: null,
  apple_status: null,
  message: null,
  attempts: [{ sent_at: at('09:01'), ended_at: null, end: 'done' as const }],
  decided_at: at(time),
  ...others,
});
const bidSet = (time: string, old: number, set: number, others: object = {}): AnyCampaignEvent => ({
  type: 'KeywordBidChanged',
  data: { ...row(time, old, set, others), keyword: keyword(set) },
});

const trailOf = (events: readonly AnyCampaignEvent[], key = '700:710:720') => {
  const state = trailedCampaignDecider.evolveMany(trailedCampaignDecider.initialState(), events);
  return settingTrailOf(state.trails, key, () => ({ custom: true, cooldownDays: 7 }));
};
const ofRule = { kind: 'rule', id: 5, custom: true, cooldownDays: 7, slot: '2026-11-20T09' };

describe('the trail of a setting', () => {
  it('has no change of what was first seen, and knows since when it is there', () => {
    const state = trailedCampaignDecider.evolveMany(trailedCampaignDecider.initialState(), world);
    expect([state.trails.size, state.since.get('700:710:720')]).toEqual([0, ms('01:00')]);
  });

  it('says who set a bid, and whether that spends more', () => {
    expect(trailOf([...world, bidSet('09:02', 800_000, 900_000)]).cpt_bid).toEqual([
      { at: ms('09:02'), from: 800_000, to: 900_000, direction: 'up', actor: ofRule },
    ]);
    const undone = { actor: { kind: 'undo' as const, account_id: 8, source: null } };
    const changes = trailOf([...world, bidSet('09:02', 800_000, 900_000), bidSet('10:00', 900_000, 800_000, undone)]);
    expect(changes.cpt_bid?.at(-1)).toMatchObject({ direction: 'down', actor: { kind: 'person' }, to: 800_000 });
    const byHand = { actor: { ...rule, source: '5.2.manual-7' } };
    expect(trailOf([...world, bidSet('09:02', 800_000, 900_000, byHand)]).cpt_bid?.[0]?.actor).toMatchObject({
      slot: null,
    });
  });

  it('has what was changed elsewhere, when the ad service says it was', () => {
    const seen = keywordSeen('12:00', 700_000, { status: 'PAUSED', modified_at: at('11:15') });
    expect(trailOf([...world, seen])).toEqual({
      cpt_bid: [{ at: ms('11:15'), from: 800_000, to: 700_000, direction: 'down', actor: { kind: 'person' } }],
      status: [{ at: ms('11:15'), from: 'ENABLED', to: 'PAUSED', direction: 'down', actor: { kind: 'person' } }],
    });
  });

  it('follows the bid of the ad group while a keyword has none of its own', () => {
    const raised = [...world, adGroupSeen('05:00', 1_000_000)];
    expect(trailOf(raised).cpt_bid).toMatchObject([{ from: 800_000, to: 1_000_000 }]);
    const withOwnBid = [...world, keywordSeen('04:00', 900_000), adGroupSeen('05:00', 1_000_000)];
    expect(trailOf(withOwnBid).cpt_bid).toMatchObject([{ from: 800_000, to: 900_000 }]);
    expect(trailOf(withOwnBid, '700:710').cpt_bid).toMatchObject([{ from: 800_000, to: 1_000_000 }]);
  });

  it('gives a bid that a pull saw first to the row that had set it', () => {
    const seen = [...world, keywordSeen('09:30', 900_000, { modified_at: at('09:01') })];
    expect(trailOf(seen).cpt_bid).toMatchObject([{ actor: { kind: 'person' } }]);
    expect(trailOf([...seen, bidSet('09:40', 800_000, 900_000)]).cpt_bid).toEqual([
      { at: ms('09:01'), from: 800_000, to: 900_000, direction: 'up', actor: ofRule },
    ]);
    const unknown: AnyCampaignEvent = { type: 'BidChangeOutcomeLeftUnknown', data: row('10:30', 800_000, 900_000) };
    expect(trailOf([...seen, unknown]).cpt_bid).toMatchObject([{ actor: ofRule }]);
    const conflict = (end: 'refused' | 'unknown'): AnyCampaignEvent => ({
      type: 'BidChangeConflicted',
      data: {
        ...row('10:30', 800_000, 900_000, { attempts: [{ sent_at: at('09:01'), ended_at: null, end }] }),
        set_by: null,
        set_at: null,
      },
    });
    const byConflict = (end: 'refused' | 'unknown') => trailOf([...seen, conflict(end)]).cpt_bid?.[0]?.actor.kind;
    expect([byConflict('unknown'), byConflict('refused')]).toEqual(['rule', 'person']);
    // What a pull saw before the row was sent is not the row's.
    const before = [...world, keywordSeen('08:30', 900_000), keywordSeen('08:40', 800_000), unknown];
    expect(trailOf(before).cpt_bid).toMatchObject([{ actor: { kind: 'person' } }, { actor: { kind: 'person' } }]);
  });

  it('has keywords that were deleted, by a change or elsewhere', () => {
    const existence = (...events: readonly AnyCampaignEvent[]) =>
      trailedCampaignDecider
        .evolveMany(trailedCampaignDecider.initialState(), [...world, ...events])
        .trails.get('700:710:720 existence');
    const seen = keywordSeen('12:00', null, { deleted: true, modified_at: at('11:15') });
    const person = { at: ms('11:15'), from: 'EXISTS', to: null, actor: { kind: 'person' } };
    expect(existence(seen)).toMatchObject([person]);
    const deletion: AnyCampaignEvent = {
      type: 'KeywordDeleted',
      data: {
        ...row('09:02', 0, 0, { field: 'status', old: 'ENABLED', base: 'ENABLED', live: 'ENABLED', new: 'DELETED' }),
        keyword: keyword(null, { deleted: true }),
      },
    };
    expect(existence(deletion, seen)).toMatchObject([{ at: ms('09:02'), from: 'EXISTS', to: null, actor: { id: 5 } }]);
  });

  it('has budgets, target CPA and status of campaigns', () => {
    const seen = campaignSeen('06:00', { daily_budget_micros: 60_000_000, target_cpa_micros: 3_000_000 });
    expect(trailOf([...world, seen], '700')).toMatchObject({
      daily_cap: [{ from: 50_000_000, to: 60_000_000, direction: 'up' }],
      target_cpa: [{ from: null, to: 3_000_000, direction: 'none' }],
    });
  });

  it('is the same however many events are folded at once', () => {
    const events = [
      ...world,
      adGroupSeen('05:00', 1_000_000),
      bidSet('09:02', 1_000_000, 900_000),
      keywordSeen('12:00', null),
    ];
    const oneByOne = events.reduce<TrailedCampaign>(
      trailedCampaignDecider.evolve,
      trailedCampaignDecider.initialState(),
    );
    const together = trailedCampaignDecider.evolveMany(trailedCampaignDecider.initialState(), events);
    expect(oneByOne.trails).toEqual(together.trails);
  });

  it('keeps 28 days, and what came since each rule changed it last', () => {
    const day = (date: string) => `2026-${date}T09:00:00.000Z`;
    const set = (date: string, from: number, to: number, others: object = {}): AnyCampaignEvent =>
      bidSet('09:00', from, to, { decided_at: day(date), attempts: [], ...others });
    const person = { actor: { kind: 'person' as const, account_id: 8, source: null } };
    const early = [
      set('06-01', 800_000, 700_000, person),
      set('07-01', 700_000, 600_000),
      set('07-02', 600_000, 500_000, person),
    ];
    const kept = trailOf([...world, ...early, set('11-20', 500_000, 400_000, person)]).cpt_bid;
    expect(kept?.map(({ to }) => to)).toEqual([600_000, 500_000, 400_000]);
  });
});
