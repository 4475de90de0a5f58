import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';

const tailBytes = 16_384;
const mostCharacters = 300;

/** How a process ended, as Node reports it. */
export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/**
 * Why a part ended, in words for its operator.
 * @param log What it wrote last. It may hold more than everybody may read.
 */
export function whyEnded({ code, signal }: Ending, log: string): string {
  if (/heap out of memory|Allocation failed|bad_alloc|out of memory/i.test(log)) return 'it ran out of memory';
  const error = lastError(log);
  const suffix = error === undefined ? '' : `: ${error}`;
  if (signal === 'SIGKILL') return `it was killed, as the system does when memory runs out${suffix}`;
  return signal === null ? `it ended with code ${code}${suffix}` : `it ended by ${signal}${suffix}`;
}

/** The newest error in the lines of a log: of JSON, or of a program that failed; `undefined` where there is none. */
export function lastError(log: string): string | undefined {
  const errors = log.split('\n').flatMap((line) => errorOf(line) ?? []);
  const text = errors.at(-1);
  return text === undefined || text.length <= mostCharacters ? text : `${text.slice(0, mostCharacters)} …`;
}

function errorOf(line: string): string | undefined {
  // A trace, or what a program says before it gives up.
  if (!line.startsWith('{'))
    return /^(?:\w*Error\b|E[A-Z]{3,}: |Uncaught |FATAL |The .*(?:not\b|in use)).*/.exec(line)?.[0];
  try {
    const { level, msg, err } = JSON.parse(line) as { level?: number; msg?: string; err?: { message?: string } };
    if (level === undefined || level < 40) return undefined;
    return [msg, err?.message].filter((text) => text !== undefined).join(': ');
  } catch {
    return undefined;
  }
}

/** The end of the log of a part; empty where there is none. @param since Byte at which it begins at the earliest. */
export function endOfLog(dataDir: string, part: string, since = 0): string {
  try {
    const file = openSync(join(dataDir, 'log', `${part}.log`), 'r');
    try {
      const { size } = fstatSync(file);
      const from = Math.max(0, since <= size ? since : 0, size - tailBytes);
      const bytes = Buffer.alloc(size - from);
      return bytes.toString('utf8', 0, readSync(file, bytes, 0, bytes.length, from));
    } finally {
      closeSync(file);
    }
  } catch {
    return '';
  }
}
