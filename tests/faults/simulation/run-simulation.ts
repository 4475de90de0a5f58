import { parseArgs } from 'node:util';
import { runSeed, type SeedRun } from './run-seed.ts';

const usage = 'Usage: npm run faults -- simulation [--seeds 2000] [--from 1] [--seed N]';

const reportEvery = 250;

/** Runs many seeds, or one again, and prints what should not have happened. @returns whether nothing of that kind did. */
export async function runSimulation(args: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: [...args],
    options: { seeds: { type: 'string' }, from: { type: 'string' }, seed: { type: 'string' } },
  });
  const first = Number(values.seed ?? values.from ?? 1);
  const count = values.seed === undefined ? Number(values.seeds ?? 2000) : 1;
  if (!Number.isInteger(first) || !Number.isInteger(count) || count < 1) throw new Error(usage);
  const began = performance.now();
  const faults = new Map<string, number>();
  let failed = 0;
  let virtualSeconds = 0;
  let events = 0;
  let raises = 0;
  for (let seed = first; seed < first + count; seed += 1) {
    const run = await runSeed(seed);
    virtualSeconds += run.seconds;
    events += run.events;
    raises += run.raises;
    for (const [kind, number] of run.faults) faults.set(kind, (faults.get(kind) ?? 0) + number);
    if (run.violations.length > 0) {
      failed += 1;
      describeFailure(run);
    }
    const done = seed - first + 1;
    if (done % reportEvery === 0 && done < count) console.log(`${done} seeds, ${failed} failed`);
  }
  const seconds = (performance.now() - began) / 1000;
  const kinds = [...faults].map(([kind, number]) => `${kind} ${number}`).sort();
  console.log(`${count} seeds, ${failed} failed; ${((seconds * 1000) / count).toFixed(1)} s for 1,000 seeds`);
  console.log(
    `${(virtualSeconds / 3600).toFixed(1)} hours of virtual time, ${events} events, ${raises} bids raised by rules; faults: ${kinds.join(', ')}`,
  );
  return failed === 0;
}

function describeFailure({ seed, violations }: SeedRun): void {
  console.log(`seed ${seed}:`);
  for (const violation of violations) console.log(`  ${violation}`);
  console.log(`  again: npm run faults -- simulation --seed ${seed}`);
}
