import { compareBacktests, runRuleDays } from '../../support/workers/rule-days.ts';
import { openRuleProcess } from '../../support/workers/rule-worker.ts';
import { startSettingsChangeWorld } from '../../support/workers/settings-world.ts';
import { printMachine } from '../measuring/machine.ts';

/**
 * Two rules run live for 90 days while figures are restated, people set bids, and rules are edited and paused; a back-test of all of it is
 * set beside what they recorded. Usage: `rules-backtest.bench.ts [days] [keywords]`.
 */
const days = Number(process.argv[2] ?? 90);
const keywords = Number(process.argv[3] ?? 10);
const seed = Date.now() % 2 ** 31;
const dayMs = 86_400_000;

await printMachine();
const world = await startSettingsChangeWorld({ tables: true });
const rules = openRuleProcess(world.api, { hourMs: 3_600_000, everySeconds: undefined }, Date.now());
try {
  const first = new Date(Date.now() - (days + 5) * dayMs).toISOString().slice(0, 10);
  const campaigns = Array.from({ length: keywords }, (_, index) => 10_000 + index * 10);
  const ran = await runRuleDays(world, rules, { seed, first, days, campaigns });
  const began = performance.now();
  const { slots, decisions, verdicts, different } = await compareBacktests(world, ran);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(
    `back-tests over ${days} days: ${different.length} of ${slots} slots differ from what was recorded, ${decisions} decisions (aim 0; seed ${seed}; ${seconds} s)`,
  );
  console.log(
    Object.entries(verdicts)
      .map(([name, count]) => `${name} ${count}`)
      .join(', '),
  );
  if (different.length > 0) console.log(different.slice(0, 10).join('\n'));
} finally {
  rules.stop();
  await world.stop();
}
process.exit();
