import { randomInt } from 'node:crypto';
import { randomDraws } from '../predictions/random-draws.ts';
import { checkOutcome } from './checks/outcome.ts';
import { describeRun } from './figures.ts';
import { beginTraffic, killAmidTraffic, openWorld } from './scenario.ts';
import { type Replica, replicas } from './start-replicas.ts';

/**
 * Runs the demo with two processes of each part, uses all of it, kills each of the eight processes once, and compares what was done
 * with what the log, the tables, the ad service, the mail server and a customer's server have. Usage: `npm run test:replicas -- [seed]`;
 * the seed decides the order of the kills and which process a call goes to.
 */
const seed = Number(process.argv[2] ?? randomInt(2 ** 31));
const began = Date.now();
const say = (line: string): void => console.log(`[${((Date.now() - began) / 1000).toFixed(1).padStart(6)} s] ${line}`);
say(`seed ${seed}`);
const draws = randomDraws(seed);
const kills: Replica[] = shuffled(replicas);
const options = { draws, kills, betweenKillsMs: 8000, slower: 1, rebuildsMeanwhile: true, say };
const world = await openWorld(options);
const { tally, moments } = world;
// What was started would outlive this process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void world.stop().finally(() => process.exit(130)));
}
let failed = true;
try {
  const traffic = await beginTraffic(world, options);
  say('traffic has begun');
  const done = await killAmidTraffic(world, options);
  const ended = await traffic.end();
  say('traffic has ended');
  await checkOutcome(world, traffic, ended, done);
  console.log(describeRun(done, moments, tally));
  failed = tally.faults.length > 0;
} finally {
  await world.stop({ remove: !failed });
}
if (failed) say(`data: ${world.product.dataDir}`);
say(failed ? 'failed' : 'passed');
process.exit(failed ? 1 : 0);

function shuffled<T>(values: readonly T[]): T[] {
  const drawn = values.map((value) => ({ value, at: draws.uniform() }));
  return drawn.sort((left, right) => left.at - right.at).map(({ value }) => value);
}
