import { exit } from 'node:process';

/** Runs of the product under faults that are too long for `npm test`. Each brings much of the product with it, so that it is loaded alone. */
const runs: Readonly<Record<string, () => Promise<(args: readonly string[]) => Promise<boolean>>>> = {
  simulation: async () => (await import('./simulation/run-simulation.ts')).runSimulation,
  'own-rules': async () => (await import('./rules/own/run-own-rules.ts')).runOwnRules,
  scale: async () => (await import('./scale/run-scale.ts')).runScale,
};

const [name = '', ...args] = process.argv.slice(2);
const load = runs[name];
if (load === undefined) {
  console.error(`Usage: npm run faults -- ${Object.keys(runs).join('|')}`);
  exit(2);
}
const run = await load();
try {
  exit((await run(args)) ? 0 : 1);
} catch (error) {
  console.error(error);
  exit(1);
}
