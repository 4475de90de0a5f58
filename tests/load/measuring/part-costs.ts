import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Ticks of a process's times in a second, as Linux reports them. */
const ticksPerSecond = 100;

/** Seconds of processor each part of a product has used since it was started, with those of its ended children. */
export function processorSeconds(dataDir: string): Record<string, number> {
  const folder = join(dataDir, 'run');
  const files = readdirSync(folder).filter((file) => file.endsWith('.pid'));
  return Object.fromEntries(
    files.flatMap((file) => {
      const used = secondsOf(Number(readFileSync(join(folder, file), 'utf8')));
      return used === undefined ? [] : [[file.replace(/\.pid$/, ''), used]];
    }),
  );
}

/** Seconds of processor a process and its ended children have used; `undefined` when there is no such process. */
export function secondsOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // After the name in brackets: fields 14 to 17 are times of the process and of its children it has waited for.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0) / ticksPerSecond;
  } catch {
    return undefined;
  }
}
