import { describe, expect, it } from 'vitest';
import { campaignDecider } from '../campaign/campaign.decider.ts';
import type { CampaignEvent } from '../campaign/campaign.events.ts';
import type { CampaignState } from '../campaign/campaign.state.ts';
import { sampleCampaign } from '../change/sample-change.fixture.ts';
import { recordedCall, settleByRecord } from './call-in-history.ts';
import type { HistoryEntry, HistoryRecord, HistorySetting } from './history-entry.ts';
import { entryOfChange, nameChanges } from './name-changes.ts';
import type { UnnamedChange } from './unnamed-change.ts';
import { dueUnnamed } from './unnamed-changes.ts';

const observed_at = '2026-11-23T10:00:00.000Z';
const read_at = '2026-11-23T10:00:05.000Z';
const now = Date.parse(read_at);
const scope = { org_id: 9, campaign_id: 700, observed_at };
const bid = { key: '700:710:720', field: 'cpt_bid' } as const;

const keywordSeen = (changes: object, at = observed_at): CampaignEvent => {
  const keyword = sampleCampaign().keywords.get(720);
  if (keyword === undefined) throw new Error('No keyword');
  return { type: 'KeywordsObserved', data: { ...scope, observed_at: at, keywords: [{ ...keyword, ...changes }] } };
};
const seen = (...events: CampaignEvent[]): CampaignState => campaignDecider.evolveMany(sampleCampaign(), events);

let entryCount = 0;
function recorded(...items: [Partial<HistoryEntry>, ...HistorySetting[]][]): HistoryRecord {
  const settings = new Map<string, HistorySetting[]>();
  const entries = items.map(([changes, ...changed]) => {
    entryCount += 1;
    const entry: HistoryEntry = {
      level: 'keyword',
      objectId: 720,
      kind: 'updated',
      at: '2026-11-23T09:58:00.000Z',
      by: 'person',
      user: '41',
      detailId: String(entryCount),
      ...changes,
    };
    settings.set(entry.detailId, changed);
    return entry;
  });
  return { entries, settings, ownUser: '1' };
}
const bids = (before: number | null, after: number | null): HistorySetting => ({ field: 'cpt_bid', before, after });
const ours = { by: 'api', user: '1' } as const;

describe('a change made elsewhere', () => {
  it('has no author until one is read; what was seen first, and what only serves otherwise, is no change', () => {
    expect(sampleCampaign().unnamed).toEqual([]);
    expect(seen(keywordSeen({ modified_at: observed_at, text: 'other' })).unnamed).toEqual([]);
    const { unnamed } = seen(keywordSeen({ bid_micros: 2e6, status: 'PAUSED' }));
    expect(unnamed).toEqual([
      { key: bid.key, field: 'status', value: 'PAUSED', observed_at, reads: 0 },
      { ...bid, value: 2e6, observed_at, reads: 0 },
    ]);
  });

  it('is none of its own where its campaign is deleted', () => {
    const { campaign } = sampleCampaign();
    if (campaign === null) throw new Error('No campaign');
    const gone: CampaignEvent = {
      type: 'CampaignObserved',
      data: { ...scope, campaign: { ...campaign, deleted: true } },
    };
    expect(seen(gone, keywordSeen({ deleted: true })).unnamed.map(({ key }) => key)).toEqual(['700']);
  });

  it('is asked about at once, then ever later, and not for ever', () => {
    const due = (reads: number, minutes: number) => {
      const change: UnnamedChange = { ...bid, value: 2e6, observed_at, reads };
      return dueUnnamed({ unnamed: [change] }, Date.parse(observed_at) + minutes * 60_000).length === 1;
    };
    expect([due(0, 0), due(1, 10), due(2, 60), due(3, 360)]).toEqual([true, true, true, true]);
    expect([due(1, 9), due(2, 59), due(3, 359)]).toEqual([false, false, false]);
    expect([due(4, 700), due(0, 24 * 60 + 1)]).toEqual([false, false]);
  });

  it('is named once, whoever reads; one that is not found is read again', () => {
    const state = seen(keywordSeen({ bid_micros: 2e6, status: 'PAUSED' }));
    const [status, change] = state.unnamed;
    if (status === undefined || change === undefined) throw new Error('No changes');
    const actor = { kind: 'person', user: 'v1.application-3.x' } as const;
    const changed_at = '2026-11-23T09:58:00.000Z';
    const readings = [
      { ...change, actor, changed_at },
      { ...status, actor: null, changed_at: null },
    ];
    const events = nameChanges(state, { org_id: 9, campaign_id: 700, read_at }, readings);
    expect(events).toMatchObject([
      {
        type: 'ChangeActorsRead',
        data: {
          read_at,
          changes: [
            { key: bid.key, actor },
            { field: 'status', actor: null },
          ],
        },
      },
    ]);
    const after = campaignDecider.evolveMany(state, events);
    expect(after.unnamed).toEqual([{ ...status, reads: 1 }]);
    expect(after.outsideSettings.get(`${bid.key} cpt_bid`)).toEqual({ value: 2e6, actor, at: changed_at });
    expect(nameChanges(after, { org_id: 9, campaign_id: 700, read_at }, readings)).toEqual([]);
    expect(dueUnnamed(after, now)).toEqual([]);
  });

  it('is of the newest entry that set what was seen, and of no later one', () => {
    const change = { ...bid, value: 2e6, observed_at };
    const record = recorded(
      [{ user: '41', at: '2026-11-23T09:00:00.000Z' }, bids(1e6, 2e6)],
      [{ user: '42', at: '2026-11-23T09:50:00.000Z' }, bids(1.5e6, 2e6)],
      [{ user: '43', at: '2026-11-23T09:55:00.000Z' }, bids(2e6, 3e6)],
      [{ user: '44', at: '2026-11-23T10:30:00.000Z' }, bids(3e6, 2e6)],
      [{ user: '45', objectId: 721 }, bids(1e6, 2e6)],
      [{ user: '46', kind: 'created' }, bids(null, 2e6)],
    );
    expect(entryOfChange(record, change)?.entry.user).toBe('42');
    expect(
      entryOfChange(recorded([{}, { field: 'status', before: 'ENABLED', after: 'PAUSED' }]), change),
    ).toBeUndefined();
    // A keyword that follows its ad group is recorded with the bid of that one.
    expect(entryOfChange(record, { ...change, value: null })?.entry.user).toBe('43');
  });
});

