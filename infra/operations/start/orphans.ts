import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Ends parts that an earlier start left behind when it was killed itself; they would hold the ports and the data.
 * Only a process whose command line is still one of ours is touched.
 */
export async function endOrphans(dataDir: string, isOurs: (command: string) => boolean): Promise<void> {
  const folder = join(dataDir, 'run');
  if (!existsSync(folder)) return;
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.pid'))) {
    const pid = Number(readFileSync(join(folder, file), 'utf8'));
    if (Number.isInteger(pid) && pid > 1 && isOurs(commandOf(pid))) await end(pid);
    rmSync(join(folder, file), { force: true });
  }
}

/** Command line of a process; empty when there is none. */
function commandOf(pid: number): string {
  const file = `/proc/${pid}/cmdline`;
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

async function end(pid: number): Promise<void> {
  for (const [signal, graceMs] of [
    ['SIGTERM', 5000],
    ['SIGKILL', 2000],
  ] as const) {
    if (!send(pid, signal)) return;
    for (const began = Date.now(); Date.now() - began < graceMs; await pause(50)) if (!send(pid, 0)) return;
  }
}

function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
