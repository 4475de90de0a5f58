import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { programArguments } from '../programs/program-arguments.ts';

/** Address of a real server to run against, when there is one. */
export const realServerUrl = process.env.EVENTSTORE_URL;

/** Nodes that run, and directories that exist, because this process asked for them. */
const runningNodes = new Set<ChildProcess>();
const directories = new Set<string>();

/** A test that fails does not reach its own cleanup; nothing of it may outlive the test process. */
function tidyUp(): void {
  for (const child of runningNodes) child.kill('SIGKILL');
  for (const directory of directories) rmSync(directory, { recursive: true, force: true });
}

process.once('exit', tidyUp);
// The test runner ends its processes with this signal, which by itself would skip the step above.
process.once('SIGTERM', () => process.exit(143));

/** An embedded node in a process of its own. */
export interface SpawnedEventStore {
  readonly url: string;
  readonly port: number;
  readonly process: ChildProcess;
  /** Sends the signal and resolves to the exit code, null when the signal ended the process. */
  stop(signal: NodeJS.Signals): Promise<number | null>;
}

/** Starts an embedded node. Rejects with its error output when it ends instead of listening. */
export async function spawnEventStore(
  dataDir: string,
  environment: Record<string, string> = {},
): Promise<SpawnedEventStore> {
  const child = spawn(process.execPath, programArguments('eventstore'), {
    env: { PATH: process.env.PATH, PORT: '0', DATA_DIR: dataDir, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  runningNodes.add(child);
  child.once('exit', () => runningNodes.delete(child));
  const exited = once(child, 'exit') as Promise<[number | null]>;
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const listening = once(createInterface(child.stdout), 'line') as Promise<[string]>;
  const first = await Promise.race([listening, exited.then(([code]) => code)]);
  if (!Array.isArray(first)) throw new Error(`The node ended with ${first}: ${errors}`);
  const port = Number(/^LISTENING (\d+)$/.exec(first[0])?.[1]);
  return {
    url: `esdb://127.0.0.1:${port}?tls=false`,
    port,
    process: child,
    async stop(signal) {
      child.kill(signal);
      const [code] = await exited;
      return code;
    },
  };
}

/** A directory for one node, and what removes it. */
export function temporaryDirectory(): { path: string; remove(): void } {
  const directory = mkdtempSync(path.join(tmpdir(), 'eventstore-contract-'));
  directories.add(directory);
  return {
    path: directory,
    remove() {
      rmSync(directory, { recursive: true, force: true });
      directories.delete(directory);
    },
  };
}

/** A server under test with a client connected to it. */
export interface EventStoreUnderTest {
  readonly url: string;
  readonly client: EventStoreDBClient;
  stop(): Promise<void>;
}

/** Connects to the real server named by `EVENTSTORE_URL`, or to an embedded node started for the caller. */
export async function startEventStore(): Promise<EventStoreUnderTest> {
  if (realServerUrl !== undefined) {
    const client = EventStoreDBClient.connectionString(realServerUrl);
    return { url: realServerUrl, client, stop: () => client.dispose() };
  }
  const directory = temporaryDirectory();
  const node = await spawnEventStore(directory.path);
  const client = EventStoreDBClient.connectionString(node.url);
  return {
    url: node.url,
    client,
    async stop() {
      await client.dispose();
      await node.stop('SIGTERM');
      directory.remove();
    },
  };
}

/** An unused stream name. */
export function freshStream(label = 'contract'): string {
  return `${label}-${randomUUID()}`;
}

/** Events `from` to `from + count - 1` of a numbered series; the number is in their data. */
export function numberedEvents(count: number, from = 0, type = 'Numbered') {
  return Array.from({ length: count }, (_, index) => jsonEvent({ type, data: { number: from + index } }));
}

/** The number an event of a numbered series carries. */
export function numberOf(event: { readonly data: unknown } | undefined): number {
  const data = event?.data as { readonly number: number } | undefined;
  return data?.number ?? Number.NaN;
}

/** Everything a finite read delivers. */
export async function collect<Item>(source: AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of source) items.push(item);
  return items;
}

/** A read or a subscription of the client library: leaving the iteration alone leaves the call open. */
interface Leavable<Item> extends AsyncIterable<Item> {
  cancel?(): Promise<void>;
  unsubscribe?(): Promise<void>;
}

/** The first `count` things a read or a subscription delivers; cancels its call afterwards. */
export async function take<Item>(source: Leavable<Item>, count: number): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of source) {
    items.push(item);
    if (items.length === count) break;
  }
  await (source.unsubscribe ?? source.cancel)?.call(source);
  return items;
}

/** What a promise rejects with; a promise that resolves is an error. */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  const resolved = Symbol('resolved');
  const outcome = await promise.then(
    () => resolved,
    (error: unknown) => error,
  );
  if (outcome === resolved) throw new Error('The call succeeded where it should have failed.');
  return outcome;
}
