import { randomUUID } from 'node:crypto';
import {
  addDays,
  adsPullStream,
  alertEpisodesStream,
  builtInAlertId,
  campaignStream,
  customRuleStream,
  customRunStream,
  type DomainEvent,
  type DomainEventOf,
  dayInZone,
  readUnits,
} from '@tapwise/domain';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { customRuleField } from '../../../domain/src/campaigns/custom-rule/definition/custom-rule.ts';
import { happened, inTables, pulledFigures } from '../../support/facts/ads-world.ts';
import { type CustomRuleProcess, openCustomRuleProcess } from '../../support/workers/custom-rule-worker.ts';
import { type SettingsChangeWorld, startSettingsChangeWorld } from '../../support/workers/settings-world.ts';

const hour = 3_600_000;
const times = { hourMs: hour, everySeconds: undefined };
/** Days from today on; the worker that carries changes out has a clock of its own. */
const day = (later: number): string => addDays(dayInZone(Date.now(), 'UTC'), later);
/** Its figures are complete at the slot of today. */
const yesterday = day(-1);
const slot = `${day(0)}T09`;

let world: SettingsChangeWorld;
let rules: CustomRuleProcess;

beforeAll(async () => {
  world = await startSettingsChangeWorld({ tables: true });
});
afterAll(() => world.stop());
beforeEach(() => {
  rules = openCustomRuleProcess(world.api, times, Date.parse(`${day(0)}T00:00Z`));
});
afterEach(() => rules.stop());

const lower = { do: 'bid', how: 'lower', percent: 10, min: 0.3, max: 2.5 };
const dear = { metric: 'cpa', window: '7d', op: '>', value: 3 };
const lowering = { level: 'keyword', cases: [{ when: dear, then: [lower] }] };

let made = 200;

/** A rule of the campaigns, in the log. @returns its id. */
async function ruleFor(
  campaigns: readonly number[] | 'all',
  rule: object,
  others: Partial<DomainEventOf<'CustomRuleCreated'>['data']> = {},
): Promise<number> {
  made += 1;
  const position = await happened(world.api, customRuleStream(made), {
    type: 'CustomRuleCreated',
    data: {
      automation_id: made,
      change_id: randomUUID(),
      application_id: world.applicationId,
      name: `Rule ${made}`,
      rule: customRuleField.parse(rule),
      apply_to: { [world.orgId]: campaigns === 'all' ? 'all' : [...campaigns] },
      mode: 'live',
      status: 'active',
      created_by: world.owner.accountId,
      created_at: `${day(-1)}T12:00:00.000Z`,
      ...others,
    },
  });
  await rules.reached(position);
  return made;
}

/** A campaign with keywords in one ad group, of which each had ten installs at this cost in the last days. */
async function campaign(id: number, costs: readonly number[]): Promise<void> {
  const keywords = costs.map((_, index) => ({ adGroupId: id + 1, keywordId: id + 2 + index, bid: 1_000_000 }));
  await world.campaign(id, keywords);
  for (const [index, cost] of costs.entries()) {
    const objects = { orgId: world.orgId, campaignId: id, adGroupId: id + 1, keywordId: id + 2 + index };
    const figures = { day: yesterday, impressions: 900, taps: 60, installs: 10, spendMicros: cost * 10_000_000 };
    await pulledFigures(world.api, world.applicationId, objects, figures);
  }
}

/** Moves the clocks to an instant of UTC, a minute after a pull. */
async function at(instant: string): Promise<void> {
  const { api, applicationId: application_id, orgId: org_id } = world;
  rules.clock = Date.parse(`${instant}:00Z`);
  api.clock.stoppedAt = rules.clock;
  const today = instant.slice(0, 10);
  const pulled_at = new Date(rules.clock - 60_000).toISOString();
  const pull = { application_id, org_id, pulled_at, from_day: addDays(today, -89), to_day: today };
  await inTables(
    api,
    await happened(api, adsPullStream(application_id, org_id), { type: 'AdsPullCompleted', data: pull }),
  );
}

const run = (id: number) => rules.untilDone(id, world.orgId);

async function recorded(id: number, of = slot): Promise<DomainEvent[]> {
  const stream = customRunStream({ automation_id: id, org_id: world.orgId, slot: of });
  return (await world.api.log.readStream(stream)).map(({ event }) => event);
}
const typesOf = (events: readonly DomainEvent[]) => events.map(({ type }) => type.replace('CustomRule', ''));

/** What a run decided, `key verdict reason`, without the campaign. */
const verdictsOf = (events: readonly DomainEvent[]) =>
  events.flatMap((event) =>
    event.type === 'CustomRuleVerdictsDecided' || event.type === 'CustomRuleVerdictsSuggested'
      ? readUnits(event.data).map(({ key, verdict, reason }) =>
          [key.split(':')[2], verdict, reason].filter(Boolean).join(' '),
        )
      : [],
  );
