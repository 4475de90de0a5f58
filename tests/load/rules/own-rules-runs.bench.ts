import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { createStreamMemory, insertRows } from '@tapwise/adapters';
import {
  addDays,
  adsPullStream,
  campaignStream,
  createCustomAutomations,
  customRuleStream,
  customRunStream,
  decisionsByKey,
  evaluateRule,
  labelsDecider,
  labelTrailsDecider,
  type RuleMemory,
  ruleLabelsOf,
  ruleOfChanges,
  trailedCampaignDecider,
} from '@tapwise/domain';
import { readEvaluationData } from '@tapwise/projections/queries';
import { customRuleField } from '../../../domain/src/campaigns/custom-rule/definition/custom-rule.ts';
import { happened, inTables } from '../../support/facts/ads-world.ts';
import { asTest } from '../../support/facts/settings.ts';
import { usersSince } from '../../support/facts/users-since.ts';
import { openCustomRuleProcess } from '../../support/workers/custom-rule-worker.ts';
import { startSettingsChangeWorld } from '../../support/workers/settings-world.ts';
import { median, percentile, printRatio } from '../measuring/figures.ts';
import { printMachine } from '../measuring/machine.ts';
import { fillRates, fillTables } from '../reports/big-tables.ts';
import { reportWaitsDuring } from './report-waits.ts';

/**
 * Runs of a rule that people write over 20,000 keywords, with 20 tests, six time ranges and a predicted metric: the evaluation alone, whole
 * runs, previews in the builder, and reports beside runs. Usage: `own-rules-runs.bench.ts [share of the keywords] [repetitions] [seconds]`;
 * `0.05 1 2` tries it out.
 */
const share = Number(process.argv[2] ?? 1);
const repetitions = Number(process.argv[3] ?? 5);
const besideSeconds = Number(process.argv[4] ?? 15);
const campaigns = 20;
const adGroups = 20;
const perGroup = Math.max(1, Math.round(50 * share));
const days = 90;
const slotSeconds = 60;
const automation_id = 301;
const keywords = campaigns * adGroups * perGroup;
const today = new Date().toISOString().slice(0, 10);
const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);
const listed = (all: readonly number[], digits: number): string =>
  all.map((figure) => figure.toFixed(digits)).join(', ');

const windows = ['7d', '14d', '28d', '30d', '60d', '90d'];
const metrics = ['spend', 'cpa', 'cpt', 'ttr', 'cr', 'impressions', 'taps'];
const figures = [
  'predicted_roas 28d',
  'current_roas 60d',
  ...metrics.flatMap((metric) => windows.map((window) => `${metric} ${window}`)).filter((_, index) => index % 7 < 3),
].slice(0, 20);
const tests = figures.map((figure) => {
  const [metric, window] = figure.split(' ');
  return { metric, window, op: '>=', value: 0 };
});
const params = {
  level: 'keyword',
  cases: [
    {
      when: { all: [{ all: tests.slice(0, 10) }, { all: tests.slice(10) }] },
      then: [{ do: 'bid', how: 'lower', percent: 10, min: 0.1, max: 3 }],
    },
  ],
  guards: { floors: false, maturity: 0, max_share: 1, confidence: 'low' },
};
const rule = customRuleField.parse(params);

await printMachine();
const world = await startSettingsChangeWorld({ tables: true });
const { api, applicationId, orgId, owner } = world;
const first = applicationId * 1_000_000;
const campaignIds = Array.from({ length: campaigns }, (_, index) => first + 1 + index);
const rules = openCustomRuleProcess(api, { hourMs: 3_600_000, everySeconds: slotSeconds }, Date.now());
try {
  await fill();
  await measureEvaluation();
  await measureRuns();
  await measurePreview(2000);
  await measurePreview(20_000);
  await measureReports();
} finally {
  rules.stop();
  await world.stop();
}
process.exit();

