import { describe, expect, it } from 'vitest';
import type { AnyCampaignEvent } from '../../campaign/campaign.decider.ts';
import { adGroupTermKey } from '../../search-term-decision/term-decision.decider.ts';
import { ruleOf } from '../evaluation/sample-world.fixture.ts';
import { adGroupSeen, at, campaignSeen, keywordSeen, ms, scope } from '../trail/campaign-events.fixture.ts';
import { type TrailedCampaign, trailedCampaignDecider } from '../trail/trailed-campaign.ts';
import { unitsOfCampaign } from './campaign-units.ts';
import { type CampaignTerms, trailedTarget } from './term-units.ts';

const stateOf = (events: readonly AnyCampaignEvent[]): TrailedCampaign =>
  trailedCampaignDecider.evolveMany(trailedCampaignDecider.initialState(), events);

const world: readonly AnyCampaignEvent[] = [
  campaignSeen('01:00'),
  adGroupSeen('01:00', 800_000, { search_match: true }),
  adGroupSeen('01:00', 700_000, { ad_group_id: 711, name: 'Sleep' }),
  keywordSeen('01:00', null, { text: 'calm' }),
];
const of = (campaign_id: number, event: AnyCampaignEvent): AnyCampaignEvent => {
  const { type, data } = event;
  if (type === 'CampaignObserved') {
    return { type, data: { ...data, campaign_id, campaign: { ...data.campaign, campaign_id, name: 'SKAG' } } };
  }
  return { type, data: { ...data, campaign_id } } as AnyCampaignEvent;
};
const target = [
  of(900, campaignSeen('01:00')),
  of(900, adGroupSeen('01:00', 800_000)),
  of(900, keywordSeen('01:00', null)),
];

const negative = (text: string, others: object = {}) => ({
  negative_id: 5,
  ad_group_id: null,
  text,
  match_type: 'EXACT',
  status: 'ACTIVE' as const,
  deleted: false,
  ...others,
});
const negativesSeen = (...texts: readonly string[]): AnyCampaignEvent => ({
  type: 'NegativesObserved',
  data: {
    ...scope,
    observed_at: at('02:00'),
    negatives: texts.map((text, id) => negative(text, { negative_id: id + 1 })),
  },
});
const figures = (texts: Readonly<Record<string, number>>): CampaignTerms['figures'] =>
  Object.entries(texts).map(([text, ad_group_id]) => ({
    ad_group_id,
    keyword_id: 0,
    text,
    impressions: 90,
    taps: null,
    tap_installs: null,
    spend_micros: null,
  }));

const buying = {
  level: 'search_term',
  cases: [
    {
      when: { metric: 'taps', window: 'life', op: '>=', value: 0 },
      then: [{ do: 'add_keyword', campaign_id: 900, bid: { value: 1 } }],
    },
  ],
};

function unitsFound(
  texts: Readonly<Record<string, number>>,
  others: {
    readonly later?: readonly AnyCampaignEvent[];
    readonly target?: readonly AnyCampaignEvent[];
    readonly decided?: CampaignTerms['decided'];
    readonly hidden?: CampaignTerms['hidden'];
    readonly rule?: object;
  } = {},
) {
  const { later = [], decided = new Map(), hidden = new Map() } = others;
  return unitsOfCampaign(stateOf([...world, ...later]), {
    rule: ruleOf({ ...buying, ...others.rule }),
    labels: { objects: new Map([['700:711', [3]]]), trails: new Map() },
    statuses: new Map(),
    ruleOf: () => ({ custom: true, cooldownDays: 7 }),
    terms: {
      asOf: ms('09:00'),
      terms: new Map([[700, { figures: figures(texts), decided, hidden }]]),
      targets: [trailedTarget({ campaign_id: 900 }, stateOf(others.target ?? target))],
    },
  });
}
const keysOf = (...parameters: Parameters<typeof unitsFound>) => unitsFound(...parameters).map(({ key }) => key);

