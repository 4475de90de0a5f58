import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compareLastMonth } from '../support/agreement.ts';
import { type Customer, enter } from '../support/customer.ts';
import { eventually, type Product, startProduct } from '../support/product.ts';
import { compareWithTruth, type Simulator, settle, simulatorAt } from '../support/truth.ts';

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

let product: Product;
let customer: Customer;
let simulator: Simulator;

beforeAll(async () => {
  product = await startProduct({ environment: { SIMULATOR_SCALE: '0.3', SIMULATOR_HISTORY_MONTHS: '1' } });
  simulator = simulatorAt(product.simulatorUrl ?? '');
  customer = await enter(product.url);
}, 300_000);
afterAll(() => product.stop(), 30_000);

/** The product answers and says that everything is well. */
const healthy = async (): Promise<void> => {
  const ready = async () => (await fetch(`${product.url}/readyz`)).json() as Promise<{ status: string }>;
  await eventually(ready, ({ status }) => status === 'ok', { timeoutMs: 60_000 });
};

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
      await healthy();
      const pid = product.pid(part);
      process.kill(pid, 'SIGKILL');
      await eventually(
        async () => product.pid(part),
        (now) => Number.isInteger(now) && now > 0 && now !== pid,
      );
      await healthy();
    },
    120_000,
  );

  it('has lost nothing and counted nothing twice: a closed day equals the truth, cell by cell', async () => {
    // Some late answers take minutes; those that were asked for while parts died are enough.
    await simulator.answerEveryToken();
    await settle(simulator, product.url);
    const areEqual = (found: { differences: readonly string[] }) => found.differences.length === 0;
    // Campaigns take few questions and say when the pulls that were cut off have been made up for; the levels below come after them.
    const campaigns = () => compareWithTruth(customer, simulator, closedDaysAgo, ['campaign']);
    await eventually(campaigns, areEqual, { timeoutMs: 120_000, everyMs: 3000 });
    const all = () => compareWithTruth(customer, simulator, closedDaysAgo);
    const { cells, differences } = await eventually(all, areEqual, { timeoutMs: 180_000, everyMs: 3000 });
    expect(differences).toEqual([]);
    expect(cells).toBeGreaterThan(1000);
  }, 600_000);

  it('says the same of last month by campaign, by country, by month and in weeks', async () => {
    await simulator.pause(true);
    await settle(simulator, product.url);
    const { figures, differences } = await compareLastMonth(customer);
    await simulator.pause(false);
    expect(differences).toEqual([]);
    expect(figures).toBeGreaterThan(50);
  }, 120_000);

  it('ends in order when it is asked to, with exit code 0 and no part left, also when no one reads its output', async () => {
    const pids = parts.map((part) => product.pid(part));
    expect(pids.every(isRunning)).toBe(true);
    product.closeOutput();
    expect(await product.stop({ remove: false })).toBe(0);
    expect(pids.filter(isRunning)).toEqual([]);
  }, 30_000);
});
