import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CreationState, creationDecider, type ExistingCreation, isUnderWay } from './creation.decider.ts';
import type { CreationEvent } from './creation.events.ts';
import {
  advance,
  cancelCreation,
  continueCreation,
  recordStep,
  requestCreation,
  type StepEvent,
} from './creation-commands.ts';
import type { CampaignPlan, KeywordOutcome, PlannedKeyword, PlannedNegative } from './creation-plan.ts';
import { dueStep, nextStep, outcomeOf } from './creation-steps.ts';

const creation_id = '8f4f2c10-55ad-4c1e-8f0a-2a61d1c4e7b3';
const at = '2026-11-23T09:00:00.000Z';
const newPlan: CampaignPlan = {
  campaign_id: null,
  name: 'A',
  kind: 'skag',
  countries: ['US'],
  daily_budget_micros: 1,
  budget_micros: null,
  match: 'EXACT',
  bid_micros: 1,
  cpa_goal_micros: null,
  device: null,
  audience: null,
  search_match: false,
  automation: false,
  broad_ad_group_id: null,
};
const request = (campaigns: readonly CampaignPlan[], body_hash = 'one', requested_at = at) => ({
  creation_id,
  request_id: creation_id,
  application_id: 1,
  org_id: 9,
  adam_id: 42,
  currency: 'USD',
  call: 'skag_campaign' as const,
  kind: 'skag' as const,
  name: 'A',
  account_id: 1,
  comment: null,
  requested_at,
  body_hash,
  campaigns: [...campaigns],
  primary: 0,
  keywords: 0,
  negatives: 0,
  duplicates: 0,
  invoice_details: null,
  warning: null,
});

const evolve = (state: CreationState, events: readonly CreationEvent[]) => creationDecider.evolveMany(state, events);
function requireExisting(state: CreationState): ExistingCreation {
  if (state.status === 'absent') throw new Error('No creation');
  return state;
}

/** What is asked for: a new campaign, one that serves, or keywords of one and negatives of another. */
const generatedCreation = fc
  .record({
    isNew: fc.boolean(),
    broad: fc.boolean(),
    texts: fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { maxLength: 40 }),
    tied: fc.array(fc.nat(39), { maxLength: 10 }),
    free: fc.nat(5),
    ends: fc.infiniteStream(fc.constantFrom('created', 'created', 'refused', 'there', 'open')),
  })
  .map(({ isNew, broad, texts, tied, free, ends }) => {
    const plan: CampaignPlan = { ...newPlan, campaign_id: isNew ? null : 700, match: broad ? 'BROAD' : 'EXACT' };
    const keywords = texts.map(
      (text, index): PlannedKeyword => ({
        text,
        campaign: 0,
        ...(texts.indexOf(text) < index ? { copy: true as const } : {}),
      }),
    );
    const after = isNew ? [] : tied.filter((index) => index < texts.length);
    const negatives: PlannedNegative[] = [
      // Of the campaign that buys them, and of the one where they were found.
      ...after.map((index) => ({ text: texts[index] ?? '', campaign: index % 2, ad_group_id: null, after: index })),
      ...Array.from({ length: free }, (_, index) => ({ text: `n${index}`, campaign: 0, ad_group_id: null })),
    ];
    const campaigns = isNew ? [plan] : [plan, { ...newPlan, campaign_id: 701, kind: 'discovery' as const }];
    return { campaigns, keywords, negatives, ends };
  });

type GeneratedCreation = typeof generatedCreation extends fc.Arbitrary<infer A> ? A : never;

/** Does the steps as the worker does them; what Apple says of each keyword is drawn. @returns the events and the states. */
function carryOut({ campaigns, keywords, negatives, ends }: GeneratedCreation) {
  let state = evolve(
    { status: 'absent' },
    requestCreation({ status: 'absent' }, { request: request(campaigns), keywords, negatives }),
  );
  const steps: { step: ReturnType<typeof nextStep>; before: ExistingCreation }[] = [];
  const record = (event: StepEvent): void => {
    state = evolve(state, recordStep(state, event));
  };
  for (let turn = 0; turn < 500 && isUnderWay(state); turn += 1) {
    const before = requireExisting(state);
    const step = nextStep(before);
    steps.push({ step, before });
    if (step.step === 'check') record({ type: 'CreationChecked', data: { creation_id, checked_at: at } });
    else if (step.step === 'campaign') {
      record({
        type: 'CreationCampaignMade',
        data: { creation_id, campaign: step.campaign, campaign_id: 800, made_at: at },
      });
    } else if (step.step === 'ad_group') {
      const { campaign, role } = step;
      record({ type: 'CreationAdGroupMade', data: { creation_id, campaign, role, ad_group_id: 900, made_at: at } });
    } else if (step.step === 'keywords') {
      const outcomes = step.positions.flatMap((position): KeywordOutcome[] => {
        const outcome = ends.next().value as KeywordOutcome['outcome'] | 'open';
        return outcome === 'open' ? [] : [{ position, outcome, ad_group_id: 1, keyword_id: 1, message: null }];
      });
      state = evolve(state, advance(state, { keywords: outcomes, negatives: [], at }));
    } else if (step.step === 'negatives') {
      const done = (outcome: 'added' | 'dropped') => (index: number) => ({
        index,
        outcome,
        negative_id: 1,
        message: null,
      });
      const outcomes = [...step.due.map(done('added')), ...step.dropped.map(done('dropped'))];
      state = evolve(state, advance(state, { keywords: [], negatives: outcomes, at }));
    } else if (step.step === 'finish') {
      const { campaign, end } = step;
      const data = { creation_id, campaign, end, automation_id: null, finished_at: at };
      record({ type: 'CreationCampaignFinished', data });
    } else if (step.step === 'complete') record({ type: 'CreationCompleted', data: { creation_id, completed_at: at } });
    else {
      const data = { creation_id, reason: 'nothing_created' as const, message: '', apple_status: null, failed_at: at };
      record({ type: 'CreationFailed', data });
    }
  }
  return { steps, end: requireExisting(state) };
}

