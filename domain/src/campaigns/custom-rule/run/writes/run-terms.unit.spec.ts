import { describe, expect, it } from 'vitest';
import { fold } from '../../../../shared/decider.ts';
import type { AnyCampaignEvent } from '../../../campaign/campaign.decider.ts';
import type { CampaignState } from '../../../campaign/campaign.state.ts';
import { creationDecider, type ExistingCreation } from '../../../creation/creation.decider.ts';
import { advance, recordStep, requestCreation } from '../../../creation/creation-commands.ts';
import type { KeywordOutcome, NegativeOutcome } from '../../../creation/creation-plan.ts';
import { dueStep, nextStep } from '../../../creation/creation-steps.ts';
import { campaign } from '../../../search-term-decision/sample-terms.fixture.ts';
import { dataOf, figuresOf, unitOf, units, versionOf, windowOf } from '../../evaluation/sample-world.fixture.ts';
import { adGroupSeen, at, campaignSeen, keywordSeen, ms } from '../../trail/campaign-events.fixture.ts';
import { type TrailedCampaign, trailedCampaignDecider } from '../../trail/trailed-campaign.ts';
import { customRunDecider } from '../custom-run.decider.ts';
import { evaluationEvents } from '../run-events.fixture.ts';
import { contestedTerms } from './contested-terms.ts';
import { planRunTerms } from './plan-run-terms.ts';
import { mergeSettledUnits } from './rows-of-run.ts';
import { settledRunTerms } from './settled-terms.ts';
import { type RunTerm, termsOfCustomRun } from './terms-of-run.ts';

const named = (state: CampaignState, name: string): CampaignState => ({
  ...state,
  campaign: state.campaign && { ...state.campaign, name },
});
const target = campaign(900, { keywords: [{ text: 'calm', keyword_id: 1, ad_group_id: 2 }] });
const trailed = (state: CampaignState): TrailedCampaign => ({ campaign: state, trails: new Map(), since: new Map() });
const campaigns = new Map([
  [700, trailed(named(campaign(700), 'Discovery'))],
  [701, trailed(campaign(701))],
  [900, trailed(target)],
]);
const run = { name: 'Harvest', asOf: ms('09:00') };

const term = (text: string, of: Partial<RunTerm>, campaignId = 700, adGroupId = 1): RunTerm => ({
  unit: `${campaignId}:${adGroupId}:t:${text}`,
  campaignId,
  adGroupId,
  text,
  buy: null,
  block: null,
  ...of,
});
const buy = (bid = 1, adGroup?: number, negate = true): Partial<RunTerm> => ({
  buy: {
    target: { campaign_id: 900, ...(adGroup === undefined ? {} : { ad_group_id: adGroup }) },
    bid: units(bid),
    negate,
  },
});
const planOf = (...terms: RunTerm[]) => planRunTerms(terms, campaigns, run);

/** What a plan makes, `text @ campaign (place) after`. */
function madeBy(...terms: RunTerm[]) {
  const plan = planOf(...terms);
  const at = (index: number) => plan?.campaigns[index]?.campaign_id;
  return {
    keywords: plan?.keywords.map(({ text, campaign: of, bid_micros, there }) =>
      [text, at(of), bid_micros, there && 'there'].filter((part) => part !== undefined).join(' '),
    ),
    negatives: plan?.negatives.map(({ text, campaign: of, ad_group_id, after }) =>
      [text, at(of), ad_group_id ?? 'campaign', after === undefined ? '' : `after ${after}`].join(' ').trim(),
    ),
  };
}

