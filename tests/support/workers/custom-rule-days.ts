import { addDays, type CustomRunEvent, customRunDecider, customRunStream, readVerdicts } from '@tapwise/domain';
import {
  customVerdictResponse,
  decisionIdOf,
  unsettled,
} from '../../../api/src/automation/custom/runs/custom-verdict-response.ts';
import { isListedInBacktest } from '../../../domain/src/campaigns/custom-rule/evaluation/evaluate-rule.ts';
import { randomDraws } from '../../predictions/random-draws.ts';
import { inTables, pulledFigures } from '../facts/ads-world.ts';
import type { CustomRuleProcess } from './custom-rule-worker.ts';
import { type RanRules, type RuleDays, rulesAt } from './rule-days.ts';
import type { SettingsChangeWorld } from './settings-world.ts';

const path = '/api/asa/automated_campaigns';
/** Keywords of each campaign, which have the ids after that of their only ad group. */
const keywordsOfCampaign = 2;

const bid = (how: 'raise' | 'lower', percent: number) => ({ do: 'bid', how, percent, min: 0.3, max: 2.5 });
const cpa = (op: '<' | '>', value: number, others: object = {}) => ({
  metric: 'cpa',
  window: '3d',
  op,
  value,
  ...others,
});

/** Of rules that pull apart, each twice a day, and one that only says so. */
const rulesOf = (value: number) => [
  {
    level: 'keyword',
    priority: 400,
    cases: [
      { when: cpa('<', value), then: [bid('raise', 10)] },
      { when: { all: [cpa('>', value * 2), { metric: 'cpt_bid', op: '>', value: 0.4 }] }, then: [bid('lower', 20)] },
    ],
    schedule: { hours: [9, 21] },
    guards: { cooldown_days: 1, floors: { installs: 1, taps: 1, spend: 0 } },
  },
  {
    level: 'keyword',
    cases: [
      { when: cpa('>', value / 2, { floor: 1, at_least: true }), then: [bid('lower', 10)] },
      {
        once: true,
        when: { metric: 'spend', window: 'change', op: '>', than: { of: 'campaign', times: 0.4 } },
        then: [bid('raise', 5)],
      },
    ],
    schedule: { hours: [9, 21] },
    guards: { cooldown_days: 2, max_share: 1 },
  },
];

/** Rules that people wrote run live while figures are restated, people set bids, and rules are edited, renamed and paused. */
export async function runCustomRuleDays(
  world: SettingsChangeWorld,
  rules: CustomRuleProcess,
  { seed, first, days, campaigns }: RuleDays,
): Promise<RanRules> {
  const { api, applicationId, orgId, owner } = world;
  const { uniform } = randomDraws(seed);
  const whole = (most: number) => Math.floor(uniform() * most);
  const call = async (method: 'PUT' | 'POST', name: string, body: object) => {
    const options = { token: owner.token, body: { application_id: applicationId, ...body } };
    const response = await api.call(method, name, options);
    if (response.status >= 500) throw new Error(JSON.stringify(response.body));
    return response.body;
  };
  await rulesAt(world, rules, `${first}T08:00`);
  for (const id of campaigns) {
    const keywords = Array.from({ length: keywordsOfCampaign }, (_, index) => ({
      adGroupId: id + 1,
      keywordId: id + 2 + index,
      bid: 700_000 + 100_000 * index,
    }));
    await world.campaign(id, keywords);
  }
  const apply_to = { [orgId]: campaigns };
  const ids: number[] = [];
  for (const [index, automation_params] of rulesOf(2 + whole(3)).entries()) {
    const rule = { automation_type: 'custom', automation_name: `Own ${index}`, apply_to, mode: 'live' };
    ids.push(Number((await call('POST', path, { ...rule, automation_params })).id));
  }
  const slots: string[] = [];
  for (let index = 0; index < days * 2; index += 1) {
    const day = addDays(first, Math.floor(index / 2));
    const slot = `${day}T${index % 2 === 0 ? '09' : '21'}`;
    slots.push(slot);
    await rulesAt(world, rules, `${slot}:15`);
    let position = 0n;
    for (const id of campaigns) {
      for (let keyword = 0; keyword < keywordsOfCampaign; keyword += 1) {
        // A day that is over or, restated, one before.
        const objects = { orgId, campaignId: id, adGroupId: id + 1, keywordId: id + 2 + keyword };
        const counts = {
          impressions: whole(300),
          taps: 20 + whole(9),
          installs: whole(8),
          spendMicros: whole(20_000_000),
        };
        position = await pulledFigures(api, applicationId, objects, { day: addDays(day, -1 - whole(3)), ...counts });
      }
    }
    await inTables(api, position);
    await Promise.all(ids.map((id) => rules.untilDone(id, orgId)));
    const campaign = campaigns[whole(campaigns.length)] ?? 0;
    const id = ids[whole(ids.length)];
    const happening = whole(5);
    if (happening === 0) {
      const new_bids = { [`${campaign}:${campaign + 1}:${campaign + 2}`]: 0.4 + whole(100) / 100 };
      await call('PUT', '/api/asa/keywords_bids', { asa_organization_id: orgId, new_bids });
    }
    if (happening === 1) {
      const automation_params = rulesOf(2 + whole(3))[ids.indexOf(id ?? 0)];
      await call('PUT', path, { id, updates: { automation_params } });
    }
    if (happening === 2) await call('PUT', path, { id, updates: { automation_name: `Own ${slot}` } });
    if (happening === 3) await call('PUT', path, { id, updates: { status: whole(3) === 0 ? 'paused' : 'active' } });
  }
  return { ids, slots };
}

