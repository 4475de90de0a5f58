import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import {
  type EventLog,
  openEventLog,
  openFileFolder,
  openKeyVault,
  type RecordedEvent,
  readLog,
} from '@tapwise/adapters';
import { accountStream, eventCatalogue } from '@tapwise/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type StartedClickHouseNode, startClickHouseNode } from '../support/engines/clickhouse-node.ts';
import { type SpawnedEventStore, spawnEventStore, temporaryDirectory } from '../support/engines/eventstore-node.ts';
import { reportsAsOf } from '../support/product/product-command.ts';
import {
  type DemandedDifference,
  type Difference,
  demandedDifferences,
  differencesOf,
} from './demanded-differences.ts';

/**
 * A log as an earlier version of the product left it on disk, with what that version answered from it: the form of the files,
 * the forms of the events and what is made of them are held together.
 */
const stored = join(import.meta.dirname, 'stored-log');
const unpack = (file: string): Buffer => brotliDecompressSync(readFileSync(join(stored, file)));
const { at, answers: recordedResponses } = JSON.parse(unpack('answers.json.br').toString()) as {
  at: string;
  answers: { call: string; answer: unknown }[];
};
const domainEvents = 9643;

const directory = temporaryDirectory();
let eventStore: SpawnedEventStore;
let clickHouse: StartedClickHouseNode;
let log: EventLog;

beforeAll(async () => {
  // The node writes into the files it opens, so it gets a copy.
  mkdirSync(join(directory.path, 'eventstore'));
  writeFileSync(join(directory.path, 'eventstore', 'data.mdb'), unpack('data.mdb.br'));
  cpSync(join(stored, 'keys'), join(directory.path, 'keys'), { recursive: true });
  [eventStore, clickHouse] = await Promise.all([
    spawnEventStore(join(directory.path, 'eventstore')),
    startClickHouseNode(),
  ]);
  log = openEventLog(eventStore.url);
});
afterAll(async () => {
  void log.close();
  await Promise.all([eventStore.stop('SIGKILL'), clickHouse.stop()]);
  directory.remove();
});

/** Each answer of the present code, asked as an operator asks. */
function responsesOfNow(): Promise<unknown[]> {
  const environment = { EVENTSTORE_URL: eventStore.url, CLICKHOUSE_URL: clickHouse.url };
  return reportsAsOf(
    { environment },
    at,
    recordedResponses.map(({ call }) => call),
  );
}

const isCoveredBy = (difference: Difference) => (demanded: DemandedDifference) => demanded.covers(difference);

describe('the log of an earlier version', () => {
  it('opens, and every event in it reads', async () => {
    const types = new Map<string, number>();
    const events: RecordedEvent[] = [];
    await readLog(log, {}, (batch) => void events.push(...batch));
    for (const { event } of events) types.set(event.type, (types.get(event.type) ?? 0) + 1);
    expect(events).toHaveLength(domainEvents);
    expect([...types.keys()].filter((type) => !eventCatalogue.some((definition) => definition.type === type))).toEqual(
      [],
    );
    expect(types.size).toBeGreaterThan(30);
  });

  it('keeps its secrets readable', async () => {
    const masterKey = Buffer.from(readFileSync(join(stored, 'master.key'), 'utf8').trim(), 'base64');
    const vault = openKeyVault(openFileFolder(directory.path), masterKey);
    const [opened] = await log.readStream(accountStream(17));
    const name = opened?.event.type === 'AccountOpened' ? opened.event.data.name : '';
    expect(await vault.decrypt(name)).toBe('Demo');
  });

  it('gives the same reports, but for the differences that are listed one by one', async () => {
    const currentResponses = await responsesOfNow();
    expect(currentResponses.length).toBeGreaterThan(0);
    expect(currentResponses).toHaveLength(recordedResponses.length);
    const differences = recordedResponses.flatMap(({ call, answer }, index) =>
      differencesOf(call.split('?')[0] ?? '', answer, currentResponses[index]),
    );
    expect(differences.filter((difference) => !demandedDifferences.some(isCoveredBy(difference)))).toEqual([]);
    const unseen = demandedDifferences.filter(({ covers }) => !differences.some(covers));
    expect(unseen.map(({ reason }) => reason)).toEqual([]);
  });
});
