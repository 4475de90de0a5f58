import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { childEnvironment } from './environment.ts';

const keptOutput = 2000;

/**
 * Runs a program to its end, behind everything else on the machine.
 * @param options.input Piped to the program's standard input.
 * @throws Error with the end of the program's output when it fails, is stopped or takes too long.
 */
export async function runCommand(
  command: string,
  args: readonly string[],
  options: {
    environment?: Readonly<Record<string, string>>;
    input?: AsyncIterable<Uint8Array>;
    timeoutMs: number;
    signal: AbortSignal;
  },
): Promise<void> {
  const child = spawn(command, args, {
    stdio: [options.input ? 'pipe' : 'ignore', 'pipe', 'pipe'],
    env: childEnvironment(options.environment ?? {}),
    signal: AbortSignal.any([options.signal, AbortSignal.timeout(options.timeoutMs)]),
  });
  let output = '';
  const keep = (chunk: Buffer) => {
    output = (output + chunk.toString('utf8')).slice(-keptOutput);
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, killedBy) =>
      code === 0 ? resolve() : reject(new Error(`${command} ended with ${code ?? killedBy}: ${output.trim()}`)),
    );
  });
  const fed = options.input && child.stdin ? pipeline(Readable.from(options.input), child.stdin) : undefined;
  const [end, feeding] = await Promise.allSettled([ended, fed]);
  if (feeding.status === 'rejected') throw feeding.reason;
  if (end.status === 'rejected') throw end.reason;
}
