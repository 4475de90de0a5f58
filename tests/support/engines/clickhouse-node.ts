import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { programArguments } from '../programs/program-arguments.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** An embedded ClickHouse node in a process of its own. */
export interface StartedClickHouseNode {
  readonly url: string;
  readonly process: ChildProcess;
  /** Sends SIGTERM and resolves with the exit code. */
  stop(): Promise<number | null>;
}

export interface ClickHouseNodeOptions {
  /** Directory of its files; a temporary one that the node removes when left out. */
  readonly dataDirectory?: string;
  /** Further environment, for instance `CLICKHOUSE_USER`. */
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Starts a node on any free port and waits until it listens.
 *
 * @throws Error with what the node wrote to stderr when it ends before it listens
 */
export async function startClickHouseNode(options: ClickHouseNodeOptions = {}): Promise<StartedClickHouseNode> {
  const child = spawn(process.execPath, programArguments('clickhouse'), {
    cwd: ROOT,
    env: {
      ...process.env,
      UV_THREADPOOL_SIZE: '16',
      PORT: '0',
      DATA_DIR: options.dataDirectory ?? ':memory:',
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const port = await listeningPort(child);
  return {
    url: `http://127.0.0.1:${port}`,
    process: child,
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGTERM');
        await once(child, 'exit');
      }
      return child.exitCode;
    },
  };
}

function listeningPort(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let output = '';
    let complaints = '';
    child.stderr?.on('data', (text: Buffer) => {
      complaints += text.toString('utf8');
    });
    child.stdout?.on('data', (text: Buffer) => {
      output += text.toString('utf8');
      const match = /^LISTENING (\d+)$/m.exec(output);
      if (match !== null) resolve(Number(match[1]));
    });
    child.once('exit', (code) => reject(new Error(`The ClickHouse node ended with code ${code}: ${complaints}`)));
  });
}
