import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DomainEventOf, statelessDecider } from '@tapwise/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type EventStoreUnderTest,
  spawnEventStore,
  startEventStore,
  temporaryDirectory,
} from '../../../../../tests/support/engines/eventstore-node.ts';
import { startFaultyEventStore } from '../../../../../tests/support/engines/faulty-eventstore.ts';
import { asTest } from '../../../../../tests/support/facts/settings.ts';
import { eventually } from '../../../../../tests/support/product/product.ts';
import { openFileFolder } from '../../files/file-folder.ts';
import { openKeyVault } from '../../secrets/key-vault.ts';
import { handleCommand } from '../commands/handle-command.ts';
import type { EventLog } from '../event-log.ts';
import { openEventLog } from '../open-event-log.ts';
import { type FoldStart, startFoldFollower } from './fold-follower.ts';
import { readSnapshot, type SnapshotOptions, writeSnapshot } from './fold-snapshot.ts';

type Closed = DomainEventOf<'SessionClosed'>;
const folder = mkdtempSync(join(tmpdir(), 'tapwise-snapshots-'));
let server: EventStoreUnderTest;
let log: EventLog;
let options: SnapshotOptions;

beforeAll(async () => {
  server = await startEventStore();
  log = openEventLog(server.url);
});
afterAll(async () => {
  await log.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const counter = { initialState: () => 0, evolve: (count: number, _event: Closed) => count + 1 };
const append = (stream: string, account_id: number, to = log) =>
  handleCommand(to, {
    stream,
    decider: counter,
    cause: randomUUID(),
    context: asTest,
    decide: (): Closed[] => [{ type: 'SessionClosed', data: { token_hash: 'hash', account_id, reason: 'signed_out' } }],
  });

async function freshOptions(): Promise<SnapshotOptions> {
  const files = openFileFolder(join(folder, randomUUID()));
  return { files, vault: openKeyVault(files, Buffer.alloc(32, 3)), name: 'accounts', version: 1 };
}

interface Accounts {
  position: bigint;
  readonly byId: Map<number, { closed: number; tags: Set<string> }>;
}

/** One start of a process that folds the streams with this beginning. */
async function start(streamPrefix: string, snapshot: SnapshotOptions) {
  const stopping = new AbortController();
  const state: Accounts = { position: -1n, byId: new Map() };
  const faults: unknown[] = [];
  const evolved: number[] = [];
  let ended: Promise<void> | undefined;
  const started = await new Promise<FoldStart>((onReady) => {
    const fold = startFoldFollower(log, {
      state,
      evolve: (accounts, { event, position }) => {
        if (event.type !== 'SessionClosed') return;
        const { account_id } = event.data;
        evolved.push(account_id);
        const account = accounts.byId.get(account_id) ?? { closed: 0, tags: new Set(['seen']) };
        accounts.byId.set(account_id, { ...account, closed: account.closed + 1 });
        accounts.position = position;
      },
      streamPrefixes: [streamPrefix],
      signal: stopping.signal,
      snapshot,
      onReady,
      onFault: (error) => faults.push(error),
    });
    ended = fold.ended;
  });
  const stop = async (): Promise<void> => {
    stopping.abort();
    await ended;
  };
  return { state, started, evolved, faults, stop };
}

const file = 'snapshots/accounts.snapshot';
const isWritten = (snapshot: SnapshotOptions, position: bigint) =>
  eventually(
    () => readSnapshot(log, snapshot),
    (saved) => (saved?.position ?? -1n) >= position,
    { everyMs: 10 },
  );

/** Two events folded by a first start, and a third recorded after it has ended. */
async function stoppedAfterTwo() {
  const prefix = `session-${randomUUID()}`;
  const snapshot = await freshOptions();
  await append(`${prefix}-a`, 1);
  const { position } = await append(`${prefix}-b`, 2);
  const first = await start(prefix, snapshot);
  expect(first.started).toMatchObject({ events: 2 });
  expect(first.started.snapshot).toBeUndefined();
  await isWritten(snapshot, position);
  await first.stop();
  await append(`${prefix}-a`, 1);
  return { prefix, snapshot };
}

const folded = new Map([
  [1, { closed: 2, tags: new Set(['seen']) }],
  [2, { closed: 1, tags: new Set(['seen']) }],
]);

describe('a fold with a snapshot', () => {
  it('goes on where it was, without what it holds already', async () => {
    const { prefix, snapshot } = await stoppedAfterTwo();
    const second = await start(prefix, snapshot);
    expect(second.evolved).toEqual([1]);
    expect(second.state.byId).toEqual(folded);
    expect(typeof second.state.position).toBe('bigint');
    expect(second.started.snapshot).toBeGreaterThan(0n);
    expect(second.faults).toEqual([]);
    await second.stop();
  });

  it('goes on from the end of the log, however long ago its own last event was', async () => {
    const prefix = `session-${randomUUID()}`;
    const snapshot = await freshOptions();
    await append(`${prefix}-a`, 1);
    const { position } = await append(`other-${randomUUID()}`, 9);
    const first = await start(prefix, snapshot);
    await isWritten(snapshot, position);
    await first.stop();
    const second = await start(prefix, snapshot);
    expect(second.started.snapshot).toBeGreaterThanOrEqual(position);
    expect(second.started.events).toBe(0);
    await second.stop();
  });

  it('is written when the process stops, with what came since the last one', async () => {
    const { prefix, snapshot } = await stoppedAfterTwo();
    const second = await start(prefix, snapshot);
    await append(`${prefix}-c`, 3);
    await eventually(
      async () => second.evolved,
      (evolved) => evolved.includes(3),
      { everyMs: 10 },
    );
    await second.stop();
    const third = await start(prefix, snapshot);
    expect(third.started.events).toBe(0);
    expect(third.state.byId.get(3)).toEqual({ closed: 1, tags: new Set(['seen']) });
    await third.stop();
  });

  it('is marked by an event that the log keeps, not by one that processes share', async () => {
    const snapshot = await freshOptions();
    const { position } = await append(`session-${randomUUID()}`, 1);
    const stream = `follower-${randomUUID()}`;
    const advanced = await handleCommand<null, DomainEventOf<'FollowerAdvanced'>>(log, {
      stream,
      decider: statelessDecider,
      cause: randomUUID(),
      context: asTest,
      decide: () =>
        Array.from({ length: 20 }, (_, index) => ({
          type: 'FollowerAdvanced' as const,
          data: { name: 'a', position: '1', epoch: index + 1 },
        })),
    });
    expect(await writeSnapshot(log, snapshot, { position: advanced.position, state: {} })).toBe(true);
    expect((await readSnapshot(log, snapshot))?.position).toBe(position);
  });

  it('is written whole under its name, and nothing of it can be read in the file', async () => {
    const { snapshot } = await stoppedAfterTwo();
    expect(await snapshot.files.list('snapshots/')).toEqual([file]);
    expect(String(await snapshot.files.read(file))).not.toMatch(/seen|closed|byId/);
  });

  it.each([
    ['cut short', (text: string) => text.slice(0, -30)],
    ['empty', () => ''],
    ['of another kind', () => '{"position":"1"}'],
    ['altered', (text: string) => text.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))],
  ])('reads the log instead when the file is %s', async (_what, damage) => {
    const { prefix, snapshot } = await stoppedAfterTwo();
    await snapshot.files.replace(file, Buffer.from(damage(String(await snapshot.files.read(file)))));
    const second = await start(prefix, snapshot);
    expect(second.started).toMatchObject({ events: 3 });
    expect(second.state.byId).toEqual(folded);
    await second.stop();
  });

  it('reads the log instead when the fold is of another version', async () => {
    const { prefix, snapshot } = await stoppedAfterTwo();
    const second = await start(prefix, { ...snapshot, version: 2 });
    expect(second.started).toMatchObject({ events: 3 });
    await second.stop();
  });

  it('is not used for another log, nor for one that was restored to an earlier day', async () => {
    const { snapshot } = await stoppedAfterTwo();
    const { position } = (await readSnapshot(log, snapshot)) ?? { position: 0n };
    const directory = temporaryDirectory();
    const node = await spawnEventStore(directory.path);
    const other = openEventLog(node.url);
    expect(await readSnapshot(other, snapshot)).toBeUndefined();
    while ((await other.lastPosition()) < position) await append(`session-${randomUUID()}`, 1, other);
    expect(await readSnapshot(other, snapshot)).toBeUndefined();
    await other.close();
    await node.stop('SIGTERM');
    directory.remove();
  });

  it('is not written at a position where the log has no event to recognise it by', async () => {
    options = await freshOptions();
    const beyond = (await log.lastPosition()) + 1_000_000n;
    expect(await writeSnapshot(log, options, { position: beyond, state: {} })).toBe(false);
    expect(await readSnapshot(log, options)).toBeUndefined();
  });
});

describe('a snapshot of a position at which no event begins', () => {
  it('is of another log: it is not used, and no fault', async () => {
    const faulty = await startFaultyEventStore();
    const other = openEventLog(faulty.url);
    const snapshot = await freshOptions();
    const { position } = await append(`session-${randomUUID()}`, 1, other);
    await append(`session-${randomUUID()}`, 2, other);
    expect(await writeSnapshot(other, snapshot, { position, state: {} })).toBe(true);
    expect(await readSnapshot(other, snapshot)).toBeDefined();
    await faulty.become({ no_event_at: [Number(position)] });
    expect(await readSnapshot(other, snapshot)).toBeUndefined();
    expect(await writeSnapshot(other, snapshot, { position, state: {} })).toBe(false);
    await other.close();
    await faulty.stop('SIGTERM');
  });
});
