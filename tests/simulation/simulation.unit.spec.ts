import { describe, expect, it } from 'vitest';
import { runSeed } from './run-seed.ts';

/** More of them: `npm run faults -- simulation`. */
const seeds = 20;

describe('two of each part over engines in memory, while calls are lost and machines die', () => {
  it('lose nothing, do nothing twice, and have the tables that the log makes', async () => {
    for (let seed = 1; seed <= seeds; seed += 1) {
      const { violations } = await runSeed(seed);
      expect(violations, `npm run faults -- simulation --seed ${seed}`).toEqual([]);
    }
  });

  it('do the same again with the same seed', async () => {
    const first = await runSeed(7);
    expect(await runSeed(7)).toEqual(first);
  });
});
