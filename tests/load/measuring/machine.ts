import { readFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

/** Share of the machine that other programs may use before figures count as those of a busy machine. */
const quietShare = 0.15;
const observedMs = 2000;

/**
 * Prints the machine, what runs on it before a benchmark starts, and a warning when that is much. Call it before anything is started.
 * @returns Cores in use by other programs.
 */
export async function printMachine(): Promise<number> {
  const cores = cpus();
  const [model] = new Set(cores.map((core) => core.model.trim()));
  const used = await coresInUse();
  const gigabytes = Math.round(totalmem() / 1024 ** 3);
  const load = loadavg()[0]?.toFixed(1);
  console.log(`machine: ${cores.length} × ${model}, ${gigabytes} GB, Node ${process.versions.node}`);
  console.log(`before the start: ${used.toFixed(2)} of ${cores.length} cores in use, load of the last minute ${load}`);
  if (used > cores.length * quietShare) {
    console.log('BUSY MACHINE: rates and waiting times say little; processor time for one unit is inflated, too');
  }
  return used;
}

async function coresInUse(): Promise<number> {
  const before = busyMs();
  const began = performance.now();
  await pause(observedMs);
  return (busyMs() - before) / (performance.now() - began);
}

const busyMs = (): number =>
  cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0);

/** Processor seconds a process has used since it began, on Linux; its ended children are not counted. */
export function processorSecondsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // After the name in brackets: fields 14 and 15 are its own times, in hundredths of a second.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
