import { impressionShareStream } from '@tapwise/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { happened, inTables, pulledFigures } from '../../support/facts/ads-world.ts';
import { recordPulls } from '../../support/facts/recorded-pulls.ts';
import { usersSince } from '../../support/facts/users-since.ts';
import { compareCustomBacktests, runCustomRuleDays } from '../../support/workers/custom-rule-days.ts';
import { openCustomRuleProcess } from '../../support/workers/custom-rule-worker.ts';
import { compareBacktests, recordedVerdicts, rulesAt, runRuleDays } from '../../support/workers/rule-days.ts';
import { openRuleProcess, type RuleProcess } from '../../support/workers/rule-worker.ts';
import { type SettingsChangeWorld, startSettingsChangeWorld } from '../../support/workers/settings-world.ts';
import { runUserRuleDays, usersCame } from '../../support/workers/user-rule-days.ts';

const path = '/api/asa/automated_campaigns';
const hour = 3_600_000;
const times = { hourMs: hour, everySeconds: undefined };
const ramped = 1200;
const lowered = 1300;
const quiet = 1400;

let world: SettingsChangeWorld;
let rules: RuleProcess;
/** Days from tomorrow on: no figure of theirs is there yet. */
const dayAfter = (days: number) => new Date(Date.now() + days * 24 * hour).toISOString().slice(0, 10);
const days = [dayAfter(1), dayAfter(2)] as const;

beforeAll(async () => {
  world = await startSettingsChangeWorld({ tables: true, past: true });
  // The first pull, before there is a campaign, goes further back than any later one.
  await recordPulls(world.api.log, { application_id: world.applicationId, org_id: world.orgId }, dayAfter(0), [0, 120]);
  rules = openRuleProcess(world.api, times, Date.now());
  for (const id of [ramped, lowered, quiet]) {
    await world.campaign(id, [{ adGroupId: id + 10, keywordId: id + 20, bid: 800_000 }]);
  }
});
afterAll(async () => {
  rules.stop();
  await world.stop();
});

const call = (method: 'PUT' | 'POST', name: string, body: object) =>
  world.api.call(method, name, {
    token: world.owner.token,
    body: { application_id: world.applicationId, ...body },
  });
const figures = (campaignId: number, day: string, impressions: number) => {
  const objects = { orgId: world.orgId, campaignId, adGroupId: campaignId + 10, keywordId: campaignId + 20 };
  const counts = { day, impressions, taps: 4, installs: 1, spendMicros: impressions * 10_000 };
  return pulledFigures(world.api, world.applicationId, objects, counts);
};

/** A slot, as the rule's process finds it: pulled a minute before, and run a quarter of an hour late. */
async function slotOf(id: number, slot: string, impressions: readonly [ramped: number, lowered: number]) {
  const day = slot.slice(0, 10);
  await clockAt(`${slot}:15`);
  await figures(ramped, day, impressions[0]);
  await inTables(world.api, await figures(lowered, day, impressions[1]));
  await rules.untilDone(id, world.orgId);
}

const clockAt = (instant: string) => rulesAt(world, rules, instant);
const recorded = (id: number, slot: string) => recordedVerdicts(world, id, slot);
const reasonsOf = (verdicts: readonly { verdict: string; reason: string | null; cap: string | null }[]) =>
  verdicts.map(({ verdict, reason, cap }) => reason ?? cap ?? verdict);