/** What a back-test of a run says of it, by its record. */
async function recordedRun({ api, orgId }: SettingsChangeWorld, id: number, slot: string) {
  const events = await api.log.readStream(customRunStream({ automation_id: id, org_id: orgId, slot }));
  const state = events.reduce(
    (current, { event }) => customRunDecider.evolve(current, event as CustomRunEvent),
    customRunDecider.initialState(),
  );
  const { start } = state;
  if (start === null) return null;
  const verdicts = state.verdicts.flatMap((part) => readVerdicts(part, start.currency));
  return {
    slot,
    at: start.slot_at,
    as_known: true,
    days: start.days,
    counts: start.counts,
    verdicts: verdicts
      .filter(isListedInBacktest)
      .map((verdict) => customVerdictResponse(unsettled(verdict), decisionIdOf(id, slot, verdict.key))),
  };
}

/** Sets a back-test of rules as they ran beside what they recorded. @returns verdicts by kind, slots that differ by a byte, and what it notes. */
export async function compareCustomBacktests(world: SettingsChangeWorld, { ids, slots }: RanRules) {
  const range = { from: slots[0]?.slice(0, 10), to: slots.at(-1)?.slice(0, 10), as_it_ran: true };
  const different: string[] = [];
  const verdicts = new Map<string, number>();
  const notes = new Set<string>();
  for (const id of ids) {
    const body = { application_id: world.applicationId, id, ...range };
    const response = await world.api.call('POST', `${path}/backtest`, { token: world.owner.token, body });
    if (response.status !== 200) throw new Error(JSON.stringify(response.body));
    for (const note of response.body.notes as string[]) notes.add(note);
    const again = response.body.slots as { slot: string; verdicts: { verdict: string; reason: string | null }[] }[];
    const ran = (await Promise.all(slots.map((slot) => recordedRun(world, id, slot)))).filter((run) => run !== null);
    if (again.length !== ran.length) different.push(`${id}: ${again.length} of ${ran.length} runs`);
    for (const [index, run] of ran.entries()) {
      const tested = again[index];
      if (JSON.stringify(tested) !== JSON.stringify(run)) {
        different.push(`${id} ${run.slot} ${JSON.stringify(tested)} ${JSON.stringify(run)}`);
      }
      for (const { verdict, reason } of run.verdicts) {
        const name = reason ?? verdict;
        verdicts.set(name, (verdicts.get(name) ?? 0) + 1);
      }
    }
  }
  return { verdicts, different, notes: [...notes].join(' ') };
}
