import { describe, expect, it } from 'vitest';
import { dayMs } from '../../shared/calendar/days.ts';
import type { RowEvent } from '../change/outcomes/row-outcome.events.ts';
import { rowEvent } from '../change/outcomes/row-outcome.ts';
import { sampleCampaign, sampleChange, sampleRequest } from '../change/sample-change.fixture.ts';
import { undoRows } from '../change/undo.ts';
import { creationDecider, type ExistingCreation } from './creation.decider.ts';
import type { CreationEvent } from './creation.events.ts';
import { advance, claimCreation, noteCreationUndo, requestCreation } from './creation-commands.ts';
import type { CampaignPlan, KeywordOutcome, NegativeOutcome } from './creation-plan.ts';
import { creationRows, forgottenTexts, undoCreationRows } from './undo-creation.ts';

const creation_id = '8f4f2c10-55ad-4c1e-8f0a-2a61d1c4e7b3';
const at = '2026-11-23T09:00:00.000Z';
const now = Date.parse('2026-11-24T00:00:00.000Z');
const plan = (campaign_id: number | null, match: 'EXACT' | 'BROAD' = 'EXACT'): CampaignPlan => ({
  campaign_id,
  name: 'A',
  kind: 'skag',
  countries: ['US'],
  daily_budget_micros: 1,
  budget_micros: null,
  match,
  bid_micros: 1,
  cpa_goal_micros: null,
  device: null,
  audience: null,
  search_match: false,
  automation: false,
  broad_ad_group_id: null,
});
const request = (campaigns: CampaignPlan[]) => ({
  creation_id,
  request_id: creation_id,
  application_id: 1,
  org_id: 9,
  adam_id: 42,
  currency: 'USD',
  call: 'filter_discovery' as const,
  kind: 'filter' as const,
  name: 'A',
  account_id: 1,
  comment: null,
  requested_at: at,
  body_hash: 'one',
  campaigns,
  primary: 0,
  keywords: 0,
  negatives: 0,
  duplicates: 0,
  invoice_details: null,
  warning: null,
});
const bought = (
  position: number,
  outcome: KeywordOutcome['outcome'],
  message: string | null = null,
): KeywordOutcome => ({
  position,
  outcome,
  message,
  ...(outcome === 'refused'
    ? { ad_group_id: null, keyword_id: null }
    : { ad_group_id: 710 + position, keyword_id: 720 + position }),
});
const blocked = (index: number, outcome: NegativeOutcome['outcome']): NegativeOutcome => ({
  index,
  outcome,
  message: null,
  negative_id: outcome === 'added' ? 750 + index : null,
});

/** White noise is bought in 700 and blocked in 701, twice; rain was there, calm is refused, old was enabled again. */
function filter(campaigns = [plan(700), plan(701)], completed = true): ExistingCreation {
  const text = (word: string) => ({ text: word, campaign: 0 });
  const keywords = [
    text('white noise'),
    text('rain'),
    { ...text('white noise'), copy: true as const },
    text('calm'),
    text('old'),
  ];
  const blocks = (word: string, more: object = {}) => ({ text: word, campaign: 1, ad_group_id: null, ...more });
  const negatives = [
    blocks('white noise', { after: 2 }),
    blocks('white noise', { after: 0, ad_group_id: 811 }),
    blocks('sleep'),
    blocks('there'),
    blocks('calm', { after: 3 }),
  ];
  let state = creationDecider.initialState();
  const apply = (events: readonly CreationEvent[]): void => {
    state = creationDecider.evolveMany(state, events);
  };
  apply(requestCreation(state, { request: request(campaigns), keywords, negatives }));
  apply(claimCreation(state, { creation_id, driver: 'loop', taken_up_at: at }));
  for (const [campaign, { campaign_id }] of campaigns.entries()) {
    if (campaign_id !== null) continue;
    apply([
      { type: 'CreationCampaignMade', data: { creation_id, campaign, campaign_id: 900 + campaign, made_at: at } },
    ]);
  }
  const ends = [bought(0, 'created'), bought(1, 'there', 'Already'), bought(3, 'refused', 'No'), bought(4, 'enabled')];
  const cut = completed ? 10 : 1;
  apply(
    advance(state, {
      keywords: ends.slice(0, cut),
      negatives: (['added', 'added', 'added', 'there', 'dropped'] as const).map((end, index) => blocked(index, end)),
      at,
    }),
  );
  if (completed) apply([{ type: 'CreationCompleted', data: { creation_id, completed_at: at } }]);
  if (state.status === 'absent') throw new Error('No creation');
  return state;
}