describe('a back-test', () => {
  it('of a rule that ran is byte for byte what it decided, whatever was said about those days later', async () => {
    const both = { [world.orgId]: [ramped, lowered] };
    const params = { updates_per_day: 2, impressions_cap: 300, cpt_bid_cap: 2 };
    const rule = { automation_type: 'raise_bids', apply_to: both, automation_params: params };
    const older = Number(
      (await call('POST', path, { ...rule, automation_name: 'Older', apply_to: { [world.orgId]: [lowered] } })).body.id,
    );
    const id = Number((await call('POST', path, { ...rule, automation_name: 'Ramp' })).body.id);
    const slots = [`${days[0]}T09`, `${days[0]}T21`, `${days[1]}T09`, `${days[1]}T21`] as const;
    const [first, second, third, last] = slots;
    rules.clock = Date.parse(`${first}:15:00Z`);
    await slotOf(older, first, [100, 100]);
    await slotOf(id, first, [120, 100]);
    await call('PUT', path, { id: older, updates: { status: 'paused' } });
    await slotOf(id, second, [310, 100]);
    const change = {
      asa_organization_id: world.orgId,
      new_bids: { [`${lowered}:${lowered + 10}:${lowered + 20}`]: 0.5 },
    };
    expect((await call('PUT', '/api/asa/keywords_bids', change)).status).toBe(200);
    // Counted down: what was completed stays so.
    await figures(ramped, days[0], 40);
    await slotOf(id, third, [20, 100]);
    await call('PUT', path, { id, updates: { automation_params: { ...params, impressions_cap: 5000 } } });
    await slotOf(id, last, [30, 100]);

    const originalVerdicts = await Promise.all(slots.map((slot) => recorded(id, slot)));
    expect(originalVerdicts.map(reasonsOf)).toEqual([
      ['raised', 'already_raised'],
      ['impressions_cap', 'raised'],
      ['impressions_cap', 'released'],
      ['raised', 'raised'],
    ]);
    await figures(ramped, days[0], 9999);
    await figures(lowered, days[1], 9999);
    await call('PUT', path, { id: older, updates: { automation_name: 'Other name' } });
    await call('PUT', path, { id, updates: { automation_params: { campaign_type: 'regular', impressions_cap: 1 } } });
    const range = { from: days[0], to: days[1] };
    const asItRan = await call('POST', `${path}/backtest`, { id, ...range, as_it_ran: true });
    const response = asItRan.body as {
      slots: { slot: string; as_known: boolean; verdicts: unknown[] }[];
      notes: string[];
    };
    expect(response.slots.map(({ slot, as_known }) => [slot, as_known])).toEqual(slots.map((slot) => [slot, true]));
    for (const [index, { verdicts }] of response.slots.entries()) {
      expect(JSON.stringify(verdicts)).toBe(JSON.stringify(originalVerdicts[index]));
    }
    // The figures since then are shown beside the decisions, as they are known now.
    const sums = { taps: 4, installs: 1 };
    expect(asItRan.body.later).toEqual([
      {
        key: `${ramped}:${ramped + 10}:${ramped + 20}`,
        keyword: `word ${ramped + 20}`,
        slot: first,
        raises: 2,
        bid_then: 0.8,
        bid_now: 1,
        from: days[1],
        inputs: { ...sums, impressions: 30, spend: 0.3, cpt: 0.075, cpa: 0.3 },
      },
      {
        key: `${lowered}:${lowered + 10}:${lowered + 20}`,
        keyword: `word ${lowered + 20}`,
        slot: second,
        raises: 2,
        bid_then: 0.9,
        bid_now: 0.6,
        from: days[1],
        inputs: { ...sums, impressions: 9999, spend: 99.99, cpt: 24.9975, cpa: 99.99 },
      },
    ]);
    // From the second day on: what the first one completed is known.
    const later = await call('POST', `${path}/backtest`, { id, from: days[1], to: days[1], as_it_ran: true });
    expect(JSON.stringify((later.body as typeof response).slots.map(({ verdicts }) => verdicts))).toBe(
      JSON.stringify(originalVerdicts.slice(2)),
    );
  });

  it('of a draft says which slots are not as they were known, and adds nothing up', async () => {
    const { api } = world;
    const before = [world.writes().length, await api.log.lastPosition()];
    const draft = {
      automation_type: 'raise_bids',
      apply_to: { [world.orgId]: [quiet] },
      automation_params: { updates_per_day: 1, step_type: 'constant', step_value: 0.1 },
    };
    const backtest = (body: object) => call('POST', `${path}/backtest`, body);
    const range = { from: dayAfter(-1), to: days[1] };
    const { body } = await backtest({ ...draft, ...range });
    const { slots, notes } = body as {
      slots: { slot: string; as_known: boolean; verdicts: { verdict: string; old: number; new: number }[] }[];
      notes: string[];
    };
    expect(slots.map(({ slot }) => slot)).toContain(`${dayAfter(-1)}T09`);
    expect([slots[0]?.as_known, slots.at(-1)?.as_known]).toEqual([false, true]);
    for (const { as_known, verdicts } of slots) {
      // The campaign is younger than the first pull: at earlier slots there was none.
      expect(verdicts).toHaveLength(as_known ? 1 : 0);
      if (!as_known) continue;
      const [only] = verdicts;
      expect(only?.new).toBeCloseTo((only?.old ?? 0) + 0.1, 6);
    }
    expect(notes.join(' ')).toContain('known only in their final form');
    expect([world.writes().length, await api.log.lastPosition()]).toEqual(before);
    const refused = async (fields: object) => (await backtest({ ...draft, ...fields })).body.error_message;
    expect(await refused({ from: '2026-01-01', to: '2026-04-01' })).toBe('At most 90 days can be tested');
    expect(await refused({ from: '2026-02-02', to: '2026-02-01' })).toBe('from must not be after to.');
    expect(await refused({ from: '2026-02-30', to: '2026-03-01' })).toBe('from must be a day, YYYY-MM-DD.');
    expect(await refused({ from: days[1], to: dayAfter(9) })).toBe('to lies in the future.');
    expect(await refused({ ...range, as_it_ran: true })).toBe('A draft has not run');
  });
});

