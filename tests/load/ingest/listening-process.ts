import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..', '..');

export interface ListeningProcess {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly port: number;
}

/** Starts a program of the project, by its path, and waits until its output says its port. */
export async function startListening(
  file: string,
  environment: Record<string, string> = {},
): Promise<ListeningProcess> {
  const child = spawn(process.execPath, ['--import', 'tsx', join(root, file)], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const port = await new Promise<number>((resolve, reject) => {
    child.once('exit', () => reject(new Error(`${file} ended:\n${output}`)));
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output = (output + chunk.toString()).slice(-10_000);
        const match = /LISTENING (\d+)|"address":"http:[^"]*:(\d+)"/.exec(output);
        if (match !== null) resolve(Number(match[1] ?? match[2]));
      });
    }
  });
  return { child, pid: child.pid ?? 0, port };
}
