import { runSeed } from './run-seed.ts';

const seeds = process.argv.slice(2).flatMap((part) => {
  const [from = 0, to = from, step = 1] = part.split('-').map(Number);
  return Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => from + index * step);
});
for (const seed of seeds) {
  const run = await runSeed(seed);
  if (run.violations.length) {
    console.log('CAUGHT by', seed, run.violations[0]?.slice(0, 150));
    process.exit(0);
  }
}
console.log('NOT caught');
process.exit(0);