describe('whatever happens to a rule and its keywords', () => {
  const seed = Date.now() % 2 ** 31;

  it(`its back-test is what it decided, byte for byte (seed ${seed})`, async () => {
    const ran = await runRuleDays(world, rules, { seed, first: dayAfter(6), days: 3, campaigns: [1800, 1810] });
    const { decisions, different } = await compareBacktests(world, ran);
    expect(different).toEqual([]);
    expect(decisions).toBeGreaterThanOrEqual(2);
  });
});

describe('a rule that raises bids', () => {
  it('leaves alone what a rule that people wrote has lowered, in its dry run and back-test as in its run', async () => {
    const day = dayAfter(12);
    const of = { orgId: world.orgId, campaignId: 1930, adGroupId: 1931, keywordId: 1932 };
    await clockAt(`${day}T08:00`);
    await world.campaign(of.campaignId, [{ adGroupId: of.adGroupId, keywordId: of.keywordId, bid: 800_000 }]);
    const counts = { impressions: 9, taps: 4, installs: 2, spendMicros: 10_000_000 };
    await inTables(
      world.api,
      await pulledFigures(world.api, world.applicationId, of, { day: dayAfter(11), ...counts }),
    );
    const make = async (automation_type: string, automation_params: object): Promise<number> => {
      const scope = { automation_name: automation_type, apply_to: { [world.orgId]: [of.campaignId] }, mode: 'live' };
      return Number((await call('POST', path, { automation_type, automation_params, ...scope })).body.id);
    };
    const raising = await make('raise_bids', { campaign_type: 'regular', updates_per_day: 2 });
    const lowering = await make('custom', {
      level: 'keyword',
      cases: [
        {
          when: { metric: 'cpa', window: '1d', op: '>', value: 3 },
          then: [{ do: 'bid', how: 'lower', percent: 10, min: 0.3, max: 2.5 }],
        },
      ],
      // The worker that carries its change out has the clock of today.
      guards: { cooldown_days: 90, floors: false },
    });
    const process = openCustomRuleProcess(world.api, times, Date.parse(`${day}T09:20Z`));
    await clockAt(`${day}T09:20`);
    await process.untilDone(lowering, world.orgId).finally(() => process.stop());
    await clockAt(`${day}T21:15`);
    await rules.untilDone(raising, world.orgId);
    const decided = await recorded(raising, `${day}T21`);
    expect(reasonsOf(decided)).toEqual(['opposed']);
    const dryRun = await call('POST', `${path}/dry_run`, { id: raising });
    expect(reasonsOf(dryRun.body.verdicts as typeof decided)).toEqual(['opposed']);
    const range = { from: day, to: day, as_it_ran: true };
    const { slots } = (await call('POST', `${path}/backtest`, { id: raising, ...range })).body as {
      slots: { slot: string; verdicts: unknown }[];
    };
    expect(JSON.stringify(slots.find(({ slot }) => slot === `${day}T21`)?.verdicts)).toBe(JSON.stringify(decided));
  });
});