const bidOf = (campaignId: number, keyword = 0) =>
  (world.service.world.keywords.get(campaignId)?.[keyword]?.bidAmount as { amount: string } | null)?.amount;
const endOf = (events: readonly DomainEvent[]) =>
  events.flatMap((event) => (event.type === 'CustomRuleRunEnded' ? [event.data] : []))[0];

describe('a rule that people wrote', () => {
  it('lowers bids at its slot, says why, and writes each once however often it runs', async () => {
    await campaign(1000, [5, 2]);
    const id = await ruleFor([1000], lowering);
    await at(`${day(0)}T09:12`);
    const before = world.writes().length;
    await run(id);
    await run(id);
    const events = await recorded(id);
    expect(typesOf(events)).toEqual(['RunStarted', 'UnitsChanged', 'VerdictsDecided', 'VerdictsSettled', 'RunEnded']);
    expect(events[0]?.data).toMatchObject({ days: { ads: yesterday, people: null }, joined: 2, left: 0, held: null });
    expect(verdictsOf(events)).toEqual(['1002 acted', '1003 no_match']);
    expect(endOf(events)).toMatchObject({ state: 'done', counts: { checked: 2, acted: 1, no_match: 1, failed: 0 } });
    expect([bidOf(1000), bidOf(1000, 1), world.writes().length - before]).toEqual(['0.9', '1', 1]);
    await at(`${day(1)}T09:12`);
    await run(id);
    expect(verdictsOf(await recorded(id, `${day(1)}T09`))).toEqual(['1002 skipped cooldown', '1003 no_match']);
    expect(bidOf(1000)).toBe('0.9');
  });

  it('writes once though two processes run it and each is ended between its steps', async () => {
    await campaign(1100, [5, 6, 7]);
    const id = await ruleFor([1100], lowering);
    await at(`${day(0)}T09:12`);
    const before = world.writes().length;
    const input = { automation_id: id, org_id: world.orgId };
    const other = openCustomRuleProcess(world.api, times, rules.clock);
    const { run: due } = await rules.activities.readNextCustomSlot(input);
    if (due === null) throw new RangeError('Nothing is due');
    expect(await Promise.all([rules, other].map(({ activities }) => activities.evaluateCustomSlot(due)))).toEqual([
      { state: 'decided' },
      { state: 'decided' },
    ]);
    expect(world.writes()).toHaveLength(before);
    await Promise.all([rules, other].map(({ activities }) => activities.requestCustomChanges(due)));
    rules.stop();
    rules = openCustomRuleProcess(world.api, times, rules.clock);
    await Promise.all([rules, other].map((process) => process.untilDone(id, world.orgId)));
    other.stop();
    expect(typesOf(await recorded(id)).filter((type) => type === 'RunEnded')).toHaveLength(1);
    expect([0, 1, 2].map((keyword) => bidOf(1100, keyword))).toEqual(['0.9', '0.9', '0.9']);
    expect(endOf(await recorded(id))).toMatchObject({ counts: { acted: 3, failed: 0 } });
  });

  it('is held where it would change too many, sends nothing, and is run once it is released', async () => {
    await campaign(
      1200,
      Array.from({ length: 20 }, () => 5),
    );
    const id = await ruleFor([1200], lowering);
    await at(`${day(0)}T09:12`);
    const before = world.writes().length;
    await run(id);
    const held = await recorded(id);
    expect(endOf(held)).toMatchObject({
      state: 'held',
      message: 'Would change 20 of 20 keywords, more than 50 %. Look at it first.',
      change_ids: [],
    });
    expect([world.writes().length, bidOf(1200)]).toEqual([before, '1']);
    const released = held[0]?.type === 'CustomRuleRunStarted' ? held[0].data : undefined;
    const byHand = 'manual-1b7c9a52-0c8e-8a6e-8f2a-64f0b1c2d3e4';
    const identity = { automation_id: id, application_id: world.applicationId, org_id: world.orgId, slot: byHand };
    const requested = {
      ...identity,
      run_id: '1b7c9a52-0c8e-8a6e-8f2a-64f0b1c2d3e4',
      version: 1,
      releases: released?.run_id ?? '',
      asked_by: world.owner.accountId,
      requested_at: `${day(0)}T09:30:00.000Z`,
    };
    const data = { type: 'CustomRuleRunRequested' as const, data: requested };
    await rules.reached(await happened(world.api, customRunStream(identity), data));
    await run(id);
    expect(endOf(await recorded(id, byHand))).toMatchObject({ state: 'done', counts: { acted: 20 } });
    expect(bidOf(1200)).toBe('0.9');
    const runs = rules.folded.runs.organizations.get(`${id}.${world.orgId}`)?.runs;
    expect(runs?.map(({ state }) => state)).toEqual(['done', 'done']);
  });

  it('writes nothing in shadow, and remembers what it would have done', async () => {
    await campaign(1300, [5, 2]);
    const id = await ruleFor([1300], lowering, { mode: 'shadow' });
    await at(`${day(0)}T09:12`);
    const before = world.writes().length;
    await run(id);
    expect(typesOf(await recorded(id))).toEqual(['RunStarted', 'UnitsChanged', 'VerdictsSuggested', 'RunEnded']);
    await at(`${day(1)}T09:12`);
    await run(id);
    expect(verdictsOf(await recorded(id, `${day(1)}T09`))).toEqual(['1302 skipped cooldown', '1303 no_match']);
    expect([world.writes().length, bidOf(1300)]).toEqual([before, '1']);
  });

  it('leaves a bid alone that a person set back', async () => {
    await campaign(1400, [5, 2]);
    const daily = { ...lowering, guards: { cooldown_days: 1 } };
    const id = await ruleFor([1400], daily);
    await at(`${day(0)}T09:12`);
    await run(id);
    expect(bidOf(1400)).toBe('0.9');
    // After the change of the rule, which was carried out at the time of this machine.
    await setElsewhere(1400, '1', `${day(1)}T10:00`);
    await at(`${day(2)}T09:12`);
    await run(id);
    expect(verdictsOf(await recorded(id, `${day(2)}T09`))).toEqual(['1402 skipped released', '1403 no_match']);
    expect(bidOf(1400)).toBe('1');
  });

  it('goes after rules of a lower number, and never raises what another one lowers', async () => {
    await campaign(1500, [3.5]);
    const raise = { do: 'bid', how: 'raise', percent: 10, min: 0.3, max: 2.5 };
    const cheap = { metric: 'cpa', window: '7d', op: '<', value: 4 };
    const raising = { level: 'keyword', priority: 400, cases: [{ when: cheap, then: [raise] }] };
    const falling = { ...lowering, priority: 500, guards: { cooldown_days: 10 } };
    const second = await ruleFor([1500], falling);
    const first = await ruleFor([1500], raising);
    const both = async (later: number) => {
      await at(`${day(later)}T09:20`);
      // The later one waits until the earlier one has run.
      await Promise.all([run(second), run(first)]);
      const of = `${day(later)}T09`;
      return [verdictsOf(await recorded(first, of)), verdictsOf(await recorded(second, of)), bidOf(1500)].flat();
    };
    expect(await both(0)).toEqual(['1502 acted', '1502 skipped already_changed', '1.1']);
    expect(await both(1)).toEqual(['1502 skipped cooldown', '1502 acted', '0.99']);
    // The first one might act again, but for the lower bid of the second.

    const objects = { orgId: world.orgId, campaignId: 1500, adGroupId: 1501, keywordId: 1502 };
    const later = { day: day(5), impressions: 900, taps: 60, installs: 10, spendMicros: 35_000_000 };
    await pulledFigures(world.api, world.applicationId, objects, later);
    expect(await both(7)).toEqual(['1502 skipped opposed', '1502 skipped cooldown', '0.99']);
  });

  it('says why it has no complete data, and misses slots that are too late', async () => {
    await campaign(1600, [5]);
    const id = await ruleFor([1600], lowering, { created_at: `${day(13)}T12:00:00.000Z` });
    await at(`${day(14)}T02:30`);
    rules.clock = Date.parse(`${day(17)}T09:12Z`);
    await run(id);
    const missed = await recorded(id, `${day(15)}T09`);
    expect(missed).toMatchObject([{ type: 'CustomRuleRunLeftOut', data: { state: 'missed' } }]);
    expect(await recorded(id, `${day(17)}T09`)).toMatchObject([
      {
        data: {
          state: 'no_complete_data',
          message: expect.stringContaining('No complete data: Apple Ads complete until'),
        },
      },
    ]);
  });

  it('is for every search campaign where all are chosen', async () => {
    await campaign(1700, [9]);
    const id = await ruleFor('all', { ...lowering, scope: { campaign_name: { is: ['Campaign 1700'] } } });
    await at(`${day(0)}T09:12`);
    await run(id);
    expect(verdictsOf(await recorded(id))).toEqual(['1702 acted']);
    expect(bidOf(1700)).toBe('0.9');
  });

  it('is paused where most of its changes fail', async () => {
    await campaign(
      1800,
      Array.from({ length: 20 }, () => 5),
    );
    const id = await ruleFor([1800], { ...lowering, guards: { max_share: 1 } });
    world.service.writeFaults.push(
      ...Array.from({ length: 200 }, () => ({ fits: (path: string) => path.includes('/1800/'), status: 400 })),
    );
    await at(`${day(0)}T09:12`);
    await run(id);
    expect(endOf(await recorded(id))).toMatchObject({ breaks: true, counts: { acted: 0, failed: 20 } });
    const last = await world.api.log.readLast(customRuleStream(id));
    expect(last?.event).toMatchObject({ type: 'CustomRulePaused', data: { changed_by: null } });
  });

  it('leaves figures alone that an open alert puts in doubt, whichever process runs it, until that is over', async () => {
    await campaign(1900, [5]);
    // It goes before the rules of other tests, which do not run.
    const daily = { ...lowering, priority: 1, guards: { cooldown_days: 1 } };
    const id = await ruleFor([1900], daily);
    const trusting = await ruleFor([1900], { ...daily, guards: { trust: false } }, { mode: 'shadow' });
    const alert_id = builtInAlertId(world.applicationId, 'no_data');
    const subject = { alert_id, application_id: world.applicationId, key: `org:${world.orgId}` };
    const episode_id = randomUUID();
    const fired = dataAlert({ ...subject, episode_id, fired_at: `${day(0)}T08:00:00.000Z` });
    await happened(world.api, alertEpisodesStream(alert_id), fired);
    await at(`${day(0)}T09:12`);
    const tried = await world.call('POST', 'automated_campaigns/dry_run', { id });
    expect(tried.body.verdicts).toMatchObject([{ verdict: 'no_data', tests: [{ why: 'in_doubt' }] }]);
    await run(id);
    await run(trusting);
    rules.stop();
    rules = openCustomRuleProcess(world.api, times, rules.clock);
    await at(`${day(1)}T09:12`);
    await run(id);
    for (const of of [slot, `${day(1)}T09`]) {
      expect(await recorded(id, of)).toMatchObject([
        { data: { doubts: [{ source: 'ads', since: day(0) }], counts: { no_data: 1 } } },
        ...(of === slot ? [{ type: 'CustomRuleUnitsChanged' }] : []),
        {
          data: { verdicts: { message: { all: expect.stringMatching(/^figures of Apple Ads are in doubt since /) } } },
        },
        { data: { state: 'done' } },
      ]);
    }
    expect(verdictsOf(await recorded(trusting))).toEqual(['1902 acted']);
    expect(bidOf(1900)).toBe('1');
    const over = { ...subject, episode_id, slot: '', message: 'recovered' as const };
    const data = { ...over, recovered_at: `${day(2)}T08:00:00.000Z` };
    await happened(world.api, alertEpisodesStream(alert_id), { type: 'AlertRecovered', data });
    await at(`${day(2)}T09:12`);
    await run(id);
    expect(bidOf(1900)).toBe('0.9');
  });
});