describe('a creation as a change', () => {
  it('has a row for each keyword and negative, with its outcome', () => {
    const rows = creationRows(filter()).map(({ key, field, outcome, old, new: set, note, message }) => [
      key,
      field,
      outcome,
      old,
      set,
      note ?? message,
    ]);
    expect(rows).toEqual([
      ['700:710:720', 'keyword', 'changed', null, 'white noise', undefined],
      ['700:711:721', 'keyword', 'unchanged', 'rain', 'rain', 'Already'],
      ['700', 'keyword', 'refused', null, 'calm', 'No'],
      ['700:714:724', 'keyword', 'changed', null, 'old', undefined],
      ['701:0:750', 'negative', 'changed', null, 'white noise', undefined],
      ['701:811:751', 'negative', 'changed', null, 'white noise', undefined],
      ['701:0:752', 'negative', 'changed', null, 'sleep', undefined],
      ['701', 'negative', 'unchanged', 'there', 'there', undefined],
      ['701', 'negative', 'skipped', null, 'calm', 'Its keyword was not created'],
    ]);
  });

  it('has open rows while it is under way', () => {
    expect(
      creationRows(filter(undefined, false))
        .map(({ outcome }) => outcome)
        .slice(0, 3),
    ).toEqual(['changed', 'pending', 'pending']);
  });
});

const paused = { field: 'status', base: 'ENABLED', new: 'PAUSED' };
const removed = (key: string, base: string, parent?: number) => ({
  key,
  field: 'negative',
  base,
  new: null,
  ...(parent === undefined ? {} : { parent }),
});

describe('the undo of a creation', () => {
  it('removes its negatives, and pauses its keywords with their ad groups only after them', () => {
    expect(undoCreationRows(filter(), { now })).toEqual([
      removed('701:0:752', 'sleep'),
      removed('701:811:751', 'white noise'),
      removed('701:0:750', 'white noise', 1),
      { key: '700:714:724', ...paused },
      { key: '700:714', ...paused, parent: 3 },
      { key: '700:710:720', ...paused, parent: 2 },
      { key: '700:710', ...paused, parent: 5 },
    ]);
  });

  it('takes the negatives of a keyword along when only that is named, and forces what is named for it', () => {
    expect(undoCreationRows(filter(), { now, keys: ['700:710:720'], forceKeys: ['700:710:720'] })).toEqual([
      removed('701:811:751', 'white noise'),
      removed('701:0:750', 'white noise', 0),
      { key: '700:710:720', ...paused, parent: 1, unchecked: true },
      { key: '700:710', ...paused, parent: 2, unchecked: true },
    ]);
    expect(undoCreationRows(filter(), { now, keys: ['701:0:752'] })).toEqual([removed('701:0:752', 'sleep')]);
  });

  it('leaves an ad group that others share, and a campaign that was made', () => {
    const broad = undoCreationRows(filter([plan(700, 'BROAD'), plan(null)]), { now });
    expect(broad.map(({ key }) => key)).toEqual(['700:714:724', '700:710:720']);
    expect(() => undoCreationRows(filter([plan(null), plan(null)]), { now })).toThrow('Nothing to undo');
  });

  it('is refused for keys outside of it, after 90 days, and while it is under way', () => {
    const foreign = 'keys names an object that this change does not have: 700:710';
    expect(() => undoCreationRows(filter(), { now, keys: ['700:710'] })).toThrow(foreign);
    expect(() => undoCreationRows(filter(), { now: now + 90 * dayMs })).toThrow('90 days');
    expect(() => undoCreationRows(filter(undefined, false), { now })).toThrow('still being made');
  });

  it('forgets the decisions about what it unblocks, and is noted once', () => {
    expect([...forgottenTexts(undoCreationRows(filter(), { now }))]).toEqual([
      [701, ['sleep', 'white noise', 'white noise']],
    ]);
    const data = { creation_id, by_change_id: creation_id, undone_at: at };
    const events = noteCreationUndo(filter(), data);
    const noted = creationDecider.evolveMany(filter(), events);
    expect(noted).toMatchObject({ undoneBy: [creation_id] });
    expect(noteCreationUndo(noted, data)).toEqual([]);
  });
});

describe('the undo of that undo', () => {
  it('switches the keyword on before its negatives are added again', () => {
    const rows = undoCreationRows(filter([plan(700), plan(700)]), { now, keys: ['700:710:720'] });
    const negative = (negative_id: number, ad_group_id: number | null) => ({
      negative_id,
      ad_group_id,
      text: 'white noise',
      match_type: 'EXACT',
      status: 'ACTIVE' as const,
      deleted: false,
    });
    const state = {
      ...sampleCampaign([{ id: 710, keywords: { 720: 1_000_000 } }]),
      negatives: new Map([750, 751].map((id) => [id, negative(id, id === 750 ? null : 811)])),
    };
    const outcomes = new Map(
      rows.map((row, index): [number, RowEvent] => [
        index,
        rowEvent(
          sampleRequest(rows),
          index,
          { outcome: 'changed', remote: row.base, attempts: [], decidedAt: at },
          state,
        ),
      ]),
    );
    expect(undoRows(sampleChange(rows), outcomes, { now })).toEqual([
      { key: '700:710', field: 'status', base: 'PAUSED', new: 'ENABLED' },
      { key: '700:710:720', field: 'status', base: 'PAUSED', new: 'ENABLED', parent: 0 },
      { key: '700:0:750', field: 'negative', base: null, new: 'white noise', parent: 1 },
      { key: '700:811:751', field: 'negative', base: null, new: 'white noise', parent: 2 },
    ]);
  });
});
