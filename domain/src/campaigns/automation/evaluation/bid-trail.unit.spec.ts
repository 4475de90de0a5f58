import { describe, expect, it } from 'vitest';
import type { CampaignEvent } from '../../campaign/campaign.events.ts';
import { changeDecider, leaveWritesOpen, startWrites } from '../../change/change.decider.ts';
import type { ChangeActor } from '../../change/change-row.ts';
import type { FinalOutcome } from '../../change/outcomes/row-outcome.events.ts';
import { rowEvent } from '../../change/outcomes/row-outcome.ts';
import { sampleCampaign } from '../../change/sample-change.fixture.ts';
import { bidAt, openBids, ruleCampaignDecider, withOpenBids } from './bid-trail.ts';
import { evaluate } from './evaluate.ts';
import { ruleUnits } from './rule-units.ts';
import { sampleData, sampleRule } from './sample-rule.fixture.ts';

const rule: ChangeActor = { kind: 'rule', account_id: null, source: '5.1.2026-03-20T09' };
const person: ChangeActor = { kind: 'person', account_id: 17, source: null };
const { campaign: settings, ...structure } = sampleCampaign();
const campaign = settings && { ...settings, supply_sources: ['APPSTORE_SEARCH_RESULTS'] };
const start = { campaign: { ...structure, campaign }, trails: new Map() };

const requestOf = (key: string, bid: number | null, actor: ChangeActor, at: string) => ({
  change_id: '5f0c2a4e-7f0e-4f3a-9a55-0d8b6a1f2c11',
  application_id: 3,
  org_id: 40,
  currency: 'USD',
  actor,
  comment: null,
  requested_at: at,
  guardrails_confirmed: false,
  undoes: null,
  campaigns: [],
  rows: [{ key, field: 'cpt_bid' as const, base: null, new: bid }],
});

/** A confirmed bid, as changes record it. */
function bidSet(
  state: typeof start,
  key: string,
  bid: number | null,
  actor: ChangeActor,
  at: string,
  { sentAt, outcome = 'changed', remote }: Partial<{ sentAt: string; outcome: FinalOutcome; remote: number }> = {},
): typeof start {
  const request = requestOf(key, bid, actor, at);
  const attempts = sentAt === undefined ? [] : [{ sent_at: sentAt, ended_at: null, end: 'unknown' as const }];
  const result = { outcome, remote, attempts, decidedAt: at } as const;
  return ruleCampaignDecider.evolve(state, rowEvent(request, 0, result, state.campaign)) as typeof start;
}
/** A change that raises the keyword 720, whose call has begun, and may have ended without an answer or without being sent. */
function sentChange(actor: ChangeActor, sentAt: string, end?: 'unknown' | 'not_sent') {
  const request = requestOf('700:710:720', 1_100_000, actor, sentAt);
  const common = { change_id: request.change_id, campaign_id: 700, rows: [0] };
  let change = changeDecider.evolve(changeDecider.initialState(), { type: 'ChangeRequested', data: request });
  for (const event of startWrites(change, { ...common, started_at: sentAt }, () => 0)) {
    change = changeDecider.evolve(change, event);
  }
  const ended = end === undefined ? [] : leaveWritesOpen(change, { ...common, end, ended_at: sentAt });
  for (const event of ended) change = changeDecider.evolve(change, event);
  if (change.status === 'absent') throw new Error('There is a change');
  return change;
}

/** A pull that shows another bid of the keyword 720. */
function bidSeen(state: typeof start, bid: number, observed_at: string): typeof start {
  const keyword = state.campaign.keywords.get(720);
  if (keyword === undefined) throw new Error('There is a keyword');
  const data = { org_id: 40, campaign_id: 700, observed_at, keywords: [{ ...keyword, bid_micros: bid }] };
  return ruleCampaignDecider.evolve(state, { type: 'KeywordsObserved', data }) as typeof start;
}
const trailOf = (state: typeof start, id = 720) => ruleCampaignDecider.evolve(state, anything).trails.get(id);
const anything: CampaignEvent = {
  type: 'AdsObserved',
  data: { org_id: 40, campaign_id: 700, observed_at: '2026-03-20T00:00:00.000Z', ads: [] },
};
const unitsOf = (state: typeof start) => {
  const none = {
    figures: new Map(),
    shares: new Map(),
    spentToday: new Map(),
    partialToday: new Set<number>(),
    raisedBy: new Map(),
    resumed: {},
  };
  return ruleUnits({ campaigns: new Map([[700, state]]), ...none });
};