describe('what a run does with search terms', () => {
  it('is recorded by its verdicts; in shadow and held it does nothing', () => {
    const version = versionOf({
      level: 'search_term',
      cases: [
        {
          when: { metric: 'installs', window: 'life', op: '>=', value: 3 },
          then: [{ do: 'add_keyword', campaign_id: 900, bid: { value: 1 }, negate: false }],
        },
        {
          when: { metric: 'installs', window: 'life', op: '=', value: 0 },
          then: [{ do: 'negative', at: 'ad_group' }],
        },
      ],
    });
    const free = { refusal: null, bidsSetByService: false, dailyBudget: null, keyword: null, blockRefusal: null };
    const facts = { refusals: { campaign: null, ad_group: null }, targets: new Map([['900', free]]) };
    const terms = ['a:b', 'c'].map((name) => unitOf({ key: `700:710:t:${name}`, name, term: facts }));
    const rows = { '700:710:t:a:b': figuresOf({ installs: 3 }), '700:710:t:c': figuresOf({ taps: 30 }) };
    const data = dataOf({ units: terms, figures: new Map([['life', windowOf(rows)]]) });
    const termsIn = (mode: 'live' | 'shadow') =>
      termsOfCustomRun(fold(customRunDecider, evaluationEvents(version, data, { mode })), version.rule);
    expect(termsIn('live')).toMatchObject([
      { campaignId: 700, adGroupId: 710, text: 'a:b', buy: { bid: units(1), negate: false }, block: null },
      { text: 'c', buy: null, block: 'ad_group' },
    ]);
    expect(termsIn('shadow')).toEqual([]);
  });

  it('is one creation that buys first, and blocks a discovery campaign as a whole, others in the ad group', () => {
    expect(madeBy(term('rain', buy(0.9)), term('hum', buy(), 701, 3), term('zzz', { block: 'campaign' }))).toEqual({
      keywords: ['rain 900 900000', 'hum 900 1000000'],
      negatives: ['rain 700 campaign after 0', 'hum 701 3 after 1', 'zzz 700 campaign'],
    });
    const { campaigns: plans } = planOf(term('rain', buy()), term('hum', buy(1, 4))) ?? {};
    expect(plans?.map(({ campaign_id, exact_ad_group_id }) => [campaign_id, exact_ad_group_id])).toEqual([
      [900, undefined],
      [900, 4],
      [700, undefined],
    ]);
  });

  it('buys a term once however many ad groups found it, and what is there is not made again', () => {
    expect(madeBy(term('rain', buy(0.9)), term('rain', buy(1.5), 700, 2), term('calm', buy(), 701))).toEqual({
      keywords: ['rain 900 900000', 'calm 900 1000000 there'],
      negatives: ['rain 700 campaign after 0', 'calm 701 1 after 1'],
    });
  });

  it('blocks nothing before it is bought, whichever unit says so, and nothing that it buys', () => {
    expect(madeBy(term('rain', { block: 'campaign' }, 701), term('rain', buy(1, undefined, false)))).toEqual({
      keywords: ['rain 900 1000000'],
      negatives: ['rain 701 campaign after 0'],
    });
    expect(madeBy(term('Ra-in', { block: 'campaign' }, 900), term('rain', buy())).negatives).toEqual([
      'rain 700 campaign after 0',
    ]);
    expect(madeBy(term('rain', { buy: { target: { campaign_id: 999 }, bid: 1, negate: true } }))).toEqual({});
    expect(madeBy(term('rain', buy(1, 77)))).toEqual({});
  });

  it('leaves a keyword alone that a person paused or deleted after the run looked', () => {
    const seen = [campaignSeen('01:00'), adGroupSeen('01:00', 800_000), keywordSeen('01:00', 800_000)];
    const endsWith = (event: AnyCampaignEvent) => {
      const state = trailedCampaignDecider.evolveMany(trailedCampaignDecider.initialState(), [...seen, event]);
      const states = new Map([...campaigns, [700, state] as const]);
      const calm = term('calm', { buy: { target: { campaign_id: 700 }, bid: units(1), negate: true } }, 701);
      const plan = planRunTerms([calm], states, run);
      const contested = contestedTerms([calm], states, run.asOf);
      const [settled] = plan === undefined ? settledRunTerms([calm], undefined, contested) : [];
      return settled?.actions.map(({ outcome }) => outcome) ?? plan?.keywords.map(({ there }) => there?.paused);
    };
    const modified_at = at('08:50');
    expect(endsWith(keywordSeen('09:30', 800_000, { status: 'PAUSED', modified_at }))).toEqual(['conflict']);
    expect(endsWith(keywordSeen('09:30', 800_000, { deleted: true }))).toEqual(['conflict']);
    expect(endsWith(adGroupSeen('09:30', 800_000, { status: 'PAUSED' }))).toEqual(['conflict']);
    expect(endsWith(keywordSeen('08:30', 800_000, { status: 'PAUSED' }))).toEqual([true]);
    expect(endsWith(keywordSeen('09:30', 900_000))).toEqual([false]);
  });
});

const creation_id = '8f4f2c10-55ad-4c1e-8f0a-2a61d1c4e7b3';
const requestedAt = '2026-11-21T08:00:00.000Z';