describe('a back-test of a rule that people wrote', () => {
  const seed = Date.now() % 2 ** 31;

  it(`is what it decided as it ran, byte for byte, whatever happened since (seed ${seed})`, async () => {
    const process = openCustomRuleProcess(world.api, times, Date.parse(`${dayAfter(20)}T00:00Z`));
    const options = { seed, first: dayAfter(20), days: 4, campaigns: [1900, 1910] };
    const ran = await runCustomRuleDays(world, process, options).finally(() => process.stop());
    for (const keywordId of [1902, 1903]) {
      const objects = { orgId: world.orgId, campaignId: 1900, adGroupId: 1901, keywordId };
      const restated = { day: dayAfter(20), impressions: 1, taps: 1, installs: 1, spendMicros: 9_000_000 };
      await inTables(world.api, await pulledFigures(world.api, world.applicationId, objects, restated));
    }
    const { different, verdicts } = await compareCustomBacktests(world, ran);
    expect(different).toEqual([]);
    expect(verdicts.get('acted')).toBeGreaterThan(0);
  });

  it('that is only a draft has its holds run along on what it would have done, and changes nothing', async () => {
    const first = dayAfter(31);
    const bid = { do: 'bid', how: 'lower', percent: 10, min: 0.3, max: 2.5 };
    const draft = (metric: string) => ({
      automation_type: 'custom',
      apply_to: { [world.orgId]: [quiet] },
      automation_params: {
        level: 'keyword',
        cases: [{ when: { metric, window: '1d', op: '>', value: 3 }, then: [bid] }],
        guards: { cooldown_days: 2, floors: false },
      },
    });
    for (const later of [30, 31, 33]) {
      const objects = { orgId: world.orgId, campaignId: quiet, adGroupId: quiet + 10, keywordId: quiet + 20 };
      const counts = { impressions: 9, taps: 4, installs: 2, spendMicros: 10_000_000 };
      await pulledFigures(world.api, world.applicationId, objects, { day: dayAfter(later), ...counts });
    }
    await clockAt(`${dayAfter(34)}T09:15`);
    const test = async (metric: string) =>
      (await call('POST', `${path}/backtest`, { ...draft(metric), from: first, to: dayAfter(34) })).body as {
        slots: { slot: string; as_known: boolean; days: object; counts: object; verdicts: TestedVerdict[] }[];
        totals: object;
        notes: string[];
      };
    const { slots, totals } = await test('cpa');
    expect(slots.map(({ slot, as_known, verdicts }) => [slot, as_known, verdicts.map(summary).join()])).toEqual([
      [`${first}T09`, true, 'acted 0.8 0.72'],
      // Its change of the day before counts, though it was never made.
      [`${dayAfter(32)}T09`, true, 'skipped cooldown'],
      [`${dayAfter(33)}T09`, true, ''],
      [`${dayAfter(34)}T09`, true, 'acted 0.8 0.72'],
    ]);
    expect(slots[2]?.counts).toMatchObject({ checked: 1, no_data: 1 });
    expect(slots[0]?.days).toMatchObject({ ads: dayAfter(30), people: null });
    expect(totals).toMatchObject({ checked: 4, acted: 2, on_hold: 1, no_data: 1 });
    // The first call of a day is recorded.
    const before = [world.writes().length, await world.api.log.lastPosition()];
    await test('cpa');
    expect([world.writes().length, await world.api.log.lastPosition()]).toEqual(before);
    // No application has sent users yet.
    const ofUsers = await test('current_roas');
    expect(ofUsers.totals).toMatchObject({ checked: 4, no_data: 4 });
    expect(ofUsers.notes.join(' ')).not.toContain('Figures of users');
    expect(world.writes()).toHaveLength(before[0] as number);
  });

  it('about users and impression shares is what it decided, whatever was learned of those days since', async () => {
    const process = openCustomRuleProcess(world.api, times, Date.parse(`${dayAfter(-5)}T00:00Z`));
    const options = { first: dayAfter(-5), days: 3, campaign: 1940 };
    const ran = await runUserRuleDays(world, process, options).finally(() => process.stop());
    const { different, verdicts, notes } = await compareCustomBacktests(world, ran);
    expect(different).toEqual([]);
    expect(notes).not.toContain('as they were recorded');
    expect(verdicts.get('acted')).toBeGreaterThan(0);
  });

  it('that is only a draft has users as they were known at each slot, and none before the first pull', async () => {
    const campaign = 1950;
    await world.campaign(campaign, [{ adGroupId: campaign + 1, keywordId: campaign + 2, bid: 800_000 }]);
    const yesterday = dayAfter(-1);
    await usersSince(world.api, world.applicationId, dayAfter(-35));
    await inTables(world.api, await usersCame(world, campaign, { day: yesterday, count: 2, pays: 0 }));
    await clockAt(`${dayAfter(1)}T09:15`);
    const when = { metric: 'first_launches', window: '1d', op: '=', value: 2 };
    const { slots, notes } = (
      await call('POST', `${path}/backtest`, {
        automation_type: 'custom',
        apply_to: { [world.orgId]: [campaign] },
        automation_params: {
          level: 'keyword',
          cases: [{ when, then: [{ do: 'bid', how: 'lower', percent: 10, min: 0.3, max: 2.5 }] }],
        },
        from: yesterday,
        to: dayAfter(1),
      })
    ).body as { slots: { slot: string; days: object; verdicts: TestedVerdict[] }[]; notes: string[] };
    expect(slots.at(-1)).toMatchObject({ slot: `${dayAfter(1)}T09`, days: { people: yesterday } });
    expect(slots.map(({ verdicts }) => verdicts.map(summary).join())).toEqual(['', '', 'acted 0.8 0.72']);
    expect(notes.join(' ')).toContain('not known as they were at 2 runs');
  });
});