describe('the trail of bids', () => {
  it('knows who raised, who lowered, and what a bid was', () => {
    const raised = bidSet(start, '700:710:720', 1_100_000, rule, '2026-03-20T08:00:00.000Z');
    expect(trailOf(raised)).toMatchObject({
      lastForeignAt: null,
      raised: { 5: '2026-03-20T08:00:00.000Z' },
      lowered: {},
    });
    const higher = bidSet(raised, '700:710:720', 1_400_000, person, '2026-03-20T10:00:00.000Z');
    expect(trailOf(higher)).toMatchObject({ lastForeignAt: '2026-03-20T10:00:00.000Z', lowered: {} });
    const lower = bidSet(higher, '700:710:720', 700_000, person, '2026-03-20T12:00:00.000Z');
    expect(trailOf(lower)).toMatchObject({ lowered: { 5: '2026-03-20T12:00:00.000Z' } });
    const trail = trailOf(lower);
    if (trail === undefined) throw new Error('There is a trail');
    const bids = ['2026-03-20T09:00Z', '2026-03-20T11:00Z', '2026-03-20T13:00Z'];
    expect(bids.map((at) => bidAt(trail, 700_000, Date.parse(at)))).toEqual([1_100_000, 1_400_000, 700_000]);
  });

  it('ends the raises of a lowered unit for all later slots', () => {
    const raised = bidSet(start, '700:710:720', 1_100_000, rule, '2026-03-20T08:00:00.000Z');
    const lower = bidSet(raised, '700:710:720', 700_000, person, '2026-03-20T12:00:00.000Z');
    for (const day of ['2026-03-22', '2026-05-01', '2027-03-01']) {
      const asOf = Date.parse(`${day}T09:00:00.000Z`);
      const data = sampleData(unitsOf(lower), { asOf, pulledAt: asOf });
      const of = (sample: typeof data) =>
        evaluate(sampleRule({ campaign_type: 'regular' }), sample, new Map()).find(({ key }) => key === '700:710:720');
      expect([day, of(data)?.reason]).toEqual([day, 'released']);
    }
  });

  it('follows the bid of the ad group where a keyword has none, and its own where it has one', () => {
    const group = bidSet(start, '700:710', 2_000_000, person, '2026-03-20T08:00:00.000Z');
    expect(trailOf(group, 721)).toMatchObject({ lastAt: '2026-03-20T08:00:00.000Z' });
    expect(trailOf(group, 720)).toBeUndefined();
    const units = new Map(unitsOf(group).map((unit) => [unit.key, unit]));
    expect(units.get('700:710:721')).toMatchObject({ base: null, bid: 2_000_000 });
    const keywordUnit = units.get('700:710:720');
    expect(keywordUnit?.bid).toBe(keywordUnit?.base);
    expect(keywordUnit?.bid).not.toBe(2_000_000);
  });

  it.each(['changed', 'unknown'] as const)(
    'takes the bid of a row that was sent, seen first by a pull, for that row: %s',
    (outcome) => {
      const pulled = bidSeen(start, 1_100_000, '2026-03-20T08:00:03.000Z');
      expect(trailOf(pulled)).toMatchObject({ lastForeignAt: '2026-03-20T08:00:03.000Z', raised: {} });
      const sent = { sentAt: '2026-03-20T08:00:01.000Z', outcome };
      const raised = bidSet(pulled, '700:710:720', 1_100_000, rule, '2026-03-20T08:00:40.000Z', sent);
      expect(trailOf(raised)).toEqual({
        lastAt: '2026-03-20T08:00:40.000Z',
        lastForeignAt: null,
        lowered: {},
        raised: { 5: '2026-03-20T08:00:40.000Z' },
        recent: [{ at: '2026-03-20T08:00:40.000Z', from: 1_000_000, to: 1_100_000 }],
      });
      // Taken back, the unit is released.
      const undone = bidSet(raised, '700:710:720', 1_000_000, person, '2026-03-20T09:00:00.000Z');
      expect(trailOf(undone)).toMatchObject({ lowered: { 5: '2026-03-20T09:00:00.000Z' } });
    },
  );

  it('takes the bid of an ad group that a pull saw first for that of its row, where keywords follow it', () => {
    const [group] = [...start.campaign.ad_groups.values()].filter(({ ad_group_id }) => ad_group_id === 710);
    if (group === undefined) throw new Error('There is an ad group');
    const ad_groups = [{ ...group, default_bid_micros: 2_000_000 }];
    const observed_at = '2026-03-20T08:00:03.000Z';
    const data = { org_id: 40, campaign_id: 700, observed_at, ad_groups };
    const pulled = ruleCampaignDecider.evolve(start, { type: 'AdGroupsObserved', data }) as typeof start;
    expect(trailOf(pulled, 721)).toMatchObject({ lastForeignAt: observed_at });
    const sent = { sentAt: '2026-03-20T08:00:01.000Z' };
    const raised = bidSet(pulled, '700:710', 2_000_000, rule, '2026-03-20T08:00:40.000Z', sent);
    expect(trailOf(raised, 721)).toMatchObject({ lastForeignAt: null, raised: { 5: '2026-03-20T08:00:40.000Z' } });
  });

  it.each([
    ['another value', 1_300_000, '2026-03-20T08:00:03.000Z'],
    ['the value before anything was sent', 1_100_000, '2026-03-20T08:00:00.000Z'],
  ])('leaves to others what a pull saw of them: %s', (_, seen, at) => {
    const pulled = bidSeen(start, seen, at);
    const sent = { sentAt: '2026-03-20T08:00:01.000Z' };
    const raised = bidSet(pulled, '700:710:720', 1_100_000, rule, '2026-03-20T08:00:40.000Z', sent);
    expect(trailOf(raised)).toMatchObject({ lastForeignAt: at });
  });

  it('takes another bid in a pull for a change from outside', () => {
    const keyword = start.campaign.keywords.get(720);
    if (keyword === undefined) throw new Error('There is a keyword');
    const keywords = [{ ...keyword, bid_micros: 3_000_000, modified_at: '2026-03-20T07:00:00.000Z' }];
    const observed = { org_id: 40, campaign_id: 700, observed_at: '2026-03-20T08:00:00.000Z', keywords };
    const state = ruleCampaignDecider.evolve(start, { type: 'KeywordsObserved', data: observed });
    expect(state.trails.get(720)).toMatchObject({ lastForeignAt: '2026-03-20T07:00:00.000Z' });
    const again = ruleCampaignDecider.evolve(state, {
      type: 'KeywordsObserved',
      data: { ...observed, observed_at: '2026-03-21T08:00:00.000Z' },
    });
    expect(again.trails.get(720)).toEqual(state.trails.get(720));
  });
});

