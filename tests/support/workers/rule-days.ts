import { addDays, adsPullStream, automationRunStream } from '@tapwise/domain';
import { verdictResponse } from '../../../api/src/automation/verdict-response.ts';
import { randomDraws } from '../../predictions/random-draws.ts';
import { happened, inTables, pulledFigures } from '../facts/ads-world.ts';
import type { RuleProcess } from './rule-worker.ts';
import type { SettingsChangeWorld } from './settings-world.ts';

const path = '/api/asa/automated_campaigns';
const hour = 3_600_000;

export interface RuleDays {
  readonly seed: number;
  /** The first of the days, UTC. */
  readonly first: string;
  readonly days: number;
  /** Each with one keyword, which has the id of its campaign and 2. */
  readonly campaigns: readonly number[];
}

/** Slots that ran, and the rules that ran at them. */
export interface RanRules {
  readonly ids: readonly number[];
  readonly slots: readonly string[];
}

/** Moves the clocks to an instant, UTC; the ad service was pulled a minute before. */
export async function rulesAt(
  { api, applicationId: application_id, orgId: org_id }: SettingsChangeWorld,
  rules: Pick<RuleProcess, 'clock'>,
  instant: string,
): Promise<void> {
  const day = instant.slice(0, 10);
  rules.clock = Date.parse(`${instant}:00Z`);
  api.clock.stoppedAt = rules.clock;
  const pulled_at = new Date(rules.clock - 60_000).toISOString();
  await happened(api, adsPullStream(application_id, org_id), {
    type: 'AdsPullCompleted',
    data: { application_id, org_id, pulled_at, from_day: addDays(day, -89), to_day: day },
  });
}

/** What the log says a rule decided at a slot. */
export async function recordedVerdicts({ api, orgId }: SettingsChangeWorld, id: number, slot: string) {
  const events = await api.log.readStream(automationRunStream({ automation_id: id, org_id: orgId, slot }));
  return events.flatMap(({ event }) =>
    event.type === 'BidRaisesDecided'
      ? event.data.decisions.map((decision) => verdictResponse(decision, decision.decision_id, undefined))
      : [],
  );
}

/** Two rules that run live twice a day, while figures are restated, people set bids, and rules are edited and paused. */
export async function runRuleDays(
  world: SettingsChangeWorld,
  rules: RuleProcess,
  options: RuleDays,
): Promise<RanRules> {
  const { api, applicationId, orgId, owner } = world;
  const { campaigns, days } = options;
  const { uniform } = randomDraws(options.seed);
  const whole = (most: number) => Math.floor(uniform() * most);
  const call = (method: 'PUT' | 'POST', name: string, body: object) =>
    api.call(method, name, { token: owner.token, body: { application_id: applicationId, ...body } });
  const began = Date.parse(`${options.first}T00:00:00Z`);
  const slots = Array.from(
    { length: days * 2 },
    (_, index) => `${new Date(began + index * 12 * hour).toISOString().slice(0, 10)}T${index % 2 === 0 ? '09' : '21'}`,
  );
  await rulesAt(world, rules, `${options.first}T08:00`);
  for (const id of campaigns) await world.campaign(id, [{ adGroupId: id + 1, keywordId: id + 2, bid: 700_000 }]);
  const params = () => ({
    updates_per_day: 2,
    impressions_cap: days * (60 + whole(140)),
    cpa_cap: 1 + whole(5),
    cpt_bid_cap: 1 + whole(3),
    ...(whole(2) === 0 ? { step_type: 'percentage', step_value: 5 + whole(40) } : {}),
  });
  const ids: number[] = [];
  for (const automation_name of ['First', 'Second']) {
    const rule = { automation_type: 'raise_bids', apply_to: { [orgId]: campaigns } };
    const made = await call('POST', path, { ...rule, automation_name, automation_params: params() });
    ids.push(Number(made.body.id));
  }
  for (const [index, slot] of slots.entries()) {
    await rulesAt(world, rules, `${slot}:15`);
    let position = 0n;
    for (const id of campaigns) {
      // A day of today or, restated, one before.
      const day = slots[whole(index + 1)]?.slice(0, 10) ?? '';
      const objects = { orgId, campaignId: id, adGroupId: id + 1, keywordId: id + 2 };
      const counts = { impressions: whole(300), taps: whole(9), installs: whole(3), spendMicros: whole(9_000_000) };
      position = await pulledFigures(api, applicationId, objects, { day, ...counts });
    }
    await inTables(api, position);
    // The newer rule waits for the older one at the same slot.
    for (const id of ids) await rules.untilDone(id, orgId);
    const campaign = campaigns[whole(campaigns.length)] ?? 0;
    const id = ids[whole(ids.length)];
    const happening = whole(4);
    if (happening === 0) {
      const new_bids = { [`${campaign}:${campaign + 1}:${campaign + 2}`]: 0.3 + whole(200) / 100 };
      await call('PUT', '/api/asa/keywords_bids', { asa_organization_id: orgId, new_bids });
    }
    if (happening === 1) await call('PUT', path, { id, updates: { automation_params: params() } });
    if (happening === 2) await call('PUT', path, { id, updates: { status: whole(3) === 0 ? 'paused' : 'active' } });
  }
  return { ids, slots };
}

/** Sets a back-test of rules as they ran beside what they recorded. @returns decisions compared, and slots that differ by a byte. */
export async function compareBacktests(
  world: SettingsChangeWorld,
  { ids, slots }: RanRules,
): Promise<{ slots: number; decisions: number; verdicts: Readonly<Record<string, number>>; different: string[] }> {
  const range = { from: slots[0]?.slice(0, 10), to: slots.at(-1)?.slice(0, 10), as_it_ran: true };
  const different: string[] = [];
  const verdicts: Record<string, number> = {};
  let ran = 0;
  let decisions = 0;
  for (const id of ids) {
    const body = { application_id: world.applicationId, id, ...range };
    const response = await world.api.call('POST', `${path}/backtest`, { token: world.owner.token, body });
    if (response.status !== 200) throw new Error(JSON.stringify(response.body));
    const tested = response.body.slots as { slot: string; verdicts: { verdict: string }[] }[];
    for (const { slot, verdicts: again } of tested) {
      if (JSON.stringify(again) !== JSON.stringify(await recordedVerdicts(world, id, slot)))
        different.push(`${id} ${slot}`);
      for (const { verdict } of again) verdicts[verdict] = (verdicts[verdict] ?? 0) + 1;
      decisions += again.length;
      ran += 1;
    }
  }
  return { slots: ran, decisions, verdicts, different };
}