describe('the search terms of a rule', () => {
  it('are those of ad groups with text, one for texts that differ in capitals and spaces alone', () => {
    expect(keysOf({ 'White  noise': 710, 'white noise': 711, '': 710, ' White noise': 710 })).toEqual([
      '700:710:t:white noise',
      '700:711:t:white noise',
    ]);
    expect(keysOf({ 'a:b': 711 }, { rule: { scope: { labels: { any: [3] } } } })).toEqual(['700:711:t:a:b']);
    expect(
      keysOf({ rain: 710, hum: 711 }, { rule: { scope: { labels: { none: [3] }, kinds: ['discovery'] } } }),
    ).toEqual(['700:710:t:rain']);
  });

  it('are none that is the keyword of its ad group, is blocked, or that people decided or hid', () => {
    // An exact negative does not see symbols.
    expect(keysOf({ 'Calm!': 710, calm: 711 })).toEqual(['700:711:t:calm']);
    expect(keysOf({ 'white-noise': 710, rain: 710 }, { later: [negativesSeen('whitenoise')] })).toEqual([
      '700:710:t:rain',
    ]);
    const open = { choice: 'plus' as const, at: at('03:00'), open: true, refused: null };
    const key = adGroupTermKey(null, 'rain');
    expect(keysOf({ rain: 710 }, { decided: new Map([[key, open]]) })).toEqual([]);
    expect(keysOf({ rain: 710 }, { decided: new Map([[key, { ...open, open: false, refused: 'No' }]]) })).toHaveLength(
      1,
    );
    expect(keysOf({ rain: 710 }, { hidden: new Map([[key, { impressions: 80, at: at('03:00') }]]) })).toEqual([]);
  });

  it('say why they cannot be blocked or bought', () => {
    const [term] = unitsFound({ calm: 711 });
    expect(term?.term?.refusals).toEqual({ campaign: 'Would block the keyword "calm"', ad_group: null });
    // In the target it is a keyword already; here it would block its own.
    expect(term?.term?.targets.get('900')).toEqual({
      refusal: null,
      bidsSetByService: false,
      dailyBudget: 50_000_000,
      keyword: 'running',
      blockRefusal: 'Would block the keyword "calm"',
    });
    const [odd] = unitsFound({ '[calm] "x"': 710 });
    expect(odd?.term?.refusals.ad_group).toBe('Contains characters that are not allowed');
    const blocked = [...target, of(900, negativesSeen('rain'))];
    expect(unitsFound({ rain: 710 }, { target: blocked })[0]?.term?.targets.get('900')?.refusal).toBe(
      'Blocked by a negative keyword of this campaign',
    );
    expect(unitsFound({ rain: 710 }, { target: [] })[0]?.term?.targets.size).toBe(0);
  });

  it('remember who blocked them and who took that back, here and where they are bought', () => {
    const actor = { kind: 'rule' as const, account_id: null, source: '5.1.2026-11-20T09' };
    const common = { change_id: '8f4f2c10-55ad-4c1e-8f0a-2a61d1c4e7b3', reason: null, currency: 'USD' };
    const added: AnyCampaignEvent = {
      type: 'NegativeKeywordAdded',
      data: { ...scope, ...common, actor, decided_at: at('03:00'), negative: negative('rain') },
    };
    const removed: AnyCampaignEvent = {
      type: 'NegativesObserved',
      data: { ...scope, observed_at: at('04:00'), negatives: [negative('rain', { deleted: true })] },
    };
    const bought: AnyCampaignEvent = {
      type: 'KeywordAdded',
      data: {
        ...scope,
        ...common,
        campaign_id: 900,
        actor,
        decided_at: at('02:59'),
        keyword: {
          keyword_id: 725,
          ad_group_id: 710,
          text: 'rain',
          match_type: 'EXACT',
          status: 'ACTIVE',
          deleted: false,
          bid_micros: 900_000,
          modified_at: null,
        },
      },
    };
    const paused = of(900, keywordSeen('05:00', 900_000, { keyword_id: 725, text: 'rain', status: 'PAUSED' }));
    const [term] = unitsFound({ rain: 710 }, { later: [added, removed], target: [...target, bought, paused] });
    expect(term?.trail).toMatchObject({
      negative: [
        { at: ms('03:00'), actor: { kind: 'rule', id: 5 }, direction: 'down', from: null, to: 'rain' },
        { at: ms('04:00'), actor: { kind: 'person' }, direction: 'up', from: 'rain', to: null },
      ],
      keyword: [
        { at: ms('02:59'), actor: { kind: 'rule', id: 5 }, direction: 'up', from: null, to: 900_000 },
        { at: ms('05:00'), actor: { kind: 'person' }, direction: 'down', to: null },
      ],
    });
    expect(term?.term?.targets.get('900')?.keyword).toBe('paused');

    const boughtAgain = of(900, keywordSeen('06:00', 900_000, { keyword_id: 726, text: 'rain' }));
    const gone = {
      keyword: of(900, keywordSeen('05:00', 900_000, { keyword_id: 725, text: 'rain', deleted: true })),
      adGroup: of(900, adGroupSeen('05:00', 800_000, { deleted: true })),
      pausedGroup: of(900, adGroupSeen('05:00', 800_000, { status: 'PAUSED' })),
    };
    for (const event of Object.values(gone)) {
      const [unit] = unitsFound({ rain: 710 }, { target: [...target, bought, event, boughtAgain] });
      expect(unit?.trail.keyword).toMatchObject([
        { at: ms('02:59'), actor: { kind: 'rule', id: 5 }, direction: 'up', from: null, to: 900_000 },
        { at: ms('05:00'), actor: { kind: 'person' }, direction: 'down', from: 'rain', to: null },
      ]);
    }
  });
});
