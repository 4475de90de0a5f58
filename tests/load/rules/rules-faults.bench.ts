import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { followStartedRuns } from '../../faults/rules/next-run.ts';
import { addRules, pauseRules } from '../../faults/rules/overlapping-rules.ts';
import { compareRules } from '../../faults/rules/rule-differences.ts';
import { randomDraws } from '../../predictions/random-draws.ts';
import { enter } from '../../support/people/customer.ts';
import { healthy, killPart } from '../../support/product/kill-part.ts';
import { eventually, startProduct } from '../../support/product/product.ts';
import { printMachine } from '../measuring/machine.ts';

/**
 * Slots of overlapping rules every few seconds while parts are killed at random moments after a run began; then what was decided, what
 * the log has and what the simulated ad service did are compared. Rules that begin no run within a time after a kill end the bench: slots
 * that nothing runs decide nothing. Usage: `rules-faults.bench.ts [kills] [seed]`.
 */
const kills = Number(process.argv[2] ?? 50);
const seed = Number(process.argv[3] ?? randomInt(2 ** 31));
const parts = ['workflows', 'eventstore', 'workflows', 'api', 'workflows', 'clickhouse'] as const;
const draws = randomDraws(seed);
/** Longest time after a kill until a rule runs: a start of the parts and two slots, on a busy machine. */
const runsAgainMs = 120_000;

await printMachine();
const market = { SIMULATOR_SCALE: '0.05', SIMULATOR_HISTORY_MONTHS: '1' };
// Settled after 2.5 s, cooling for 24.
const product = await startProduct({
  environment: { ...market, AUTOMATION_SLOT_SECONDS: '6', AUTOMATION_HOUR_SECONDS: '1' },
});
let failed = true;
try {
  const customer = await enter(product.url);
  const { applications } = await customer.session();
  const application_id = applications[0]?.id ?? 0;
  await addRules(customer, application_id);
  const runs = followStartedRuns(product);
  await runs.next(runsAgainMs);
  const began = Date.now();
  const waits: number[] = [];
  for (let kill = 0; kill < kills; kill += 1) {
    await pause(300 + 3000 * draws.uniform());
    await killPart(product, parts[kill % parts.length] ?? 'workflows');
    const killed = Date.now();
    await healthy(product);
    await runs.next(runsAgainMs);
    waits.push((Date.now() - killed) / 1000);
  }
  await runs.close();
  await pauseRules(product.url, customer, application_id);
  // Runs go on to their end.
  const figures = await eventually(
    () => compareRules(product),
    ({ open }) => open.length === 0,
    { timeoutMs: 120_000, everyMs: 3000 },
  ).catch(() => compareRules(product));
  const { raises, open, twice, differences } = figures;
  failed = open.length + twice.length + differences.length > 0 || raises === 0;
  console.log(
    `kills of ${[...new Set(parts)].join(', ')}: ${kills} in ${((Date.now() - began) / 1000).toFixed(0)} s, seed ${seed}`,
  );
  console.log(
    `runs: ${figures.runs}; raises decided: ${raises}; a run after a kill within ${Math.max(0, ...waits).toFixed(0)} s`,
  );
  console.log(`raised twice in a slot: ${twice.length} (aim 0); decisions without outcome: ${open.length} (aim 0)`);
  console.log(`differences between log and ad service: ${differences.length} (aim 0)`);
  for (const difference of [...twice, ...open, ...differences].slice(0, 40)) console.log(`  ${difference}`);
} finally {
  await product.stop({ remove: !failed });
  if (failed) console.log(`data: ${product.dataDir}`);
}
process.exit(failed ? 1 : 0);
