import { type CommandContext, createLogger, type EventLog, handleCommand, openEventLog } from '@tapwise/adapters';
import { creationStream } from '@tapwise/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EventStoreUnderTest, startEventStore } from '../../../../tests/support/engines/eventstore-node.ts';
import { createCatchUp } from './catch-up.ts';
import { startDirectory } from './directory-follower.ts';

const asTest: CommandContext = { actor: { kind: 'system', id: 'test' } };
const anything = { initialState: () => undefined, evolve: () => undefined };
const logger = createLogger('test', 'silent');
const stopping = new AbortController();
let eventStore: EventStoreUnderTest;
let log: EventLog;
let appended = 0;

beforeAll(async () => {
  eventStore = await startEventStore();
  log = openEventLog(eventStore.url);
});
afterAll(async () => {
  stopping.abort();
  await log.close();
  await eventStore.stop();
});

/** @returns commit position. */
async function append(stream: string): Promise<bigint> {
  appended += 1;
  const data = { token_hash: `hash ${appended}`, account_id: 1, reason: 'signed_out' } as const;
  const { position } = await handleCommand(log, {
    stream,
    decider: anything,
    cause: `test ${appended}`,
    context: asTest,
    decide: () => [{ type: 'SessionClosed', data }],
  });
  return position;
}

/** Catches up a directory; what its waits and its looks for the end of the log were is noted. */
async function followed() {
  const directory = startDirectory(log, logger, stopping.signal);
  await directory.caughtUp;
  const noted = { ends: 0, positions: [] as bigint[] };
  const lastPosition = (): Promise<bigint> => {
    noted.ends += 1;
    return log.lastPosition();
  };
  const caughtUpWith: typeof directory.caughtUpWith = (position, timeoutMs) => {
    noted.positions.push(position);
    return directory.caughtUpWith(position, timeoutMs);
  };
  return { directory, noted, catchUp: createCatchUp({ log: { ...log, lastPosition }, logger }, [{ caughtUpWith }]) };
}

describe('catching up with the position of a caller', () => {
  it('costs nothing for what is no position, and one look at the log for one beyond its end', async () => {
    const { noted, catchUp } = await followed();
    for (const text of [undefined, 7, '', '-1', '1.5', 'x', ' 7', '9'.repeat(21)]) await catchUp(text);
    expect(noted).toEqual({ ends: 0, positions: [] });
    await append('session-there');
    const beyond = String((await log.lastPosition()) + 1_000_000n);
    for (let count = 0; count < 5; count += 1) await catchUp(beyond);
    expect(noted).toEqual({ ends: 1, positions: [] });
  });

  it('holds an event of its own streams, and asks nothing for what it has reached', async () => {
    const { directory, noted, catchUp } = await followed();
    const position = await append('session-own');
    await catchUp(String(position));
    expect(directory.state.position).toBe(position);
    for (const earlier of [position, position - 1n, 0n]) await catchUp(String(earlier));
    expect(noted).toEqual({ ends: 1, positions: [position] });
  });

  it('holds all events of its own streams before one of another stream', async () => {
    const { directory, noted, catchUp } = await followed();
    const position = await append('session-before');
    const other = await append(creationStream('another'));
    await catchUp(String(other));
    expect(directory.state.position).toBe(position);
    await catchUp(String(other));
    expect(noted.positions).toEqual([other]);
  });
});
