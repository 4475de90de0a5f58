import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type EventLog,
  guardLogFormat,
  isLogEmpty,
  openEventLog,
  openFileFolder,
  openSecrets,
  programFormat,
  readEnvironment,
} from '@tapwise/adapters';
import { logFormatStream } from '@tapwise/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeBackup } from '../../../infra/operations/backup/make-backup.ts';
import { restoreBackup } from '../../../infra/operations/backup/restore-backup.ts';
import { type SpawnedEventStore, spawnEventStore } from '../../support/engines/eventstore-node.ts';
import { runOperator } from '../../support/programs/operator-command.ts';
import { commandArguments, programArguments } from '../../support/programs/program-arguments.ts';

const folder = mkdtempSync(join(tmpdir(), 'newer-log-'));
const words = 'The log was written by Tapwise 9.0.0';
const nodes: SpawnedEventStore[] = [];
const logs: EventLog[] = [];
let newer: EventLog;
let addresses: { EVENTSTORE_URL: string; CLICKHOUSE_URL: string };

async function openNode(name: string): Promise<EventLog> {
  mkdirSync(join(folder, name), { recursive: true });
  const node = await spawnEventStore(join(folder, name));
  const log = openEventLog(node.url);
  nodes.push(node);
  logs.push(log);
  return log;
}

/** A log to which a program that does not exist yet may have written. */
beforeAll(async () => {
  newer = await openNode('newer');
  const program = { ...programFormat, events: { ...programFormat.events, FutureFact: 1 }, program: '9.0.0' };
  await guardLogFormat(newer, { signal: new AbortController().signal, program });
  // Whatever is refused is refused before it asks for the tables: nothing answers there.
  addresses = { EVENTSTORE_URL: nodes[0]?.url ?? '', CLICKHOUSE_URL: 'http://127.0.0.1:9/tapwise' };
});
afterAll(async () => {
  await Promise.all(logs.map((log) => log.close()));
  await Promise.all(nodes.map((node) => node.stop('SIGKILL')));
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

const isUntouched = async (): Promise<boolean> => {
  const marks = await newer.readStream(logFormatStream);
  return marks.length === 1 && (await newer.lastPosition()) === marks[0]?.position;
};

/** Runs a part or a command until it ends by itself. */
async function run(args: readonly string[], dataDir: string): Promise<{ code: number | null; complaint: string }> {
  const child = spawn(process.execPath, args, {
    env: {
      PATH: process.env.PATH,
      ...addresses,
      DATA_DIR: join(folder, dataDir),
      DEMO: 'on',
      PORT: '0',
      INGEST_PORT: '0',
      SQL_PORT: 'off',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => {
    complaint += chunk.toString();
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, complaint };
}

describe('a log of a newer program', () => {
  it.each(['api', 'sdk-ingest', 'projections', 'workflows'] as const)('ends %s, in words', async (part) => {
    const { code, complaint } = await run(programArguments(part), part);
    expect(code).toBe(1);
    expect(complaint).toContain(words);
    expect(await isUntouched()).toBe(true);
  });

  it.each([
    ['billing', 'trial', '--account', '1001', '--until', '2027-01-01T00:00:00Z'],
    ['rebuild'],
    ['as-of', '--at', '2026-01-01T00:00:00Z', '/api/asa/campaigns?application_id=1'],
  ] as const)('is refused by %s, in words', async (command, ...args) => {
    const { code, complaint } = await run([...commandArguments(command), ...args], command);
    expect(code).not.toBe(0);
    expect(complaint).toContain(words);
    expect(await isUntouched()).toBe(true);
  });

  it('is refused by the operator command, in words', async () => {
    const { code, complaint } = await runOperator(addresses, 'parked', '--retry');
    expect(code).toBe(1);
    expect(complaint).toContain(words);
    expect(await isUntouched()).toBe(true);
  });

  it('is not restored from a backup', async () => {
    const environment = readEnvironment({ DATA_DIR: join(folder, 'machine') });
    const { files } = await openSecrets(environment);
    const backup = openFileFolder(join(folder, 'backup'));
    await makeBackup({ log: newer, files, environment, backup, withMasterKey: true, now: new Date() });
    const target = await openNode('target');
    const empty = openFileFolder(join(folder, 'empty'));
    await files.replace('keys/1', Buffer.from('a key'));
    const restoring = restoreBackup({
      backup,
      openLog: async () => target,
      files: empty,
      environment,
      newestKeys: files,
      now: new Date(),
    });
    await expect(restoring).rejects.toThrow(words);
    expect(await isLogEmpty(target)).toBe(true);
    expect(await empty.list('keys')).toEqual([]);
  });
});