interface TestedVerdict {
  readonly verdict: string;
  readonly reason: string | null;
  readonly actions: readonly { readonly old: number; readonly new: number }[];
}
const summary = ({ verdict, reason, actions }: TestedVerdict): string =>
  reason === null ? `${verdict} ${actions[0]?.old} ${actions[0]?.new}` : `${verdict} ${reason}`;

describe('the cap on the impression share', () => {
  it('compares the share of the last week that is known', async () => {
    const { api, applicationId, orgId } = world;
    const day = dayAfter(-3);
    api.clock.stoppedAt = Date.now();
    await figures(quiet, day, 300);
    const common = { application_id: applicationId, org_id: orgId, day, pulled_at: api.deps.now().toISOString() };
    const row = { country: 'US', search_term: `word ${quiet + 20}`, low_share: 0.2, high_share: 0.3 };
    const position = await happened(api, impressionShareStream(applicationId, orgId, day), {
      type: 'ImpressionShareRecorded',
      data: { ...common, rows: [{ ...row, rank: 1, popularity: 5 }] },
    });
    await inTables(api, position);
    const dry = async (impression_share_cap: number) =>
      (
        await call('POST', `${path}/dry_run`, {
          automation_type: 'raise_bids',
          apply_to: { [orgId]: [quiet] },
          automation_params: { impression_share_cap },
        })
      ).body.verdicts;
    expect(await dry(0.25)).toMatchObject([
      { verdict: 'reached', cap: 'impression_share_cap', inputs: { impression_share: 0.25 } },
    ]);
    expect(await dry(0.26)).toMatchObject([{ verdict: 'raised', inputs: { impression_share: 0.25 } }]);
  });
});

