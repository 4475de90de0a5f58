import { runSeed } from './run-seed.ts';

const [from = 3, count = 10, step = 4] = process.argv.slice(2).map(Number);
let raises = 0,
  failed = 0,
  events = 0;
const began = process.cpuUsage();
for (let seed = from; seed < from + count * step; seed += step) {
  const run: any = await runSeed(seed);
  if (process.env.DBG) console.log(seed, run.seconds, JSON.stringify(run.dbg));
  raises += run.raises;
  events += run.events;
  if (run.violations.length) {
    failed += 1;
    console.log(seed, run.seconds, run.violations.slice(0, 6).join('\n   '));
  }
}
const cpu = process.cpuUsage(began);
console.log({ count, failed, raises, events, cpu: (cpu.user + cpu.system) / 1e6 });
process.exit(0);
