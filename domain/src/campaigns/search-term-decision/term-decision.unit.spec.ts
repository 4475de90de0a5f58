import { describe, expect, it } from 'vitest';
import { creationDecider, type ExistingCreation } from '../creation/creation.decider.ts';
import type { CreationEvent } from '../creation/creation.events.ts';
import { decidedTerms } from './decided-terms.ts';
import { ask, campaign, changeId, day, decided, figures, now, scope, stateOf, texts } from './sample-terms.fixture.ts';
import { forgetDecisions, hideTerms } from './term-decision.decider.ts';

const termFigures = [figures('calm app', 60)];

describe('what was decided', () => {
  it('is away while it is carried out', () => {
    expect(texts({ figures: termFigures, decided: decided({ 'calm app': { open: true } }) })).toEqual([]);
  });

  it('returns when its negative was removed', () => {
    const removed = { text: 'calm app', deleted: true };
    const seen = campaign(700, { negatives: [removed] });
    const carriedOut = decided({ 'calm app': {} });
    expect(ask({ figures: termFigures, decided: carriedOut, campaign: seen })).toMatchObject([
      { note: 'Negative was removed' },
    ]);
    expect(ask({ figures: termFigures, campaign: seen })).toMatchObject([{ note: null }]);
  });

  it.each([
    ['for 90 days', 89.9 * day, 60, []],
    ['and no longer', 90 * day, 60, ['calm app']],
    ['until its impressions have doubled', day, 119, []],
    ['and then it is there again', day, 120, ['calm app']],
  ])('is hidden %s', (_what, age, impressions, isDisplayed) => {
    const common = { ...scope, account_id: 5, hidden_at: new Date(now - age).toISOString() };
    const views = [['discovery', null] as const, ['skag', 1] as const, ['skag', null] as const];
    for (const [view, ad_group_id] of views) {
      const terms = [{ text: 'calm app', ad_group_id, impressions: 60 }];
      const { hidden } = stateOf(...hideTerms({ ...common, terms }));
      expect(texts({ view, figures: [figures('calm app', impressions)], hidden })).toEqual(isDisplayed);
    }
  });
});

describe('a term that is hidden while its impressions are not known', () => {
  // A log from before wrote 0 for what could not be read.
  it.each([[undefined], [0]])('stays hidden for 90 days, whatever they are later (%s)', (impressions) => {
    const hidden_at = (age: number) => new Date(now - age).toISOString();
    const shownAfter = (age: number) => {
      const common = { ...scope, account_id: 5, hidden_at: hidden_at(age) };
      const term = { text: 'calm app', ad_group_id: null };
      const terms = [impressions === undefined ? term : { ...term, impressions }];
      return texts({
        figures: [figures('calm app', 5000)],
        hidden: stateOf(...hideTerms({ ...common, terms })).hidden,
      });
    };
    expect(shownAfter(89.9 * day)).toEqual([]);
    expect(shownAfter(90 * day)).toEqual(['calm app']);
  });
});

const at = '2026-11-23T08:00:00.000Z';
const plan = {
  name: 'C',
  kind: 'skag' as const,
  countries: ['US'],
  daily_budget_micros: null,
  budget_micros: null,
  match: 'EXACT' as const,
  bid_micros: 1,
  cpa_goal_micros: null,
  device: null,
  audience: null,
  search_match: false,
  automation: false,
  broad_ad_group_id: null,
};
const requested: CreationEvent = {
  type: 'CreationRequested',
  data: {
    creation_id: changeId,
    request_id: changeId,
    application_id: 3,
    org_id: 9,
    adam_id: 42,
    currency: 'USD',
    call: 'filter_discovery',
    kind: 'filter',
    name: 'C',
    account_id: 5,
    comment: null,
    requested_at: at,
    body_hash: 'x',
    primary: 1,
    keywords: 2,
    negatives: 3,
    duplicates: 0,
    invoice_details: null,
    warning: null,
    campaigns: [701, 700].map((campaign_id) => ({ ...plan, campaign_id })),
  },
};
const events: CreationEvent[] = [
  requested,
  {
    type: 'CreationListed',
    data: {
      creation_id: changeId,
      keywords: ['white noise', 'calm app'].map((text) => ({ text, campaign: 0 })),
      negatives: [
        { text: 'rain', campaign: 1, ad_group_id: null },
        { text: 'white noise', campaign: 1, ad_group_id: null, after: 0 },
        { text: 'calm app', campaign: 1, ad_group_id: null, after: 1 },
      ],
    },
  },
  { type: 'CreationAccepted', data: { creation_id: changeId, accepted_at: at } },
];
const ended: CreationEvent[] = [
  {
    type: 'CreationAdvanced',
    data: {
      creation_id: changeId,
      offset: 2,
      created: 1,
      skipped: 0,
      refused: 1,
      advanced_at: at,
      keywords: [
        { position: 0, outcome: 'created', ad_group_id: 1, keyword_id: 2, message: null },
        { position: 1, outcome: 'refused', ad_group_id: null, keyword_id: null, message: 'Keyword not allowed' },
      ],
      negatives: [
        { index: 0, outcome: 'added', negative_id: 5, message: null },
        { index: 1, outcome: 'there', negative_id: 6, message: null },
        { index: 2, outcome: 'dropped', negative_id: null, message: null },
      ],
    },
  },
  { type: 'CreationCompleted', data: { creation_id: changeId, completed_at: at } },
];
const creation = (...of: CreationEvent[]) =>
  creationDecider.evolveMany(creationDecider.initialState(), of) as ExistingCreation;
const decisionsIn = (of: ExistingCreation, campaignId = 700, state = stateOf()) =>
  Object.fromEntries(
    [...decidedTerms([of], campaignId, state)].map(([termKey, { choice, open, refused }]) => [
      termKey,
      open ? `${choice} open` : (refused ?? choice),
    ]),
  );

describe('a creation', () => {
  it('decides the terms that it blocks in a campaign, from when it was accepted', () => {
    expect(decisionsIn(creation(requested))).toEqual({});
    const open = { '0 rain': 'minus open', '0 white noise': 'plus open', '0 calm app': 'plus open' };
    expect(decisionsIn(creation(...events))).toEqual(open);
    expect(decisionsIn(creation(...events), 701)).toEqual({});
    const after = { '0 rain': 'minus', '0 white noise': 'plus', '0 calm app': 'Keyword not allowed' };
    expect(decisionsIn(creation(...events, ...ended))).toEqual(after);
  });

  it('that was cancelled before has decided nothing', () => {
    const cancelled: CreationEvent = {
      type: 'CreationCancelled',
      data: { creation_id: changeId, account_id: 5, cancelled_at: at },
    };
    const left = 'This was not carried out';
    expect(decisionsIn(creation(...events, cancelled))).toEqual({
      '0 rain': left,
      '0 white noise': left,
      '0 calm app': left,
    });
  });

  it('that was taken back is forgotten, term by term or as a whole, once', () => {
    const forget = (texts: string[] | null) => ({ ...scope, change_id: changeId, forgotten_at: at, texts });
    const done = creation(...events, ...ended);
    const afterFirst = stateOf(...forgetDecisions(stateOf(), forget(['rain'])));
    expect(Object.keys(decisionsIn(done, 700, afterFirst))).toEqual(['0 white noise', '0 calm app']);
    expect(forgetDecisions(afterFirst, forget(['rain']))).toEqual([]);
    const all = stateOf(...forgetDecisions(afterFirst, forget(null)));
    expect(decisionsIn(done, 700, all)).toEqual({});
    expect(forgetDecisions(all, forget(['calm app']))).toEqual([]);
  });
});
