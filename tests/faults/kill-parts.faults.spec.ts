import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '../../infra/operations/test/limits.ts';
import { randomDraws } from '../predictions/random-draws.ts';
import { compareLastMonth } from '../support/people/agreement.ts';
import { type Customer, enter } from '../support/people/customer.ts';
import {
  type Analyst,
  compareWithViews,
  demoAnalyst,
  type SqlTraffic,
  startSqlTraffic,
} from '../support/people/sql-analyst.ts';
import { healthy, killPart } from '../support/product/kill-part.ts';
import { eventually, type Product, startProduct } from '../support/product/product.ts';
import { compareWithTruth, type Simulator, settle, simulatorAt } from '../support/product/truth.ts';
import { compareSends, type OftenSent, scheduleReport } from './reports/scheduled-sends.ts';
import { compareSettingsChanges } from './settings-changes/change-differences.ts';
import { type SettingsChangeTraffic, startSettingsChangeTraffic } from './settings-changes/change-traffic.ts';

/** Days are closed when nothing restates them any more. */
const closedDaysAgo = 5;
const parts = [
  'sdk-ingest',
  'projections',
  'clickhouse',
  'eventstore',
  'api',
  'workflows',
  'temporal',
  'simulator',
] as const;

/** The demo's rules have one slot a day, so that what is written is what was asked for. */
const withoutRules = { AUTOMATION_SLOT_SECONDS: '86400' };
/** Between two sends of a report. */
const reportSeconds = 15;
/** Decides what is edited and created meanwhile. */
const seed = Date.now() % 2 ** 31;

let product: Product;
let customer: Customer;
let simulator: Simulator;
let settingsTraffic: SettingsChangeTraffic;
let analyst: Analyst;
let statements: SqlTraffic;
let report: OftenSent;

beforeAll(async () => {
  const market = { SIMULATOR_SCALE: '0.12', SIMULATOR_HISTORY_MONTHS: '1' };
  product = await startProduct({
    environment: { ...market, ...withoutRules, REPORT_SLOT_SECONDS: `${reportSeconds}` },
  });
  simulator = simulatorAt(product.simulatorUrl ?? '');
  customer = await enter(product.url);
  // Some late answers take minutes; those that are awaited by now, or asked for while Apple is away, are enough.
  await simulator.attributeEveryToken();
  const draws = randomDraws(seed);
  // What is open when the kills end is bounded: a slow machine takes longer to kill, and longer for each edit.
  settingsTraffic = await startSettingsChangeTraffic(product, customer, {
    draws,
    everyMs: 3000,
    keywordsPerCreation: 6,
    rowsPerEdit: 12,
    editsAtOnce: 4,
  });
  analyst = await demoAnalyst(product.url, customer);
  statements = startSqlTraffic(analyst, { everyMs: 500 });
  report = await scheduleReport(customer, reportSeconds);
});
afterAll(() => product.stop(), 30_000);

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('a product whose parts are killed while people use it', () => {
  it.each(parts)(
    'comes back by itself after kill -9 of %s',
    async (part) => {
      await healthy(product);
      await killPart(product, part);
      await healthy(product);
    },
    120_000,
  );

  it('has answered analysts whole or not at all, and answers them again', async () => {
    const { whole, failed, wrong } = await statements.end();
    expect(wrong).toEqual([]);
    expect([whole > 0, failed > 0]).toEqual([true, true]);
    expect((await analyst('SELECT 1')).text).toBe('1\n');
  });

  it(
    `has made every edit and creation of that time once, as the log has it (seed ${seed})`,
    async () => {
      const requestedChanges = await settingsTraffic.end();
      const { differences, outcomes, objectsMade } = await compareSettingsChanges(product, customer, requestedChanges);
      expect(differences.join('\n')).toBe('');
      expect(outcomes.changed).toBeGreaterThan(0);
      expect(objectsMade).toBeGreaterThanOrEqual(1 + 6 + 6 + 2);
    },
    limits.longTestMs,
  );

  it(
    'has sent the report of every time once',
    async () => {
      const { ended, lost, twice } = await compareSends(product, customer, { report, atLeast: 4 });
      expect({ lost, twice }).toEqual({ lost: [], twice: [] });
      expect(ended).toBeGreaterThanOrEqual(4);
    },
    limits.longTestMs,
  );

  it('has lost nothing and counted nothing twice: a closed day equals the truth, cell by cell', async () => {
    // Its restart has made it forget the switch.
    await simulator.attributeEveryToken();
    await settle(simulator, product.url);
    const areEqual = (comparison: { differences: readonly string[] }) => comparison.differences.length === 0;
    // Campaigns take few questions and say when the pulls that were cut off have been made up for; the levels below come after them.
    const campaigns = () => compareWithTruth(customer, simulator, closedDaysAgo, ['campaign']);
    await eventually(campaigns, areEqual, { timeoutMs: 120_000, everyMs: 3000 });
    const all = () => compareWithTruth(customer, simulator, closedDaysAgo);
    const { cells, differences } = await eventually(all, areEqual, { timeoutMs: 180_000, everyMs: 3000 });
    expect(differences.join('\n')).toBe('');
    expect(cells).toBeGreaterThan(1000);
  });

  it('says the same of last month by campaign, by country, by month, in weeks and in SQL', async () => {
    await simulator.pause(true);
    await settle(simulator, product.url);
    // Pulls of older days that were cut off are repeated after the newest.
    const { figures, differences } = await eventually(
      () => compareLastMonth(customer),
      (comparison) => comparison.differences.length === 0,
      { timeoutMs: 180_000, everyMs: 3000 },
    );
    const views = await compareWithViews(customer, analyst);
    await simulator.pause(false);
    expect(differences.join('\n')).toBe('');
    expect(figures).toBeGreaterThan(50);
    expect(views).toEqual({ figures: 15, differences: [] });
  });

  it('ends in order when it is asked to, with exit code 0 and no part left, also when no one reads its output', async () => {
    const pids = parts.map((part) => product.pid(part));
    expect(pids.every(isRunning)).toBe(true);
    product.closeOutput();
    expect(await product.stop({ remove: false })).toBe(0);
    expect(pids.filter(isRunning)).toEqual([]);
  });
});