/** Figures of every keyword and day and users in the tables, and the settings and the rule in the log. */
async function fill(): Promise<void> {
  const { tables } = api.deps;
  const size = { adamId: 1_500_000_001, installs: 100_000 * share, subscriptions: 30_000 * share, currency: 'USD' };
  const objects = { campaigns, adGroupsPerCampaign: adGroups, keywordsPerAdGroup: perGroup };
  await fillRates(tables, 200, today);
  await fillTables(tables, { applicationId, orgId, days, ...size, ...objects }, today);
  // Ten quiet minutes do the same to its months.
  await tables.command({ query: 'OPTIMIZE TABLE ads_performance_per_day_v1 FINAL' });
  const heard = { application_id: applicationId, org_id: 0, fresh_at: new Date().toISOString() };
  const rows = ['sdk', 'store', 'predictions'].map((source) => {
    return { ...heard, source, log_position: '1', recorded_at: heard.fresh_at };
  });
  await insertRows(tables, { table: 'source_freshness_v1', rows, token: 'heard' });
  await usersSince(api, applicationId, addDays(today, -365));
  for (const [index, id] of campaignIds.entries()) {
    const ofCampaign = Array.from({ length: adGroups * perGroup }, (_, keyword) => ({
      adGroupId: first + 1001 + index * adGroups + Math.floor(keyword / perGroup),
      keywordId: first + 100_001 + index * adGroups * perGroup + keyword,
      bid: 900_000,
    }));
    await world.campaign(id, ofCampaign, 1_000_000_000_000);
  }
  await happened(api, customRuleStream(automation_id), {
    type: 'CustomRuleCreated',
    data: {
      automation_id,
      change_id: randomUUID(),
      application_id: applicationId,
      name: 'Large',
      rule,
      apply_to: { [orgId]: campaignIds },
      mode: 'shadow',
      status: 'active',
      created_by: owner.accountId,
      created_at: new Date().toISOString(),
    },
  });
  await pulled();
}

/** The organization was pulled a minute before the clock of the rules. */
async function pulled(): Promise<void> {
  const pulled_at = new Date(rules.clock - 60_000).toISOString();
  const data = {
    application_id: applicationId,
    org_id: orgId,
    pulled_at,
    from_day: addDays(today, -days),
    to_day: today,
  };
  await inTables(api, await happened(api, adsPullStream(applicationId, orgId), { type: 'AdsPullCompleted', data }));
}

async function measureEvaluation(): Promise<void> {
  const application = api.deps.directory.state.applications.get(applicationId);
  const organization = application?.organizations[0];
  if (application === undefined || organization === undefined) throw new Error('There is an organization');
  const settings = createStreamMemory(api.log, trailedCampaignDecider, { keep: 600, context: asTest });
  const none = createCustomAutomations();
  const asOf = Date.now();
  const question = {
    application,
    organization,
    rule: { rule, apply_to: { [orgId]: campaignIds } },
    asOf,
    hourMs: 3_600_000,
    completeAfterHours: 3,
    slot: null,
    campaign: (id: number) => settings.current(campaignStream(id)),
    ruleOf: ruleOfChanges(none.rules.rules, none.runs, orgId),
    ruleNames: new Map(),
    earlier: decisionsByKey([]),
    joined: new Map(),
    labels: ruleLabelsOf(labelsDecider.initialState(), labelTrailsDecider.initialState()),
    doubts: [],
    decisionsOf: async (): Promise<never> => {
      throw new Error('There are no search terms');
    },
  };
  await readEvaluationData(api.deps.tables, question);
  const began = performance.now();
  const { data } = await readEvaluationData(api.deps.tables, question);
  const readMs = performance.now() - began;
  const memory: RuleMemory = { units: new Map(), today: { units: 0, raisedBudgets: 0 } };
  const seconds: number[] = [];
  for (let repetition = 0; repetition < repetitions; repetition += 1) {
    const before = process.cpuUsage();
    const { counts } = evaluateRule({ id: automation_id, rule, casesSince: asOf }, data, memory);
    const { user, system } = process.cpuUsage(before);
    seconds.push((user + system) / 1e6);
    if (counts.checked !== keywords) throw new Error(`${counts.checked} keywords`);
    if (repetition === 0) console.log(`verdicts: ${JSON.stringify(counts)}`);
  }
  console.log(
    `settings and figures of ${keywords} keywords read again: ${readMs.toFixed(0)} ms; evaluation alone, ${tests.length} tests: ${listed(seconds, 2)} s of processor, median ${median(seconds).toFixed(2)} (aim ≤ 0.3)`,
  );
}

