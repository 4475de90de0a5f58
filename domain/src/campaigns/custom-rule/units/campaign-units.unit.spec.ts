import { describe, expect, it } from 'vitest';
import type { AnyCampaignEvent } from '../../campaign/campaign.decider.ts';
import { bidChange, ruleOf, units } from '../evaluation/sample-world.fixture.ts';
import { enteredRule } from '../sample-rules.fixture.ts';
import { adGroupSeen, campaignSeen, keywordSeen, ms } from '../trail/campaign-events.fixture.ts';
import { trailedCampaignDecider } from '../trail/trailed-campaign.ts';
import { type UnitQuestion, unitsOfCampaign } from './campaign-units.ts';
import { afterDecisions, decidedStatuses, decisionsByKey } from './earlier-decisions.ts';

const first = { keyword_id: 720, ad_group_id: 710, text: 'calm' };
const second = { keyword_id: 721, ad_group_id: 710, text: 'rain sounds', match_type: 'BROAD' };
const alone = { keyword_id: 722, ad_group_id: 711, text: 'sleep' };
const world: readonly AnyCampaignEvent[] = [
  campaignSeen('01:00'),
  adGroupSeen('01:00', 800_000),
  adGroupSeen('01:00', 700_000, { ad_group_id: 711, name: 'Sleep' }),
  keywordSeen('01:00', null, first),
  keywordSeen('01:00', 1_200_000, second),
  keywordSeen('01:00', null, alone),
];

function unitsFound(fields: object, question: Partial<UnitQuestion> = {}, later: readonly AnyCampaignEvent[] = []) {
  const state = trailedCampaignDecider.evolveMany(trailedCampaignDecider.initialState(), [...world, ...later]);
  return unitsOfCampaign(state, {
    rule: ruleOf({ ...enteredRule(), ...fields }),
    labels: { objects: new Map(), trails: new Map() },
    statuses: new Map(),
    terms: null,
    ruleOf: () => ({ custom: true, cooldownDays: 7 }),
    ...question,
  });
}
const keysOf = (...parameters: Parameters<typeof unitsFound>) => unitsFound(...parameters).map(({ key }) => key);

describe('the units of a campaign', () => {
  it('are keywords with the bid that is effective and the one that is their own', () => {
    const [calm, rain, sleep] = unitsFound({});
    expect(calm).toMatchObject({
      key: '700:710:720',
      name: 'calm',
      campaignName: 'US',
      settings: { cptBid: 800_000, ownBid: null },
      campaignBudget: 50_000_000,
      createdAt: ms('01:00'),
      isOnlyKeyword: false,
    });
    expect(rain?.settings).toMatchObject({ cptBid: 1_200_000, ownBid: 1_200_000 });
    expect(sleep).toMatchObject({ settings: { cptBid: 700_000 }, isOnlyKeyword: true });
  });

  it('are ad groups with the keywords that have their own bid, and campaigns with their highest bid', () => {
    expect(unitsFound({ level: 'ad_group' })).toMatchObject([
      { key: '700:710', settings: { cptBid: 800_000 }, keywords: 2, keywordsWithOwnBid: 1 },
      { key: '700:711', settings: { cptBid: 700_000 }, keywords: 1, keywordsWithOwnBid: 0 },
    ]);
    expect(unitsFound({ level: 'campaign' })).toMatchObject([
      { key: '700', settings: { dailyCap: 50_000_000 }, highestBid: 1_200_000, keywords: 3 },
    ]);
  });

  it('run only while all their parents do, and are gone once they are deleted', () => {
    const paused = adGroupSeen('02:00', 800_000, { status: 'PAUSED' });
    expect(keysOf({}, {}, [paused])).toEqual(['700:711:722']);
    expect(keysOf({ scope: { status: ['paused'] } }, {}, [paused])).toEqual(['700:710:720', '700:710:721']);
    const deleted = keywordSeen('02:00', null, { ...alone, deleted: true });
    expect(keysOf({}, {}, [deleted])).toEqual(['700:710:720', '700:710:721']);
    expect(keysOf({ level: 'campaign' }, {}, [campaignSeen('02:00', { deleted: true })])).toEqual([]);
    expect(keysOf({}, {}, [campaignSeen('02:00', { supply_sources: ['APPSTORE_SEARCH_TAB'] })])).toEqual([]);
  });

  it('pass the filters of the rule, with labels of their parents', () => {
    expect(keysOf({ scope: { match_types: ['BROAD'] } })).toEqual(['700:710:721']);
    expect(keysOf({ scope: { ad_group_name: { is: ['sleep'] } } })).toEqual(['700:711:722']);
    const objects = new Map([
      ['700:710', [3]],
      ['700:711:722', [4]],
    ]);
    const labels = { objects, trails: new Map() };
    expect(keysOf({ scope: { labels: { any: [3] } } }, { labels })).toEqual(['700:710:720', '700:710:721']);
    expect(keysOf({ scope: { labels: { none: [3] } } }, { labels })).toEqual(['700:711:722']);
    expect(unitsFound({}, { labels }).map((unit) => unit.labels)).toEqual([[], [], [4]]);
  });
});

describe('what earlier rules of the slot decided', () => {
  it('counts as if it had happened: in the trail, in settings, and in who is judged', () => {
    const change = bidChange(6, ms('09:00'), 0.8, 0.9, '2026-11-20T09');
    const pause = { ...change, from: 'ENABLED', to: 'PAUSED', direction: 'down' as const };
    const decisions = decisionsByKey([
      { key: '700:710:720', field: 'cpt_bid', change },
      { key: '700:711', field: 'status', change: pause },
    ]);
    expect(keysOf({}, { statuses: decidedStatuses(decisions) })).toEqual(['700:710:720', '700:710:721']);
    const [calm] = unitsFound({});
    if (calm === undefined) throw new RangeError('There is no unit');
    expect(afterDecisions(calm, decisions)).toMatchObject({
      settings: { cptBid: units(0.9), ownBid: null },
      trail: { cpt_bid: [change] },
    });
  });
});