describe('rules whose engine was away', () => {
  it('have the newest slot run unless it is too late, the others missed, and never two steps for one', async () => {
    const day = dayAfter(4);
    const next = dayAfter(5);
    const often = 1500;
    const seldom = 1600;
    world.api.clock.stoppedAt = Date.parse(`${day}T08:40:00Z`);
    for (const id of [often, seldom]) {
      await world.campaign(id, [{ adGroupId: id + 10, keywordId: id + 20, bid: 800_000 }]);
    }
    const made = async (campaign: number, updates_per_day: number) => {
      const rule = { automation_type: 'raise_bids', automation_name: `Away ${campaign}` };
      const params = { automation_params: { updates_per_day, cpt_bid_cap: 5 } };
      return Number(
        (await call('POST', path, { ...rule, ...params, apply_to: { [world.orgId]: [campaign] } })).body.id,
      );
    };
    const eight = await made(often, 8);
    const two = await made(seldom, 2);
    const states = async (id: number) => {
      for (const ruleId of [eight, two]) await rules.untilDone(ruleId, world.orgId);
      const query = { application_id: world.applicationId, id };
      const { body } = await world.api.call('GET', '/api/asa/automated_campaign_logs', {
        token: world.owner.token,
        query,
      });
      const runs = (body.logs as { message: string }[]).map(({ message }) => message);
      return runs
        .filter((message) => message.startsWith('Run of'))
        .map((message) => message.slice(7, 19))
        .reverse();
    };
    const bid = (campaign: number) =>
      (world.service.world.keywords.get(campaign)?.[0]?.bidAmount as { amount: string } | null)?.amount;
    await clockAt(`${day}T08:45`);
    expect([await states(eight), await states(two)]).toEqual([[], []]);

    // Away from 8:45 to 10:45: the slot of nine is 1 h 45 min late, too late for eight a day only.
    await clockAt(`${day}T10:45`);
    expect([await states(eight), await states(two)]).toEqual([['09:00 missed'], ['09:00: 1 key']]);
    expect([bid(often), bid(seldom)]).toEqual(['0.8', '0.9']);

    // Away for eight hours more: of three slots the newest is run, one step is made.
    await clockAt(`${day}T18:30`);
    expect(await states(eight)).toEqual(['09:00 missed', '12:00 missed', '15:00 missed', '18:00: 1 key']);
    expect(bid(often)).toBe('0.9');

    // Back, but the figures are old until the slot is too late.
    rules.clock = Date.parse(`${next}T00:45:00Z`);
    expect((await rules.step({ automation_id: two, org_id: world.orgId })).done).toBe(true);
    expect((await rules.step({ automation_id: eight, org_id: world.orgId })).done).toBe(false);
    rules.clock = Date.parse(`${next}T01:29:58Z`);
    expect((await states(eight)).slice(4)).toEqual(['21:00 missed', '00:00 not do']);
    expect((await states(two)).slice(1)).toEqual(['21:00 missed']);
    expect([bid(often), bid(seldom)]).toEqual(['0.9', '0.9']);
  });
});

describe('a rule of a team that is not served any more', () => {
  it('does not run, and says why; the slots before are missed', async () => {
    const rule = { automation_type: 'raise_bids', automation_name: 'Unpaid', automation_params: { cpt_bid_cap: 2 } };
    const made = await call('POST', path, { ...rule, apply_to: { [world.orgId]: [quiet] } });
    const id = Number(made.body.id);
    const writes = world.writes().length;
    rules.clock = Date.parse(`${dayAfter(90)}T09:15:00Z`);
    await rules.untilDone(id, world.orgId);
    const query = { application_id: world.applicationId, id };
    const { body } = await world.api.call('GET', '/api/asa/automated_campaign_logs', {
      token: world.owner.token,
      query,
    });
    const messages = new Set((body.logs as { message: string }[]).map(({ message }) => message));
    expect(messages).toEqual(new Set(['Run of 09:00 missed', 'Not run: no active plan']));
    expect(world.writes()).toHaveLength(writes);
  });
});