/** An incident of an alert about data. */
function dataAlert(
  incident: Pick<
    DomainEventOf<'AlertFired'>['data'],
    'alert_id' | 'application_id' | 'key' | 'episode_id' | 'fired_at'
  >,
): DomainEventOf<'AlertFired'> {
  const figures = { value: null, limit: null, unit: null, currency: null, window: null, spend: 0, before: [] };
  const words = { name: 'Moonvale', alert_name: 'No new data', text: 'No new data', text_without_amounts: '' };
  const message = { severity: 'normal' as const, message: 'fired' as const, changes: 1 };
  const { fired_at } = incident;
  return {
    type: 'AlertFired',
    data: { ...incident, ...figures, ...words, ...message, slot: fired_at, changes_since: fired_at },
  };
}

/** Someone sets the bid of the first keyword of a campaign in the console of the ad service, and a pull sees it. */
async function setElsewhere(campaignId: number, amount: string, instant: string): Promise<void> {
  Object.assign(world.service.world.keywords.get(campaignId)?.[0] ?? {}, { bidAmount: { amount, currency: 'USD' } });
  const object = { keyword_id: campaignId + 2, ad_group_id: campaignId + 1, text: `word ${campaignId + 2}` };
  const seen = `${instant}:00.000Z`;
  const keyword = {
    ...object,
    match_type: 'EXACT',
    status: 'ACTIVE' as const,
    deleted: false,
    modified_at: seen,
    bid_micros: Number(amount) * 1_000_000,
  };
  const data = { org_id: world.orgId, campaign_id: campaignId, observed_at: seen, keywords: [keyword] };
  await happened(world.api, campaignStream(campaignId), { type: 'KeywordsObserved', data });
}
