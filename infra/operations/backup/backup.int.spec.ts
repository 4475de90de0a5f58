import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompressSync } from 'node:zlib';
import {
  createLogger,
  type EventLog,
  type Files,
  handleCommand,
  isLogEmpty,
  openClickHouse,
  openEventLog,
  openFileFolder,
  openKeyVault,
  parseMasterKey,
  type RecordedEvent,
  readForCopy,
  readLog,
  withDatabase,
} from '@tapwise/adapters';
import { accountStream, type DomainEvent, followerStream, statelessDecider } from '@tapwise/domain';
import { projections } from '@tapwise/projections';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tableCatalogue } from '../../../projections/src/tables/table-catalogue.ts';
import { compareTable } from '../../../projections/src/writing/filling/rebuild-tables.queries.ts';
import { dropTablesAsOf, fillTablesAsOf } from '../../../projections/src/writing/filling/tables-as-of.ts';
import { sharedEngine } from '../../../tests/support/engines/shared-engine.ts';
import { asTest } from '../../../tests/support/facts/settings.ts';
import { type EventStoreNode, IN_MEMORY, startEventStoreNode } from '../../engines/eventstore/src/node.ts';
import { makeBackup } from './make-backup.ts';
import type { Manifest } from './manifest.ts';
import { type RestoreResult, restoreBackup } from './restore-backup.ts';

/** The log of an earlier version, so that what is copied is what a product wrote. */
const stored = join(import.meta.dirname, '../../../tests/replay/stored-log');
const folder = mkdtempSync(join(tmpdir(), 'tapwise-backup-'));
const personId = 17;
const nodes: EventStoreNode[] = [];
const logs: EventLog[] = [];
let source: EventLog;
let sourceUrl = '';
let files: Files;

const at = (name: string): string => join(folder, name);

async function openNode(dataDir: string): Promise<EventLog> {
  const node = await startEventStoreNode({ port: 0, host: '127.0.0.1', dataDir });
  const log = openEventLog(`esdb://127.0.0.1:${node.port}?tls=false`);
  nodes.push(node);
  logs.push(log);
  return log;
}

beforeAll(async () => {
  mkdirSync(at('source/eventstore'), { recursive: true });
  writeFileSync(at('source/eventstore/data.mdb'), brotliDecompressSync(readFileSync(join(stored, 'data.mdb.br'))));
  cpSync(join(stored, 'keys'), at('source/keys'), { recursive: true });
  cpSync(join(stored, 'master.key'), at('source/master.key'));
  files = openFileFolder(at('source'));
  source = await openNode(at('source/eventstore'));
  sourceUrl = `esdb://127.0.0.1:${nodes[0]?.port}?tls=false`;
});
afterAll(async () => {
  await Promise.all(logs.map((log) => log.close()));
  await Promise.all(nodes.map((node) => node.close()));
  rmSync(folder, { recursive: true, force: true });
});

let appended = 0;
async function happened(stream: string, ...events: DomainEvent[]): Promise<bigint> {
  appended += 1;
  const { position } = await handleCommand(source, {
    stream,
    decider: statelessDecider,
    decide: () => events,
    cause: `backup ${appended}`,
    context: asTest,
  });
  return position;
}
const session = (number: number): DomainEvent => ({
  type: 'SessionClosed',
  data: { token_hash: `hash-${number}`, account_id: personId, reason: 'signed_out' },
});

const backup = (name = 'backup') =>
  makeBackup({
    log: source,
    files,
    environment: { MASTER_KEY_FILE: undefined, rawVariables: { PUBLIC_URL: 'https://example.com', PATH: '/bin' } },
    backup: openFileFolder(at(name)),
    withMasterKey: false,
    now: new Date(),
  });

/** Restores onto a machine that has the master key and nothing else. */
async function restore(
  name: string,
  target: string,
  log?: EventLog,
  masterKey = 'source/master.key',
): Promise<{ log: EventLog; result: RestoreResult }> {
  const restored = log ?? (await openNode(IN_MEMORY));
  cpSync(at(masterKey), at(`${target}/master.key`));
  const result = await restoreBackup({
    backup: openFileFolder(at(name)),
    openLog: async () => restored,
    files: openFileFolder(at(target)),
    environment: { MASTER_KEY_FILE: undefined },
    newestKeys: files,
    now: new Date(),
  });
  return { log: restored, result };
}

/** All that readers of a log get, but for positions. */
async function eventsOf(log: EventLog, to?: bigint): Promise<Omit<RecordedEvent, 'position'>[]> {
  const events: Omit<RecordedEvent, 'position'>[] = [];
  await readLog(log, { to }, (batch) => {
    for (const { event, id, stream, revision, recordedAt, metadata } of batch)
      events.push({ event, id, stream, revision, recordedAt, metadata });
  });
  return events;
}

