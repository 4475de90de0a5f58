import { expect, it } from 'vitest';
import { randomDraws } from '../predictions/random-draws.ts';
import { bundleVariable } from '../support/programs/program-arguments.ts';
import { checkOutcome } from './checks/outcome.ts';
import { describeRun } from './figures.ts';
import { beginTraffic, killAmidTraffic, openWorld } from './scenario.ts';
import { replicatedParts } from './start-replicas.ts';

/** The short form of `npm run test:replicas`: one process of each part is killed. */
const seed = Date.now() % 2 ** 31;

it(`two of each part do everything once, whichever of them dies (seed ${seed})`, async () => {
  const draws = randomDraws(seed);
  const kills = replicatedParts.map((part) => (draws.chance(0.5) ? (`${part}-1` as const) : (`${part}-2` as const)));
  const bundle = process.env[bundleVariable];
  const options = { draws, kills, betweenKillsMs: 2000, bundle, say: () => undefined };
  const world = await openWorld(options);
  try {
    const traffic = await beginTraffic(world, draws);
    const done = await killAmidTraffic(world, options);
    await checkOutcome(world, traffic, await traffic.end(), done);
    expect(world.tally.faults, describeRun(done, world.moments, world.tally)).toEqual([]);
    for (const what of ['reads after an own write', 'mails', 'webhooks', 'installs', 'edits', 'runs of rules']) {
      expect(world.tally.counts.get(what), what).toBeGreaterThan(0);
    }
  } finally {
    await world.stop();
  }
}, 300_000);
