import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { rejection } from '../../../../../tests/support/engines/eventstore-node.ts';
import {
  type StandInLog,
  type StandInLogOptions,
  startStandInLog,
} from '../../../../../tests/support/stand-ins/stand-in-log.ts';
import { appendToLog } from '../commands/append-to-log.ts';
import type { EventLog } from '../event-log.ts';
import { openEventLog } from '../open-event-log.ts';

const certificates = join(import.meta.dirname, '../../../../../tests/contract/eventstore');
const tls = { cert: join(certificates, 'localhost-certificate.pem'), key: join(certificates, 'localhost-key.pem') };

let server: StandInLog | undefined;
let log: EventLog | undefined;
afterEach(async () => {
  await log?.close();
  await server?.stop();
});

async function open(options: StandInLogOptions, toUrl = (url: string) => url): Promise<EventLog> {
  server = await startStandInLog(options);
  log = openEventLog(toUrl(server.url));
  return log;
}
const append = (to: EventLog, number = 1) =>
  appendToLog(to, {
    stream: 'numbers-direct',
    expectedRevision: 'any',
    events: [
      {
        id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
        event: { type: 'NumberTaken', data: { purpose: 'a' } },
      },
    ],
    cause: 'direct',
    context: { actor: { kind: 'system', id: 'test' } },
  });
const methods = (): string[] => server?.calls.map(({ method }) => method) ?? [];

describe('appends of a process', () => {
  it('share one call, and the server is asked once what it supports', async () => {
    const to = await open({});
    await Promise.all(Array.from({ length: 20 }, (_, number) => append(to, number)));
    await append(to, 20);
    expect(methods()).toEqual(['GetSupportedMethods', 'BatchAppend']);
    expect(server?.received).toHaveLength(21);
  });

  it.each(['nothing', 'unimplemented'] as const)(
    'go through the client library when the server offers no batches: %s',
    async (offers) => {
      const to = await open({ offers });
      await rejection(append(to));
      expect(methods()).toContain('Append');
      expect(methods()).not.toContain('BatchAppend');
    },
  );

  it('go through the client library for nodes of a cluster other than the leader', async () => {
    const to = await open({}, (url) => url.replace('?', ',127.0.0.1:9?nodePreference=follower&maxDiscoverAttempts=1&'));
    await rejection(append(to));
    expect(methods()).toContain('Read');
    expect(methods()).not.toContain('BatchAppend');
  });

  it('are encrypted and carry credentials when the connection string says so', async () => {
    const to = await open({ tls }, (url) => url.replace('//', '//na%40me:pass%2Fword@'));
    await append(to);
    const basic = `Basic ${Buffer.from('na@me:pass/word').toString('base64')}`;
    expect(server?.calls).toEqual([
      { method: 'GetSupportedMethods', authorization: basic },
      { method: 'BatchAppend', authorization: basic },
    ]);
  });

  it('carry no credentials in the clear', async () => {
    const to = await open({}, (url) => url.replace('//', '//name:password@'));
    await append(to);
    expect(server?.calls.map(({ authorization }) => authorization)).toEqual([undefined, undefined]);
  });
});