/** Runs the next slot. @returns seconds until its end is in the log, processor seconds of this process, memory and bytes recorded. */
async function runSlot() {
  rules.clock = (Math.floor(Math.max(rules.clock, Date.now()) / (slotSeconds * 1000)) + 1) * slotSeconds * 1000 + 5000;
  await pulled();
  const memory = process.memoryUsage.rss();
  let peak = memory;
  const looks = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 10);
  const before = process.cpuUsage();
  const began = performance.now();
  await rules.untilDone(automation_id, orgId);
  const seconds = (performance.now() - began) / 1000;
  const { user, system } = process.cpuUsage(before);
  clearInterval(looks);
  await rules.reached(await api.log.lastPosition());
  const last = [...rules.folded.runs.organizations.values()].flatMap(({ runs }) => runs).at(-1);
  if (last?.state !== 'done' || last.counts?.checked !== keywords)
    throw new Error(`The run ended otherwise: ${JSON.stringify(last)}`);
  const events = await api.log.readStream(customRunStream({ automation_id, org_id: orgId, slot: last.slot }));
  const recorded = events.reduce((sum, { event }) => sum + Buffer.byteLength(JSON.stringify(event.data)), 0);
  return {
    seconds,
    processor: (user + system) / 1e6,
    grown: Math.max(peak, process.memoryUsage.rss()) - memory,
    recorded,
  };
}

async function measureRuns(): Promise<void> {
  const runs: Awaited<ReturnType<typeof runSlot>>[] = [];
  for (let repetition = 0; repetition < repetitions; repetition += 1) runs.push(await runSlot());
  const seconds = runs.map((run) => run.seconds);
  const most = (of: 'grown' | 'recorded'): string => megabytes(Math.max(...runs.map((run) => run[of])));
  console.log(
    `whole run over ${keywords} keywords: ${listed(seconds, 1)} s, median ${median(seconds).toFixed(1)} (aim ≤ 5); processor without the tables ${listed(
      runs.map(({ processor }) => processor),
      1,
    )} s; at most ${most('grown')} MB more memory (aim ≤ 150), ${most('recorded')} MB recorded (aim ≤ 4)`,
  );
}

/** What the builder shows of so many keywords of whole campaigns, or all. */
async function measurePreview(wanted: number): Promise<void> {
  const perCampaign = adGroups * perGroup;
  const chosen = campaignIds.slice(0, Math.max(1, Math.round((wanted * share) / perCampaign)));
  const body = {
    application_id: applicationId,
    automation_type: 'custom',
    apply_to: { [orgId]: chosen },
    automation_params: params,
  };
  const times: number[] = [];
  for (let repetition = 0; repetition < repetitions; repetition += 1) {
    const began = performance.now();
    const response = await api.call('POST', '/api/asa/automated_campaigns/dry_run', { token: owner.token, body });
    times.push((performance.now() - began) / 1000);
    const counts = response.body.counts as { checked: number } | undefined;
    if (counts?.checked !== chosen.length * perCampaign) throw new Error(JSON.stringify(response.body).slice(0, 1000));
  }
  const aim = wanted > 2000 ? 2 : 1;
  console.log(
    `preview of ${chosen.length * perCampaign} keywords: ${listed(times, 2)} s, median ${median(times).toFixed(2)} (aim ≤ ${aim})`,
  );
}

async function measureReports(): Promise<void> {
  const reported = { tables: api.addresses.CLICKHOUSE_URL, applicationId, orgId, campaigns };
  const quiet = await reportWaitsDuring(reported, () => pause(besideSeconds * 1000));
  let ran = 0;
  const beside = await reportWaitsDuring(reported, async () => {
    for (const until = Date.now() + besideSeconds * 1000; Date.now() < until; ran += 1) await runSlot();
  });
  console.log(`reports of four callers beside ${ran} runs: ${beside.length} answers, alone ${quiet.length}`);
  const sides = { ours: percentile(beside, 0.99), base: percentile(quiet, 0.99), unit: 'ms p99' };
  printRatio('reports of four callers beside runs ÷ alone', sides, '≤ 1.3');
}
