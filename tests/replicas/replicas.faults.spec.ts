import { afterAll, expect, it } from 'vitest';
import { limits } from '../../infra/operations/test/limits.ts';
import { randomDraws } from '../predictions/random-draws.ts';
import { bundleVariable } from '../support/programs/program-arguments.ts';
import { checkOutcome } from './checks/outcome.ts';
import { describeRun } from './figures.ts';
import { beginTraffic, killAmidTraffic, openWorld, type World } from './scenario.ts';
import { replicatedParts } from './start-replicas.ts';

/** The short form of `npm run test:replicas`: one process of each part is killed, and people take their time, since all they do is counted. */
const seed = Date.now() % 2 ** 31;

let world: World | undefined;
// Also after a test that took too long.
afterAll(() => world?.stop());

it(
  `two of each part do everything once, whichever of them dies (seed ${seed})`,
  async () => {
    const draws = randomDraws(seed);
    const kills = replicatedParts.map((part) => (draws.chance(0.5) ? (`${part}-1` as const) : (`${part}-2` as const)));
    const bundle = process.env[bundleVariable];
    const calm = { betweenKillsMs: 2000, slower: 4, rebuildsMeanwhile: false };
    const options = { draws, kills, ...calm, bundle, say: () => undefined };
    const opened = await openWorld(options);
    world = opened;
    const traffic = await beginTraffic(opened, options);
    const done = await killAmidTraffic(opened, options);
    await checkOutcome(opened, traffic, await traffic.end(), done);
    const { tally, moments } = opened;
    expect(tally.faults, describeRun(done, moments, tally)).toEqual([]);
    // Rules run every two minutes, which may fall beside so short a run; the long form has many of theirs.
    for (const what of ['reads after an own write', 'mails', 'webhooks', 'installs', 'edits']) {
      expect(tally.counts.get(what), what).toBeGreaterThan(0);
    }
  },
  limits.longTestMs,
);