const restorable = ({ manifest }: { manifest: Manifest }): bigint =>
  BigInt(manifest.restorable?.position ?? expect.fail());
/** The tables of both logs, each filled by itself. @returns those that differ, and how many rows there are. */
async function differingTables(first: EventLog, to: bigint, second: EventLog) {
  const { url } = await sharedEngine();
  const client = openClickHouse(withDatabase(url, 'default'));
  const current = `as_of_${process.pid}_a`;
  const rebuilt = `as_of_${process.pid}_b`;
  const end = await second.lastPosition();
  const fill = (log: EventLog, database: string, part: { to: bigint }) =>
    fillTablesAsOf({ log, url, projections, database, part, logger: createLogger('backup', 'silent') });
  await Promise.all([fill(first, current, { to }), fill(second, rebuilt, { to: end })]);
  let rows = 0;
  const differing: string[] = [];
  for (const { name } of tableCatalogue.filter(({ projection }) => projection !== null)) {
    const compared = await compareTable(client, { table: name, current, rebuilt, position: 2n ** 62n });
    rows += compared.current.rows;
    if (compared.current.hash !== compared.rebuilt.hash) differing.push(name);
  }
  await Promise.all([dropTablesAsOf(url, current), dropTablesAsOf(url, rebuilt)]);
  await client.close();
  return { differing, rows };
}

const segmentsOf = (name: string): string[] => readdirSync(at(`${name}/log`)).sort();
describe('a backup of a log that is written to', () => {
  it('restores to the log up to its position, and to the same tables', async () => {
    let posting = true;
    const posts = (async () => {
      let count = 0;
      for (; posting; count += 1) await happened(`session-backup-${count % 7}`, session(count));
      return count;
    })();
    const made = await backup();
    posting = false;
    expect(await posts).toBeGreaterThan(0);
    const to = restorable(made);
    const { log, result } = await restore('backup', 'first');
    const expected = await eventsOf(source, to);
    expect(await eventsOf(log)).toEqual(expected);
    expect(result).toMatchObject({ events: expected.length, keys: 4, destroyed: 0, erasedAgain: 0 });
    const { differing, rows } = await differingTables(source, to, log);
    expect(differing).toEqual([]);
    expect(rows).toBeGreaterThan(1000);
    expect(JSON.parse(readFileSync(at('backup/settings.json'), 'utf8'))).toEqual({ variables: ['PUBLIC_URL'] });
  });

  it('adds what is new, and points to the same events where events hold positions', async () => {
    const wrong = await happened('session-backup-8', session(8));
    const skipped = { stream: 'session-backup-8', position: String(wrong), decided_at: new Date().toISOString() };
    await happened('parkedStream-session-backup-8', { type: 'ParkedEventSkipped', data: skipped });
    const reached = await happened('session-backup-9', session(9));
    for (const position of [wrong, reached]) {
      const data = { name: 'requests', position: String(position), epoch: 4 };
      await happened(followerStream('requests'), { type: 'FollowerAdvanced', data });
    }
    const day = '2026-03-01T00:00:00.000Z';
    const used = { name: 'bids_submitted', at: day, account_id: null, properties: {} };
    await happened('usage-2026-03-01', { type: 'UsageReported', data: { received_at: day, events: [used] } });
    await source.keepFor('usage-2026-03-01', 86_400);
    await happened('lease-x', { type: 'LeaseTaken', data: { name: 'x', holder: 'x-1', epoch: 4 } });
    await happened('session-backup-9', session(10));
    const before = segmentsOf('backup');
    const written = statSync(at(`backup/log/${before[0]}`)).mtimeMs;

    const made = await backup();
    expect(segmentsOf('backup')).toHaveLength(before.length + 1);
    expect(statSync(at(`backup/log/${before[0]}`)).mtimeMs).toBe(written);
    expect((await backup()).events).toBe(0);

    const { log } = await restore('backup', 'second');
    const expected = await eventsOf(source, restorable(made));
    const restored = await eventsOf(log);
    const isMoved = ({ event }: Pick<RecordedEvent, 'event'>): boolean => event.type === 'ParkedEventSkipped';
    expect(restored.filter((event) => !isMoved(event))).toEqual(expected.filter((event) => !isMoved(event)));
    const [decision] = await log.readStream('parkedStream-session-backup-8');
    const [parked] = await log.readStream('session-backup-8');
    expect(decision?.event.data).toEqual({ ...skipped, position: String(parked?.position) });
    const checkpoint = await log.readLast(followerStream('requests'));
    const [followed] = await log.readStream('session-backup-9');
    expect(checkpoint?.event.data).toEqual({ name: 'requests', position: String(followed?.position), epoch: 1 });
    expect(await log.readStream('lease-x')).toEqual([]);
    const limits: unknown[] = [];
    for await (const events of readForCopy(log, { from: undefined, to: 2n ** 62n }))
      limits.push(
        ...events.filter(({ stream }) => stream === '$$usage-2026-03-01').map(({ data }) => JSON.parse(data)),
      );
    expect(limits).toEqual([{ $maxAge: 86_400 }]);
  });

  it('makes a segment again that was cut off, and then restores it', async () => {
    cpSync(at('backup'), at('torn'), { recursive: true });
    const last = at(`torn/log/${segmentsOf('torn').at(-1)}`);
    const whole = readFileSync(last);
    writeFileSync(last, whole.subarray(0, whole.length / 2));
    await expect(restore('torn', 'torn-target')).rejects.toThrow('is not what was written');
    await backup('torn');
    const { result } = await restore('torn', 'third');
    expect(result.events).toBe((await eventsOf(source, BigInt(result.position ?? 0))).length);
  });

  it('is not mixed with that of another log', async () => {
    const other = await openNode(IN_MEMORY);
    const request = { log: other, files, environment: { MASTER_KEY_FILE: undefined, rawVariables: {} } };
    const folderOf = { backup: openFileFolder(at('backup')), withMasterKey: false, now: new Date() };
    await expect(makeBackup({ ...request, ...folderOf })).rejects.toThrow('another log');
    const withoutKeys = openFileFolder(at('nothing'));
    cpSync(at('source/master.key'), at('nothing/master.key'));
    await expect(makeBackup({ ...request, ...folderOf, log: source, files: withoutKeys })).rejects.toThrow('No keys');
    expect(readdirSync(at('backup/keys'))).toHaveLength(4);
  });
});

