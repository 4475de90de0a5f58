import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ClickHouseClient, insertRows, openClickHouse } from '@tapwise/adapters';
import { customRuleField } from '@tapwise/domain';
import { prepareTables } from '@tapwise/projections';
import { type FiguredUnit, type RuleFiguresQuestion, readRuleFigures } from '@tapwise/projections/queries';
import { startClickHouseNode } from '../../support/engines/clickhouse-node.ts';
import { median } from '../measuring/figures.ts';
import { printMachine, processorSecondsOf } from '../measuring/machine.ts';
import {
  bigTenant,
  fillRates,
  fillReportOrder,
  fillTables,
  markComplete,
  settleTables,
  type TenantSize,
} from '../reports/big-tables.ts';

/**
 * The question to the tables of one run of a rule that people write: 20,000 keywords, six time ranges, figures of 90 days, with and
 * without predictions, and with time ranges that differ from keyword to keyword. Usage: `own-rules.bench.ts [repetitions]`.
 */
const repetitions = Number(process.argv[2] ?? 5);
const today = new Date().toISOString().slice(0, 10);
const size: TenantSize = { ...bigTenant, installs: 100_000, subscriptions: 30_000, keywordsPerAdGroup: 50, days: 90 };
const campaignIds = Array.from({ length: size.campaigns }, (_, index) => size.applicationId * 1_000_000 + 1 + index);

function units(): FiguredUnit[] {
  const first = size.applicationId * 1_000_000;
  const perCampaign = size.adGroupsPerCampaign * size.keywordsPerAdGroup;
  return Array.from({ length: size.campaigns * perCampaign }, (_, index) => {
    const campaignId = first + 1 + Math.floor(index / perCampaign);
    const adGroupId = first + 1001 + Math.floor(index / size.keywordsPerAdGroup);
    return {
      key: `${campaignId}:${adGroupId}:${first + 100_001 + index}`,
      campaignId,
      adGroupId,
      trail: trailOf(index),
    };
  });
}

/** Each bid was changed on one of the last thirty days. */
function trailOf(index: number): FiguredUnit['trail'] {
  const at = Date.parse(today) - (1 + (index % 30)) * 86_400_000;
  return { cpt_bid: [{ at, actor: { kind: 'person' }, direction: 'up', from: 900_000, to: 1_000_000 }] };
}

const tests: Readonly<Record<string, readonly string[]>> = {
  'with six time ranges': ['cpa 7d', 'cpa 14d', 'spend 30d', 'current_roas 60d', 'cost_per_trial 28d-2', 'ttr 90d'],
  'with predictions': ['predicted_roas 28d', 'cpa 7d', 'cpa 14d', 'spend 30d', 'conversions 60d', 'ttr 90d'],
  'with time ranges of each keyword': [
    'cpa change',
    'current_roas 14d-mature',
    'cpa 7d',
    'spend 30d',
    'roas_d7 60d',
    'ttr 90d',
  ],
};

function ruleOf(figures: readonly string[]): RuleFiguresQuestion['rule'] {
  const all = figures.map((figure) => {
    const [metric, window] = figure.split(' ');
    return { metric, window, op: 'not_empty' };
  });
  const then = [{ do: 'bid', how: 'lower', percent: 10, min: 0.1, max: 3 }];
  return customRuleField.parse({ level: 'keyword', cases: [{ when: { all }, then }] });
}

const questionOf = (rule: RuleFiguresQuestion['rule'], figuredUnits: readonly FiguredUnit[]): RuleFiguresQuestion => ({
  scope: {
    applicationId: size.applicationId,
    adamId: size.adamId,
    orgId: size.orgId,
    orgCurrency: size.currency,
    timeZone: 'UTC',
    currency: 'USD',
    smallBusiness: false,
    firstSdkDay: '2020-01-01',
    linkedOrgIds: [size.orgId],
  },
  rule,
  campaignIds,
  units: figuredUnits,
  joined: new Map(),
  asOf: Date.now(),
  completeAfterHours: 0,
});

/** SDK, store and models were heard of a moment ago. */
async function markHeard(client: ClickHouseClient): Promise<void> {
  const heard = { application_id: size.applicationId, org_id: 0, fresh_at: new Date().toISOString() };
  const marked = { log_position: '1', recorded_at: heard.fresh_at };
  const rows = ['sdk', 'store', 'predictions'].map((source) => ({ ...heard, source, ...marked }));
  await insertRows(client, { table: 'source_freshness_v1', rows, token: 'heard' });
}

await printMachine();
const folder = mkdtempSync(join(tmpdir(), 'tapwise-bench-'));
const node = await startClickHouseNode({ dataDirectory: folder, env: { CLICKHOUSE_MAX_MEMORY: '8000000000' } });
const url = `${node.url}/bench`;
await prepareTables(url);
const client = openClickHouse(url, { timeoutMs: 300_000 });
try {
  await fillRates(client, 200, today);
  await fillTables(client, size, today);
  await fillReportOrder(client);
  await markComplete(client, [size]);
  await markHeard(client);
  await settleTables(client);
  const figuredUnits = units();
  for (const [name, figures] of Object.entries(tests)) {
    const question = questionOf(ruleOf(figures), figuredUnits);
    const first = await readRuleFigures(client, question);
    const whole = first.figures.get(figures.at(-1)?.split(' ')[1] ?? '')?.units.size;
    if (whole !== figuredUnits.length) throw new Error(`Figures of ${whole} keywords`);
    const times: number[] = [];
    const before = process.cpuUsage();
    const engineBefore = processorSecondsOf(node.process.pid ?? 0);
    for (let repetition = 0; repetition < repetitions; repetition += 1) {
      const began = performance.now();
      await readRuleFigures(client, { ...question, asOf: Date.now() });
      times.push(performance.now() - began);
    }
    const { user, system } = process.cpuUsage(before);
    const engineMs = ((processorSecondsOf(node.process.pid ?? 0) - engineBefore) * 1000) / repetitions;
    const perQuestion = `${engineMs.toFixed(0)} + ${((user + system) / 1000 / repetitions).toFixed(0)}`;
    console.log(
      `question of a rule ${name}, ${figuredUnits.length} keywords, ${size.days} days: ${times.map((ms) => ms.toFixed(0)).join(', ')} ms, median ${median(times).toFixed(0)} ms (aim ≤ 1500); processor, engine + asker: ${perQuestion} ms`,
    );
  }
} finally {
  await client.close();
  await node.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exit();