describe('a call that was not answered', () => {
  const row = { ...bid, new: 2e6 };
  const since = Date.parse('2026-11-23T09:50:00.000Z');
  const callIn = (record: HistoryRecord, current: number) => recordedCall(record, row, since, current);

  it('was made where the record has it under our own user', () => {
    expect(callIn(recorded([ours, bids(1e6, 2e6)]), 1e6)).toEqual({ isMade: true, setter: undefined });
    expect(callIn(recorded([{ by: 'api', user: '2' }, bids(1e6, 2e6)]), 1e6).isMade).toBe(false);
    expect(callIn(recorded([{ by: 'person', user: '1' }, bids(1e6, 2e6)]), 1e6).isMade).toBe(false);
    expect(callIn({ ...recorded([ours, bids(1e6, 2e6)]), ownUser: null }, 1e6).isMade).toBe(false);
    expect(callIn(recorded([{ ...ours, at: '2026-11-23T09:40:00.000Z' }, bids(1e6, 2e6)]), 1e6).isMade).toBe(false);
  });

  it('was made where another replaced its value, whose setter is known', () => {
    const later = { user: '41', at: '2026-11-23T09:59:00.000Z' };
    const both = callIn(recorded([ours, bids(1e6, 2e6)], [later, bids(2e6, 1e6)]), 1e6);
    expect([both.isMade, both.setter?.user]).toEqual([true, '41']);
    expect(callIn(recorded([later, bids(2e6, 3e6)]), 3e6)).toMatchObject({ isMade: true, setter: { user: '41' } });
    expect(callIn(recorded([later, bids(1e6, 3e6)]), 3e6)).toMatchObject({ isMade: false, setter: { user: '41' } });
    // What was there before the call was set by nobody since.
    const earlier = { user: '41', at: '2026-11-23T09:55:00.000Z' };
    expect(callIn(recorded([earlier, bids(3e6, 1e6)], [ours, bids(1e6, 2e6)]), 1e6).setter).toBeUndefined();
  });

  it.each([
    ['write', false, false, 'write'],
    ['write', true, false, 'wait'],
    ['write', true, true, 'conflict'],
    ['write', false, true, 'conflict'],
    ['conflict', true, false, 'conflict'],
    ['unknown', false, false, 'unknown'],
    ['unknown', true, false, 'changed'],
    ['unknown', true, true, 'conflict'],
  ] as const)('and would %s; made: %s, replaced: %s: it is %s', (decision, isMade, isReplaced, settled) => {
    const [entry] = recorded([{}]).entries;
    expect(settleByRecord(decision, { isMade, setter: isReplaced ? entry : undefined })).toBe(settled);
  });
});