describe('the steps of a creation', () => {
  it('end, with an outcome for every entry; the offset never falls and never passes the total', () => {
    fc.assert(
      fc.property(generatedCreation, (planned) => {
        const { steps, end } = carryOut(planned);
        const offsets = [...steps.map(({ before }) => before.offset), end.offset];
        expect(offsets).toEqual(offsets.toSorted((left, right) => left - right));
        expect(end.offset).toBe(planned.keywords.length);
        expect(isUnderWay(end)).toBe(false);
        const distinct = planned.keywords.filter(({ copy }) => !copy).length;
        expect(end.created + end.skipped + end.refused).toBe(distinct);
        expect(end.outcomes.size).toBe(distinct);
        expect(end.negativeOutcomes.size).toBe(planned.negatives.length);
        expect(end.status).toBe(distinct > 0 && end.created + end.skipped === 0 ? 'failed' : 'completed');
      }),
      { numRuns: 150 },
    );
  });

  it('switch a new campaign on last, with its negatives before its ad groups', () => {
    fc.assert(
      fc.property(generatedCreation, (planned) => {
        const { steps } = carryOut(planned);
        for (const { step, before } of steps) {
          const isNew = 'campaign' in step && planned.campaigns[step.campaign]?.campaign_id === null;
          if (!isNew) continue;
          if (step.step === 'keywords' || step.step === 'ad_group') {
            expect(before.negativeOutcomes.size).toBe(planned.negatives.length);
          }
          if (step.step === 'finish') expect(before.offset).toBe(planned.keywords.length);
        }
      }),
      { numRuns: 100 },
    );
  });

  it('never block a term before its keyword is live, and never one whose keyword was refused', () => {
    fc.assert(
      fc.property(generatedCreation, (planned) => {
        const { steps } = carryOut(planned);
        for (const { step, before } of steps) {
          if (step.step !== 'negatives') continue;
          // Where a campaign serves already, all of its keywords come first.
          const serves = planned.campaigns[step.campaign]?.campaign_id !== null;
          const isIn = ({ campaign }: PlannedKeyword): boolean => campaign === step.campaign;
          if (serves && planned.keywords.some(isIn)) expect(before.offset).toBe(planned.keywords.length);
          for (const index of step.due) {
            const { after } = planned.negatives[index] ?? {};
            if (after === undefined) continue;
            expect(['created', 'there', 'enabled']).toContain(outcomeOf(before, after)?.outcome);
          }
          for (const index of step.dropped) {
            expect(outcomeOf(before, planned.negatives[index]?.after ?? -1)?.outcome).toBe('refused');
          }
        }
      }),
      { numRuns: 150 },
    );
  });
});

describe('the worked example of 2,297 keywords and 39 negatives', () => {
  const words = Array.from({ length: 2290 }, (_, index): PlannedKeyword => ({ text: `w${index}`, campaign: 0 }));
  const repeated = words.slice(0, 7).map((word): PlannedKeyword => ({ ...word, copy: true }));
  const negatives = Array.from(
    { length: 39 },
    (_, index): PlannedNegative => ({ text: `n${index}`, campaign: 0, ad_group_id: null }),
  );
  const refusedByPolicy = new Set([400, 1700]);

  it('is made in 92 chunks, switched on once everything else is there, and answered with its outcome', () => {
    let places = 0;
    const ends = {
      next: () => ({ value: refusedByPolicy.has(places++) ? 'refused' : 'created', done: false }),
    } as unknown as GeneratedCreation['ends'];
    const { steps, end } = carryOut({ campaigns: [newPlan], keywords: [...words, ...repeated], negatives, ends });
    const kinds = steps.map(({ step }) => step.step);
    expect(kinds.filter((kind) => kind === 'keywords')).toHaveLength(92);
    expect(kinds.slice(0, 3)).toEqual(['check', 'campaign', 'negatives']);
    expect(kinds.slice(-2)).toEqual(['finish', 'complete']);
    expect(steps.map(({ before }) => before.offset)).toContain(1000);
    expect(end).toMatchObject({ status: 'completed', offset: 2297, created: 2288, refused: 2, skipped: 0 });
    expect(end.keywords).toHaveLength(2297);
    expect(end.negativeOutcomes.size).toBe(39);
  });
});

