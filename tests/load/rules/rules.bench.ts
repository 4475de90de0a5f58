import { setTimeout as pause } from 'node:timers/promises';
import { adsPullStream, automationRunStream, createAutomations, ruleCampaignDecider, ruleDays } from '@tapwise/domain';
import { readRuleFacts } from '@tapwise/projections/queries';
import { happened } from '../../support/facts/ads-world.ts';
import { openRuleProcess } from '../../support/workers/rule-worker.ts';
import { startSettingsChangeWorld } from '../../support/workers/settings-world.ts';
import { median, percentile, printRatio } from '../measuring/figures.ts';
import { printMachine } from '../measuring/machine.ts';
import { fillTables } from '../reports/big-tables.ts';
import { compareSlots } from './independent-calendar.ts';
import { reportWaitsDuring } from './report-waits.ts';

/**
 * One slot of a rule over 20,000 keywords, alone and beside four callers of reports; and the slots of ten years against a wall clock.
 * Usage: `rules.bench.ts [days of figures] [slots]`.
 */
const days = Number(process.argv[2] ?? 350);
const slots = Number(process.argv[3] ?? 5);
const campaigns = 20;
const adGroups = 20;
const perGroup = 50;
const hourMs = 3_600_000;
const today = new Date().toISOString().slice(0, 10);

await printMachine();
const { compared, different } = compareSlots();
console.log(`slots of ten years in 20 zones against a wall clock: ${different} of ${compared} differ (aim 0)`);
const world = await startSettingsChangeWorld({ tables: true });
const { api, applicationId, orgId } = world;
const first = applicationId * 1_000_000;
const campaignIds = Array.from({ length: campaigns }, (_, index) => first + 1 + index);
const rules = openRuleProcess(api, { hourMs, everySeconds: undefined }, Date.now());
const reported = { tables: api.addresses.CLICKHOUSE_URL, applicationId, orgId, campaigns };
try {
  await fill();
  const rule = {
    automation_type: 'raise_bids',
    automation_name: 'Large',
    apply_to: { [orgId]: campaignIds },
    mode: 'shadow',
    automation_params: {
      campaign_type: 'regular',
      updates_per_day: 8,
      impressions_cap: days * 120,
      cpa_cap: 5,
      cpt_bid_cap: 3,
    },
  };
  const id = Number((await world.call('POST', 'automated_campaigns', rule)).body.id);
  const question = await timesOf(slots, () => ask());
  const byHand = await timesOf(slots, () => askByHand(api.addresses.CLICKHOUSE_URL));
  printRatio(
    `question to the tables for ${campaigns * adGroups * perGroup} keywords ÷ the same aggregation by hand`,
    { ours: median(question), base: median(byHand), unit: 'ms' },
    '≤ 1000 ms',
  );
  const alone: number[] = [];
  for (let slot = 0; slot < slots; slot += 1) alone.push(await runSlot(id, slot));
  console.log(
    `one slot, evaluation until the last decision is in the log: ${alone.map((ms) => ms.toFixed(0)).join(', ')} ms, median ${median(alone).toFixed(0)} (aim ≤ 5000)`,
  );
  const quiet = await reportWaitsDuring(reported, () => pause(15_000));
  let ran = 0;
  const beside = await reportWaitsDuring(reported, async () => {
    for (const until = Date.now() + 15_000; Date.now() < until; ran += 1) await runSlot(id, slots + ran);
  });
  console.log(`reports of four callers beside ${ran} slots: ${beside.length} answers, alone ${quiet.length}`);
  const sides = { ours: percentile(beside, 0.99), base: percentile(quiet, 0.99), unit: 'ms p99' };
  printRatio('reports of four callers beside slots ÷ alone', sides, '≤ 1.3');
} finally {
  rules.stop();
  await world.stop();
}
process.exit();

