import { accountStream, fold, logFormatDecider, logFormatStream, statelessDecider } from '@tapwise/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asTest } from '../../../../../tests/support/facts/settings.ts';
import { type EventStoreNode, IN_MEMORY, startEventStoreNode } from '../../../../engines/eventstore/src/node.ts';
import { handleCommand } from '../commands/handle-command.ts';
import type { EventLog } from '../event-log.ts';
import { openEventLog } from '../open-event-log.ts';
import { claimLogFormat, guardCommand, guardLogFormat, NewerLogError, programFormat } from './log-format.ts';

const newer = { ...programFormat, events: { ...programFormat.events, FutureFact: 1 }, program: '9.0.0' };
const nodes: EventStoreNode[] = [];
const logs: EventLog[] = [];
const stop = new AbortController();

async function startNode(port = 0): Promise<EventStoreNode> {
  const node = await startEventStoreNode({ port, host: '127.0.0.1', dataDir: IN_MEMORY });
  nodes.push(node);
  return node;
}
function open(port: number): EventLog {
  const log = openEventLog(`esdb://127.0.0.1:${port}?tls=false`);
  logs.push(log);
  return log;
}
let port = 0;
beforeAll(async () => {
  ({ port } = await startNode());
});
afterAll(async () => {
  stop.abort();
  await Promise.all(logs.map((log) => log.close()));
  await Promise.all(nodes.map((node) => node.close()));
});

let calls = 0;
const append = (log: EventLog, timeoutMs?: number) => {
  calls += 1;
  return handleCommand(log, {
    stream: accountStream(calls),
    decider: statelessDecider,
    decide: () => [
      {
        type: 'SessionClosed' as const,
        data: { token_hash: `hash-${calls}`, account_id: calls, reason: 'signed_out' as const },
      },
    ],
    cause: `format ${calls}`,
    context: asTest,
    timeoutMs,
  });
};
const formatOf = async (log: EventLog) =>
  fold(
    logFormatDecider,
    (await log.readStream(logFormatStream)).map(({ event }) => event as never),
  );

describe('a log and the programs that write to it', () => {
  it('has a program say what it may write before it writes, once', async () => {
    const log = open(port);
    await guardCommand(log);
    expect(await log.readStream(logFormatStream)).toEqual([]);
    await append(log);
    const [, ...again] = await Promise.all([append(log), claimLogFormat(log), claimLogFormat(open(port))]);
    expect(again).toHaveLength(2);
    const marks = await log.readStream(logFormatStream);
    expect(marks).toHaveLength(1);
    expect(marks[0]?.position).toBeLessThan((await log.readAt(await log.lastPosition()))?.position ?? 0n);
    expect(await formatOf(log)).toMatchObject({ events: programFormat.events, program: programFormat.program });
  });

  it('refuses whatever an older program wants to append, and changes nothing', async () => {
    await claimLogFormat(open(port), newer);
    const log = open(port);
    const last = await log.lastPosition();
    await expect(guardLogFormat(log, { signal: stop.signal })).rejects.toThrow(
      'The log was written by Tapwise 9.0.0, and this is 0.1.0, which does not know FutureFact. Nothing was changed.',
    );
    await expect(append(log)).rejects.toThrow(NewerLogError);
    await expect(guardCommand(open(port))).rejects.toThrow(NewerLogError);
    expect(await log.lastPosition()).toBe(last);
    await guardLogFormat(log, { signal: stop.signal, program: newer });
    await append(log);
  });

  it('is appended to as soon as it answers, and not before', async () => {
    const probe = await startNode();
    await probe.close();
    const log = open(probe.port);
    const guarded = guardLogFormat(log, { signal: stop.signal });
    await expect(append(log, 1000)).rejects.toThrow();
    await startNode(probe.port);
    await guarded;
    await append(log);
    expect(await log.readStream(logFormatStream)).toHaveLength(1);
  });
});