describe('a restore', () => {
  it('writes nothing when a byte of the backup was altered, or when the machine is not empty', async () => {
    cpSync(at('backup'), at('altered'), { recursive: true });
    const first = at(`altered/log/${segmentsOf('altered')[0]}`);
    const content = readFileSync(first);
    content[1000] = (content[1000] ?? 0) ^ 1;
    writeFileSync(first, content);
    const target = await openNode(IN_MEMORY);
    await expect(restore('altered', 'untouched', target)).rejects.toThrow('00000001.gz of the backup is not what was');
    await expect(restore('backup', 'untouched', source)).rejects.toThrow('The log is not empty');
    expect(await isLogEmpty(target)).toBe(true);
    expect(readdirSync(at('untouched'))).toEqual(['master.key']);
    await expect(restore('backup', 'first', target)).rejects.toThrow('There are keys already');
    writeFileSync(at('other.key'), `${Buffer.alloc(32, 1).toString('base64')}\n`);
    await expect(restore('backup', 'wrong-key', target, 'other.key')).rejects.toThrow('another master key');
  });

  it('is run by commands, which start the log of an empty machine', async () => {
    const run = (data: string, ...args: string[]) =>
      promisify(execFile)(process.execPath, ['infra/operations/bootstrap.mjs', ...args], {
        env: {
          ...process.env,
          DATA_DIR: at(data),
          EVENTSTORE_URL: data === 'source' ? sourceUrl : '',
          CLICKHOUSE_URL: '',
        },
      });
    const made = await run('source', 'backup', at('commanded'), '--with-master-key');
    expect(made.stdout).toMatch(/^\d+ events added .*\n4 keys: 4 added, 0 removed/);
    const restored = await run('machine', 'restore', at('commanded'), '--newest-keys', at('source/keys'));
    expect(restored.stdout).toContain('Start the product now');
    const log = await openNode(at('machine/eventstore'));
    expect(await log.readStream(accountStream(personId))).toHaveLength(
      (await source.readStream(accountStream(personId))).length,
    );
  });

  it('does not bring back who was erased after the backup was made', async () => {
    const masterKey = parseMasterKey(readFileSync(at('source/master.key')), 'master.key');
    const [opened] = await source.readStream(accountStream(personId));
    const name = opened?.event.type === 'AccountOpened' ? opened.event.data.name : expect.fail();
    cpSync(at('backup'), at('older'), { recursive: true });
    expect(await openKeyVault(openFileFolder(at('older')), masterKey).decrypt(name)).toBe('Demo');
    await openKeyVault(files, masterKey).erase(`account-${personId}`);

    const { log, result } = await restore('older', 'erased');
    expect(result).toMatchObject({ keys: 3, destroyed: 1, erasedAgain: 1 });
    expect(await openKeyVault(openFileFolder(at('erased')), masterKey).decrypt(name)).toBeUndefined();
    const due = (await log.readLast(accountStream(personId)))?.event;
    if (due?.type !== 'AccountDeletionScheduled') return expect.fail();
    expect(Date.parse(due.data.expires_at)).toBeLessThanOrEqual(Date.now());

    expect((await backup()).keys).toMatchObject({ copied: 0, removed: 1, total: 3 });
    expect(readdirSync(at('backup/keys'))).not.toContain(`account-${personId}.key`);
  });
});