/** Figures of every keyword and day in the tables, users and purchases for the reports, and the settings in the log. */
async function fill(): Promise<void> {
  const size = { adamId: 1_500_000_001, installs: 100_000, subscriptions: 30_000, days, currency: 'USD' };
  const objects = { campaigns, adGroupsPerCampaign: adGroups, keywordsPerAdGroup: perGroup };
  await fillTables(api.deps.tables, { applicationId, orgId, ...size, ...objects }, today);
  // Ten quiet minutes do the same to its months; tables of users are left as they are.
  await api.deps.tables.command({ query: 'OPTIMIZE TABLE ads_performance_per_day_v1 FINAL' });
  for (const [index, id] of campaignIds.entries()) {
    const keywords = Array.from({ length: adGroups * perGroup }, (_, keywordIndex) => ({
      adGroupId: first + 1001 + index * adGroups + Math.floor(keywordIndex / perGroup),
      keywordId: first + 100_001 + index * adGroups * perGroup + keywordIndex,
      bid: 900_000,
    }));
    await world.campaign(id, keywords, 1_000_000_000_000);
  }
}

function scope() {
  const lifetime = { apply_to: { [orgId]: campaignIds }, window: 'lifetime' as const, campaignsSince: {} };
  return { lifetime, asOf: Date.now(), ...ruleDays(lifetime, Date.now(), 'UTC') };
}

async function ask(): Promise<void> {
  const { lifetime, asOf } = scope();
  const organization = api.deps.directory.state.applications.get(applicationId)?.organizations[0];
  if (organization === undefined) throw new Error('There is an organization');
  const rule = { ...lifetime, params: { impression_share_cap: null } } as unknown as Parameters<
    typeof readRuleFacts
  >[1]['rule'];
  const nothing = { state: ruleCampaignDecider.initialState(), revision: 0n };
  const noRun = async (): Promise<never> => {
    throw new Error('There is no run');
  };
  const { figures } = await readRuleFacts(api.deps.tables, {
    applicationId,
    organization,
    rule,
    asOf,
    campaign: async () => nothing,
    underWay: { automations: createAutomations(), runs: { current: noRun }, change: noRun },
  });
  if (figures.keywords.size !== campaigns * adGroups * perGroup) throw new Error('Every keyword has figures');
}

/** What anyone would write, its answer read and thrown away. */
async function askByHand(tables: string): Promise<void> {
  const { from, today: until } = scope();
  const sql = `SELECT campaign_id, ad_group_id, keyword_id, sum(impressions), sum(taps), sum(tap_installs), sum(spend_micros)
    FROM ads_performance_per_day_v1 FINAL WHERE application_id = ${applicationId} AND org_id = ${orgId} AND level = 'keyword'
    AND campaign_id IN (${campaignIds.join()}) AND day BETWEEN '${from}' AND '${until}' GROUP BY campaign_id, ad_group_id, keyword_id FORMAT JSONEachRow`;
  const address = new URL(tables);
  const database = address.pathname.slice(1);
  const response = await fetch(`${address.origin}/?database=${database}`, { method: 'POST', body: sql });
  if (!response.ok) throw new Error(await response.text());
  const rows = (await response.text())
    .trim()
    .split('\n')
    .map((row) => JSON.parse(row) as unknown);
  if (rows.length !== campaigns * adGroups * perGroup) throw new Error('Every keyword has figures');
}

/** @returns milliseconds from the evaluation's begin until the last decision is in the log. */
async function runSlot(id: number, slot: number): Promise<number> {
  const at = Math.ceil(Date.now() / (24 * hourMs)) * 24 * hourMs + slot * 3 * hourMs;
  rules.clock = at + 15 * 60_000;
  const pulled = { pulled_at: new Date(rules.clock - 60_000).toISOString(), from_day: today, to_day: today };
  const data = { application_id: applicationId, org_id: orgId, ...pulled };
  await happened(api, adsPullStream(applicationId, orgId), { type: 'AdsPullCompleted', data });
  const ruleScope = { automation_id: id, org_id: orgId };
  const began = performance.now();
  // Settings of 20,000 keywords are kept by a process that has run before.
  await rules.step(ruleScope);
  const ms = performance.now() - began;
  await rules.untilDone(id, orgId);
  const events = await api.log.readStream(
    automationRunStream({ ...ruleScope, slot: new Date(at).toISOString().slice(0, 13) }),
  );
  const decided = events.flatMap(({ event }) => (event.type === 'BidRaisesSuggested' ? event.data.decisions : []));
  if (decided.length !== campaigns * adGroups * perGroup) throw new Error(`${decided.length} decisions`);
  return ms;
}

async function timesOf(count: number, work: () => Promise<void>): Promise<number[]> {
  const all: number[] = [];
  for (let turn = 0; turn < count; turn += 1) {
    const began = performance.now();
    await work();
    all.push(performance.now() - began);
  }
  return all;
}
