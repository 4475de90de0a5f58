import {
  CancelledError,
  DeadlineExceededError,
  NotLeaderError,
  UnavailableError,
  UnknownError,
} from '@eventstore/db-client';
import { afterEach, describe, expect, it } from 'vitest';
import { rejection } from '../../../../../tests/support/engines/eventstore-node.ts';
import { startTcpRelay } from '../../../../../tests/support/engines/tcp-relay.ts';
import {
  type ReceivedAppend,
  type StandInLog,
  type StandInLogOptions,
  startStandInLog,
} from '../../../../../tests/support/stand-ins/stand-in-log.ts';
import { isRetryableLogFault } from '../log-fault.ts';
import { sizeAppend } from './append-messages.ts';
import { AppendStream, type AppendStreamOptions } from './append-stream.ts';
import { readConnectionString } from './connection-string.ts';
import { GrpcConnection } from './grpc-connection.ts';

let log: StandInLog | undefined;
let connection: GrpcConnection | undefined;
afterEach(async () => {
  connection?.close();
  await log?.stop();
});

async function open(server: StandInLogOptions, options: Partial<AppendStreamOptions> = {}, query = '') {
  log = await startStandInLog(server);
  const address = readConnectionString(`${log.url}${query}`);
  if (address === undefined) throw new Error(`${log.url} is not understood`);
  connection = new GrpcConnection(address);
  return { log, appends: new AppendStream(connection, { deadlineMs: 10_000, ...options }) };
}

const append = (number: number, data = '{}') =>
  sizeAppend(`stream-${number}`, 'no_stream', [
    { id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`, type: 'Tested', data, metadata: '{}' },
  ]);
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe('appends over one call', () => {
  it('get each its own answer, in whatever order the answers come', async () => {
    const held: ReceivedAppend[] = [];
    const { log, appends } = await open({
      onAppend: (received) => {
        held.push(received);
        if (held.length < 100) return;
        for (const heldAppend of held.toReversed()) {
          heldAppend.succeed({ revision: 0, position: Number(heldAppend.stream.replace('stream-', '')) });
        }
      },
    });
    const written = await Promise.all(numbers(100).map((number) => appends.append(append(number))));
    expect(written.map(({ position }) => Number(position))).toEqual(numbers(100));
    expect(log.connections).toBe(1);
  });

  it('fail as unavailable when the connection breaks, and the next one goes to a new connection', async () => {
    const { log, appends } = await open({
      onAppend: (received) => {
        if (received.stream !== 'stream-1') received.succeed({ revision: 0, position: 7 });
      },
    });
    const unanswered = rejection(appends.append(append(1)));
    await log.receivedAppends(1);
    log.cut();
    const error = await unanswered;
    expect(error).toBeInstanceOf(UnavailableError);
    expect(isRetryableLogFault(error)).toBe(true);
    expect(await appends.append(append(2))).toEqual({ revision: 0n, position: 7n });
    expect(log.connections).toBe(2);
  });

  it('are all answered or fail as retryable while the connection breaks again and again', async () => {
    let seen = 0;
    const { log, appends } = await open({
      onAppend: (received) => {
        seen += 1;
        if (seen % 40 === 0) log.cut();
        else received.succeed({ revision: 0, position: seen });
      },
    });
    const attempt = async (number: number): Promise<number> => {
      for (let tries = 1; ; tries += 1) {
        try {
          await appends.append(append(number));
          return tries;
        } catch (error) {
          expect(isRetryableLogFault(error)).toBe(true);
        }
      }
    };
    const tries = await Promise.all(numbers(150).map(attempt));
    expect(tries).toHaveLength(150);
    expect(log.connections).toBeGreaterThan(1);
    expect(new Set(log.received.flatMap(({ eventIds }) => eventIds)).size).toBe(150);
  });

  it('fail with what the server ends the call with, all of them', async () => {
    const ends = [
      { status: 14, expected: UnavailableError },
      { status: 1, expected: CancelledError },
      { status: 0, expected: UnavailableError },
      { status: 2, expected: UnknownError },
      {
        status: 5,
        trailers: { exception: 'not-leader', 'leader-endpoint-host': 'other', 'leader-endpoint-port': '2113' },
        expected: NotLeaderError,
      },
    ];
    const { appends } = await open({
      onAppend: (received) => {
        const end = ends[Number(received.stream.replace('stream-', ''))];
        if (end !== undefined) received.endCall(end.status, end.trailers);
      },
    });
    for (const [index, { expected }] of ends.entries()) {
      const first = rejection(appends.append(append(index)));
      const second = rejection(appends.append(append(99)));
      expect(await first).toBeInstanceOf(expected);
      expect(await second).toBeInstanceOf(expected);
    }
  });

  it('fail after their time when the log takes them and answers nothing; a late answer changes nothing', async () => {
    const held: ReceivedAppend[] = [];
    const { log, appends } = await open({ onAppend: (received) => held.push(received) }, { deadlineMs: 1000 });
    const error = await rejection(appends.append(append(1)));
    expect(error).toBeInstanceOf(DeadlineExceededError);
    expect(isRetryableLogFault(error)).toBe(true);
    await log.receivedAppends(1);
    held[0]?.succeed({ revision: 3, position: 3 });
    const second = appends.append(append(2));
    await log.receivedAppends(2);
    held[1]?.succeed({ revision: 0, position: 4 });
    expect(await second).toEqual({ revision: 0n, position: 4n });
  });
});

describe('a log that reads nothing', () => {
  const data = JSON.stringify('x'.repeat(100_000));

  it('makes appends wait up to a bound and refuses further ones as retryable; all have ended after their time', async () => {
    const { appends } = await open({ silent: true }, { deadlineMs: 500, waitingBytes: 1_000_000 });
    const ended = await Promise.all(numbers(100).map((number) => rejection(appends.append(append(number, data)))));
    expect(ended.every(isRetryableLogFault)).toBe(true);
    const late = ended.filter((error) => error instanceof DeadlineExceededError).length;
    const refused = ended.filter((error) => error instanceof UnavailableError).length;
    expect(late).toBeLessThanOrEqual(11);
    expect(late + refused).toBe(100);
    // What waited in vain has made room.
    const again = await Promise.all(numbers(5).map((number) => rejection(appends.append(append(number, data)))));
    expect(again.every((error) => error instanceof DeadlineExceededError)).toBe(true);
  });

  it('is given up when it does not answer a ping', async () => {
    log = await startStandInLog();
    const relay = await startTcpRelay(Number(new URL(log.url).port));
    const address = readConnectionString(
      `esdb://127.0.0.1:${relay.port}?tls=false&keepAliveInterval=100&keepAliveTimeout=100`,
    );
    if (address === undefined) throw new Error('The address is not understood');
    connection = new GrpcConnection(address);
    const appends = new AppendStream(connection, { deadlineMs: 20_000 });
    await appends.append(append(1));
    relay.freeze();
    expect(await rejection(appends.append(append(2)))).toBeInstanceOf(UnavailableError);
    await relay.stop();
  });
});