describe('a request', () => {
  const keywords = Array.from({ length: 2500 }, (_, index): PlannedKeyword => ({ text: `w${index}`, campaign: 0 }));
  const whole = { request: request([newPlan]), keywords, negatives: [] };
  const first = requestCreation({ status: 'absent' }, whole);

  it('is recorded in parts, goes on with those that are missing, and is recorded once', () => {
    expect(first.map(({ type }) => type)).toEqual([
      'CreationRequested',
      ...Array.from({ length: 3 }, () => 'CreationListed'),
      'CreationAccepted',
    ]);
    const cut = evolve({ status: 'absent' }, first.slice(0, 2));
    expect(cut.status).toBe('listing');
    const state = evolve(cut, requestCreation(cut, whole));
    expect(requireExisting(state).keywords.map(({ text }) => text)).toEqual(keywords.map(({ text }) => text));
    expect(requestCreation(state, whole)).toEqual([]);
    const other = { ...whole, request: request([newPlan], 'two') };
    expect(() => requestCreation(state, other)).toThrow('This request_id was used for another request.');
  });

  it('that was refused before anything was made leaves its id free', () => {
    const state = evolve({ status: 'absent' }, first);
    const data = { creation_id, code: 'name_taken' as const, message: 'Taken', findings: [], refused_at: at };
    const refused = evolve(state, recordStep(state, { type: 'CreationRefused', data }));
    const again = requestCreation(refused, { request: request([newPlan], 'two'), keywords: [], negatives: [] });
    expect(evolve(refused, again)).toMatchObject({ status: 'queued', keywords: [], refusal: null });
  });

  it('counts delays from zero after it was stopped', () => {
    const delayed = { creation_id, message: 'Apple is away', delayed_at: at };
    const events: CreationEvent[] = [
      ...first,
      { type: 'CreationDelayed', data: delayed },
      { type: 'CreationStopped', data: { creation_id, stopped_at: at } },
      { type: 'CreationResumed', data: { creation_id, resumed_at: at } },
    ];
    expect(requireExisting(evolve({ status: 'absent' }, events.slice(0, -1))).delayedSince).toBe(at);
    const resumed = evolve({ status: 'absent' }, events);
    expect(resumed).toMatchObject({ status: 'running', delayedSince: null });
    expect(recordStep(resumed, { type: 'CreationDelayed', data: delayed })).toHaveLength(1);
  });

  it('is cancelled and continued; outcomes of what was being sent count nevertheless', () => {
    const state = evolve({ status: 'absent' }, first);
    const step = { creation_id, account_id: 1 };
    const cancelled = evolve(state, cancelCreation(state, { ...step, cancelled_at: at }));
    expect(cancelCreation(cancelled, { ...step, cancelled_at: at })).toEqual([]);
    const outcome = { position: 0, outcome: 'created' as const, ad_group_id: 1, keyword_id: 1, message: null };
    const after = evolve(cancelled, advance(cancelled, { keywords: [outcome], negatives: [], at }));
    expect(after).toMatchObject({ status: 'cancelled', offset: 1, created: 1 });
    expect(advance(after, { keywords: [outcome], negatives: [], at })).toEqual([]);
    const data = { creation_id, campaign: 0, positions: [1], started_at: at };
    expect(recordStep(after, { type: 'AdGroupCreationStarted', data })).toEqual([]);
    const continued = evolve(after, continueCreation(after, { ...step, continued_at: at }));
    expect(continued).toMatchObject({ status: 'queued', claimed: false, offset: 1 });
    const completed = evolve(continued, [{ type: 'CreationCompleted', data: { creation_id, completed_at: at } }]);
    expect(() => continueCreation(completed, { ...step, continued_at: at })).toThrow('This creation has ended');
    expect(() => cancelCreation(completed, { ...step, cancelled_at: at })).toThrow('This creation has ended');
  });
});

describe('what is due for a creation', () => {
  const accepted = evolve(
    { status: 'absent' },
    requestCreation({ status: 'absent' }, { request: request([newPlan]), keywords: [], negatives: [] }),
  );
  const stopped = evolve(accepted, [{ type: 'CreationStopped', data: { creation_id, stopped_at: at } }]);
  const failure = { reason: 'unavailable' as const, message: 'Away', apple_status: null, failed_at: at };
  const ended = evolve(accepted, [{ type: 'CreationFailed', data: { creation_id, ...failure } }]);

  it.each([
    ['nothing where there is none', { status: 'absent' } as CreationState, false, 'ended'],
    ['nothing where it has ended', ended, true, 'ended'],
    ['its next step', accepted, false, 'check'],
    ['that Stop all holds it back', accepted, true, 'stop'],
    ['waiting, once that is recorded', stopped, true, 'stopped'],
    ['that it goes on after the release', stopped, false, 'resume'],
  ])('is %s', (_what, state, isStopped, step) => {
    expect(dueStep(state, isStopped)).toEqual({ step });
  });
});