describe('a bid that was sent and has no outcome yet', () => {
  const sentAt = '2026-03-20T08:00:01.000Z';
  const seenAt = '2026-03-20T08:00:03.000Z';
  const asOf = Date.parse('2026-03-20T08:30:00.000Z');
  const reasonOf = (state: typeof start) => {
    const data = sampleData(unitsOf(state), { asOf, pulledAt: asOf });
    const verdicts = evaluate(sampleRule({ campaign_type: 'regular' }), data, new Map());
    return verdicts.find(({ key }) => key === '700:710:720')?.reason;
  };
  const withOpen = (state: typeof start, change: ReturnType<typeof sentChange>, settled = new Set<number>()) =>
    withOpenBids(state, openBids(change, settled)) as typeof start;

  it.each([undefined, 'unknown'] as const)('is its row’s when a pull sees it before the row ends: %s', (end) => {
    const pulled = bidSeen(start, 1_100_000, seenAt);
    expect(reasonOf(pulled)).toBe('cooling');
    const open = withOpen(pulled, sentChange(rule, sentAt, end));
    expect(trailOf(open)).toMatchObject({ lastAt: sentAt, lastForeignAt: null, raised: { 5: sentAt } });
    expect(reasonOf(open)).toBe('not_settled');
    // What was folded stays as it was, and takes the row when it ends.
    expect(trailOf(pulled)).toMatchObject({ lastForeignAt: seenAt });
    const ended = bidSet(pulled, '700:710:720', 1_100_000, rule, '2026-03-20T08:00:40.000Z', { sentAt });
    expect(trailOf(withOpen(ended, sentChange(rule, sentAt, end)))).toEqual(trailOf(ended));
  });

  it('releases the unit when a person takes it back', () => {
    const open = withOpen(bidSeen(start, 1_100_000, seenAt), sentChange(rule, sentAt));
    const undone = bidSet(open, '700:710:720', 1_000_000, person, '2026-03-20T08:10:00.000Z');
    expect(reasonOf(undone)).toBe('released');
  });

  it.each([
    ['another bid', 1_300_000, seenAt, sentChange(rule, sentAt)],
    ['the bid before it was sent', 1_100_000, '2026-03-20T08:00:00.000Z', sentChange(rule, sentAt)],
    ['the bid of a call that was never sent', 1_100_000, seenAt, sentChange(rule, sentAt, 'not_sent')],
    ['the bid that a person sent', 1_100_000, seenAt, sentChange(person, sentAt)],
  ])('is foreign where a pull sees %s', (_, bid, at, change) => {
    expect(reasonOf(withOpen(bidSeen(start, bid, at), change))).toBe('cooling');
  });

  it('is foreign once its row has failed', () => {
    const pulled = bidSeen(start, 1_100_000, seenAt);
    const change = sentChange(rule, sentAt);
    expect(reasonOf(withOpen(pulled, change))).toBe('not_settled');
    const refused = { sentAt, outcome: 'refused' } as const;
    const failed = bidSet(pulled, '700:710:720', 1_100_000, rule, '2026-03-20T08:00:40.000Z', refused);
    expect(reasonOf(withOpen(failed, change, new Set([0])))).toBe('cooling');
  });
});