function creationOf(terms: RunTerm[], keywords: KeywordOutcome[] = [], negatives: NegativeOutcome[] = []) {
  const plan = planOf(...terms);
  if (plan === undefined) throw new RangeError('Nothing is planned');
  const request = {
    creation_id,
    request_id: creation_id,
    application_id: 3,
    org_id: 9,
    adam_id: 42,
    currency: 'USD',
    call: 'rule' as const,
    kind: plan.kind,
    name: plan.name,
    account_id: null,
    rule: '5.1.2026-11-21T09',
    comment: null,
    requested_at: requestedAt,
    body_hash: creation_id,
    campaigns: [...plan.campaigns],
    primary: 0,
    keywords: plan.keywords.length,
    negatives: plan.negatives.length,
    duplicates: 0,
    invoice_details: null,
    warning: null,
  };
  const absent = creationDecider.initialState();
  const lists = { keywords: plan.keywords, negatives: plan.negatives };
  const requested = creationDecider.evolveMany(absent, requestCreation(absent, { request, ...lists }));
  const checked = recordStep(requested, { type: 'CreationChecked', data: { creation_id, checked_at: requestedAt } });
  const state = creationDecider.evolveMany(requested, checked);
  const done = creationDecider.evolveMany(state, advance(state, { keywords, negatives, at: requestedAt }));
  if (done.status === 'absent') throw new RangeError('There is no creation');
  return done;
}
const ended = (creation: ReturnType<typeof creationOf>) => ({ ...creation, status: 'completed' as const });
const keywordOutcome = (position: number, outcome: KeywordOutcome['outcome'], message: string | null = null) => ({
  position,
  outcome,
  ad_group_id: 5,
  keyword_id: 6,
  message,
});
const negativeOutcome = (index: number, outcome: NegativeOutcome['outcome']) => ({
  index,
  outcome,
  negative_id: 7,
  message: null,
});

describe('the creation of a run', () => {
  const terms = [term('rain', buy()), term('hum', buy()), term('zzz', { block: 'ad_group' }, 701, 2)];
  const outcomes = (of: RunTerm[], creation: ExistingCreation | undefined) =>
    mergeSettledUnits(settledRunTerms(of, creation, new Set())).map(({ key, actions }) =>
      [key.split(':').at(-1), ...actions.map(({ do: name, outcome, message }) => `${name} ${outcome} ${message}`)].join(
        ' ',
      ),
    );

  it('waits with each negative for the keyword that it belongs to', () => {
    expect(nextStep(creationOf(terms))).toMatchObject({ step: 'keywords', positions: [0, 1] });
    const half = creationOf(terms, [keywordOutcome(0, 'created')]);
    expect(nextStep(half)).toMatchObject({ step: 'keywords', positions: [1] });
    const bought = creationOf(terms, [keywordOutcome(0, 'created'), keywordOutcome(1, 'refused', 'No')]);
    const afterTarget = {
      ...bought,
      campaigns: bought.campaigns.map((made, index) => (index === 0 ? { ...made, end: 'kept' as const } : made)),
    };
    expect(nextStep(afterTarget)).toMatchObject({ step: 'negatives', due: [0], dropped: [1] });
  });

  it('settles each unit: what was bought was blocked, and what was not bought was not', () => {
    const made = creationOf(
      terms,
      [keywordOutcome(0, 'created'), keywordOutcome(1, 'refused', 'No')],
      [negativeOutcome(0, 'added'), negativeOutcome(1, 'dropped'), negativeOutcome(2, 'there')],
    );
    expect(outcomes(terms, made)).toEqual([]);
    expect(outcomes(terms, ended(made))).toEqual([
      'rain add_keyword changed null',
      'hum add_keyword refused No',
      'zzz negative unchanged null',
    ]);
    const there = creationOf(terms, [keywordOutcome(0, 'there')], [negativeOutcome(0, 'added')]);
    expect(outcomes(terms, ended(there))[0]).toBe('rain add_keyword changed null');
    expect(outcomes([term('x', buy(1, 77))], undefined)[0]).toMatch(/^x add_keyword refused /);
  });

  it('ends where Stop all is pressed, unless something was sent that has to be looked for', () => {
    const waiting = creationOf(terms);
    expect(dueStep(waiting, true)).toEqual({ step: 'abandon' });
    const started = { creation_id, campaign: 0, positions: [0], started_at: requestedAt };
    const sent = creationDecider.evolveMany(
      waiting,
      recordStep(waiting, { type: 'AdGroupCreationStarted', data: started }),
    );
    expect(dueStep(sent, true)).toEqual({ step: 'stop' });
    const failure = { creation_id, reason: 'nothing_created' as const, message: 'Stopped', apple_status: null };
    const stopped = { ...waiting, status: 'failed' as const, failure: { ...failure, failed_at: requestedAt } };
    expect(outcomes(terms, stopped)[0]).toBe('rain add_keyword skipped Stopped');
  });
});
