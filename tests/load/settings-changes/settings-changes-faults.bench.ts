import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { compareSettingsChanges } from '../../faults/settings-changes/change-differences.ts';
import { startSettingsChangeTraffic } from '../../faults/settings-changes/change-traffic.ts';
import { randomDraws } from '../../predictions/random-draws.ts';
import { enter } from '../../support/people/customer.ts';
import { healthy, killPart } from '../../support/product/kill-part.ts';
import { eventually, startProduct } from '../../support/product/product.ts';
import { printMachine } from '../measuring/machine.ts';

/**
 * Edits and creations while parts are killed at random moments; then answers, log, simulated ad service and report are compared.
 * Usage: `settings-changes-faults.bench.ts [kills] [seed]`.
 */
const kills = Number(process.argv[2] ?? 24);
const seed = Number(process.argv[3] ?? randomInt(2 ** 31));
/** `workflows` is the worker; without `temporal` its loop does the work. */
const parts = ['workflows', 'api', 'eventstore', 'temporal', 'projections'] as const;
const draws = randomDraws(seed);

await printMachine();
// The demo's rules have one slot a day, so that what is written is what was asked for.
const environment = { SIMULATOR_SCALE: '0.05', SIMULATOR_HISTORY_MONTHS: '1', AUTOMATION_SLOT_SECONDS: '86400' };
const product = await startProduct({ environment });
let failed = true;
try {
  const began = Date.now();
  const customer = await enter(product.url);
  await eventually(async () => product.pid('temporal'), Number.isInteger);
  const traffic = await startSettingsChangeTraffic(product, customer, {
    draws,
    everyMs: 700,
    keywordsPerCreation: 12,
    rowsPerEdit: 40,
    editsAtOnce: 40,
  });
  for (let kill = 0; kill < kills; kill += 1) {
    await pause(500 + 2500 * draws.uniform());
    await killPart(product, parts[kill % parts.length] ?? 'workflows');
    await healthy(product);
  }
  const requestedChanges = await traffic.end();
  const { outcomes, objectsMade, differences } = await compareSettingsChanges(product, customer, requestedChanges);
  failed = differences.length > 0;
  const ended = Object.entries(outcomes).map(([outcome, count]) => `${outcome} ${count}`);
  console.log(`kills of ${parts.join(', ')}: ${kills} in ${((Date.now() - began) / 1000).toFixed(0)} s, seed ${seed}`);
  console.log(`edits: ${requestedChanges.changes.length}; rows: ${ended.join(', ')}`);
  console.log(`creations: ${requestedChanges.creations.length}; objects made: ${objectsMade}`);
  console.log(`differences between answers, log, ad service and report: ${differences.length} (aim 0)`);
  for (const difference of differences.slice(0, 40)) console.log(`  ${difference}`);
} finally {
  await product.stop({ remove: !failed });
  if (failed) console.log(`data: ${product.dataDir}`);
}
process.exit(failed ? 1 : 0);