describe('a bid that was lowered outside before the row of its raise had ended', () => {
  const sentAt = '2026-03-20T08:00:01.000Z';
  const seenAt = '2026-03-20T08:00:03.000Z';
  const loweredAt = '2026-03-20T08:00:20.000Z';
  const endedAt = '2026-03-20T08:00:40.000Z';
  const raisedThenLowered = bidSeen(bidSeen(start, 1_100_000, seenAt), 900_000, loweredAt);
  const laterReason = (state: typeof start) => {
    const asOf = Date.parse('2026-03-27T08:30:00.000Z');
    const data = sampleData(unitsOf(state), { asOf, pulledAt: asOf });
    const verdicts = evaluate(sampleRule({ campaign_type: 'regular' }), data, new Map());
    return verdicts.find(({ key }) => key === '700:710:720')?.reason;
  };

  it('releases the unit while the row is open', () => {
    expect(laterReason(raisedThenLowered)).toBeNull();
    const open = withOpenBids(raisedThenLowered, openBids(sentChange(rule, sentAt, 'unknown'), new Set()));
    expect(laterReason(open as typeof start)).toBe('released');
    expect((open as typeof start).trails.get(720)).toEqual({
      lastAt: loweredAt,
      lastForeignAt: loweredAt,
      raised: { 5: sentAt },
      lowered: { 5: loweredAt },
      recent: [
        { at: sentAt, from: 1_000_000, to: 1_100_000 },
        { at: loweredAt, from: 1_100_000, to: 900_000 },
      ],
    });
  });

  it.each(['unknown', 'conflict', 'changed'] as const)('releases it when the row ends as %s', (outcome) => {
    const ended = bidSet(raisedThenLowered, '700:710:720', 1_100_000, rule, endedAt, {
      sentAt,
      outcome,
      remote: 900_000,
    });
    expect(laterReason(ended)).toBe('released');
  });

  it('releases it where no pull saw the raise, and a reading found less than was sent', () => {
    const conflict = { sentAt, outcome: 'conflict' } as const;
    const set = (remote: number) => bidSet(start, '700:710:720', 1_100_000, rule, endedAt, { ...conflict, remote });
    // Also when it is more than before.
    for (const live of [900_000, 1_050_000]) expect(laterReason(set(live))).toBe('released');
    expect(laterReason(set(1_300_000))).toBeNull();
  });

  it('does not where the raise was never sent, failed, or was a person’s', () => {
    const ends = [
      { outcome: 'conflict', live: 900_000 },
      { sentAt, outcome: 'refused' },
    ] as const;
    for (const end of ends)
      expect(laterReason(bidSet(raisedThenLowered, '700:710:720', 1_100_000, rule, endedAt, end))).toBeNull();
    const ofPerson = { sentAt, outcome: 'conflict', live: 900_000 } as const;
    expect(laterReason(bidSet(start, '700:710:720', 1_100_000, person, endedAt, ofPerson))).toBeNull();
  });

  it('keeps a few of what pulls saw: what is older than eight changes is someone else’s', () => {
    const seen = (changes: number) =>
      Array.from({ length: changes }, (_, index) => index).reduce(
        (state, index) => bidSeen(state, 900_000 - index * 1000, `2026-03-20T08:01:${10 + index}.000Z`),
        bidSeen(start, 1_100_000, seenAt),
      );
    const ended = (changes: number) =>
      bidSet(seen(changes), '700:710:720', 1_100_000, rule, '2026-03-20T08:10:00.000Z', { sentAt, outcome: 'unknown' });
    expect([7, 8].map((changes) => laterReason(ended(changes)))).toEqual(['released', null]);
    expect(trailOf(seen(20))?.pulled?.changes).toHaveLength(8);
  });
});
