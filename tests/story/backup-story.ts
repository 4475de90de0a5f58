import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEventLog } from '@tapwise/adapters';
import { engineAddresses } from '../../infra/operations/addresses/engine-addresses.ts';
import { makeShape } from '../../infra/operations/seed/make-shape.ts';
import { signIn } from '../../infra/operations/seed/people.ts';
import { sdkOnly } from '../../infra/operations/seed/sdk-only.ts';
import type { Target } from '../../infra/operations/seed/target.ts';
import { differencesOf } from '../replay/demanded-differences.ts';
import { demoReportCalls } from '../support/product/demo-reports.ts';
import { type Product, startProduct } from '../support/product/product.ts';
import { reportsAsOf, runProductCommand } from '../support/product/product-command.ts';
import { step } from './step.ts';

/** What plays Apple and the payment provider: other machines, which are not lost with ours. */
const outside = new Set(['simulator', 'payments']);

/**
 * Backup, erase everything, restore: the reports of an instant before are equal, and people can sign in. Prints each step and how long it took.
 * @throws Error when a step does not come true.
 */
export async function backupStory(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tapwise-backup-story-'));
  const dataDir = join(folder, 'data');
  const backup = join(folder, 'backup');
  const options = { environment: { DATA_DIR: dataDir } };
  let product: Product | undefined;
  try {
    product = await step('The product starts, with a demo whose apps and store post', () => startProduct({ dataDir }));
    const target = targetOf(product);
    const calls = await step('A team signs up, its app posts, and the demo has figures', async () => {
      await makeShape(sdkOnly, target);
      return await demoReportCalls(target.url);
    });
    const at = new Date().toISOString();
    const before = await step(`${calls.length} reports as of ${at}`, () => reportsAsOf(options, at, calls));
    print(await step('Backup, while posts arrive', () => runProductCommand(options, 'backup', backup)));
    await product.stop({ remove: false });
    await step('Everything is erased; the master key was kept elsewhere', async () => loseMachine(dataDir, folder));
    const restored = () => runProductCommand(options, 'restore', backup, '--newest-keys', join(backup, 'keys'));
    print(await step('Restore', restored));
    product = await step('The product starts', () => startProduct({ dataDir }));
    const after = await step(`The same reports as of ${at}`, () => reportsAsOf(options, at, calls));
    const differences = calls.flatMap((call, index) => differencesOf(call, before[index], after[index]));
    if (differences.length > 0)
      throw new Error(`The reports differ: ${JSON.stringify(differences.slice(0, 5), undefined, 1)}`);
    const { url } = product;
    await step('The team signs in with its password', () => signIn({ ...target, url }, sdkOnly.person));
    console.log(`${after.length} reports are equal`);
  } finally {
    await product?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function targetOf({ url, ingestUrl, dataDir }: Product): Target {
  const log = openEventLog(engineAddresses({ DATA_DIR: dataDir } as never).EVENTSTORE_URL);
  return { url, ingestUrl, log, now: Date.now(), patienceMs: 60_000 };
}

function loseMachine(dataDir: string, elsewhere: string): void {
  cpSync(join(dataDir, 'master.key'), join(elsewhere, 'master.key'));
  for (const name of readdirSync(dataDir).filter((entry) => !outside.has(entry)))
    rmSync(join(dataDir, name), { recursive: true });
  cpSync(join(elsewhere, 'master.key'), join(dataDir, 'master.key'));
}

function print(lines: readonly string[]): void {
  for (const line of lines) console.log(`    ${line}`);
}
