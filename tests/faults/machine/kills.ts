import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { type Machine, pidOf, plainUser } from './machine.ts';

/** SIGKILL, if the part runs. */
export function killPart({ dataDir }: Pick<Machine, 'dataDir'>, part: string): void {
  const pid = pidOf(part, dataDir);
  if (Number.isInteger(pid) && existsSync(`/proc/${pid}`)) process.kill(pid, 'SIGKILL');
}

/** How long a process that can get no more memory may take to need some. */
const needsMs = 10_000;

/** Lets a process have no more memory than it has. One that needs none is ended as the system ends one when there is none left. */
export async function exhaustMemory(pid: number): Promise<void> {
  const [, kilobytes = '0'] = /^VmData:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  // As the user of the process: others may not in a container.
  const limit = ['prlimit', '--pid', String(pid), `--data=${Number(kilobytes) * 1024}:`];
  execFileSync('setpriv', [`--reuid=${plainUser}`, `--regid=${plainUser}`, '--clear-groups', ...limit]);
  for (const began = Date.now(); Date.now() - began < needsMs; await pause(50)) if (!existsSync(`/proc/${pid}`)) return;
  process.kill(pid, 'SIGKILL');
}
