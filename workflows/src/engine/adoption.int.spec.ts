import { createLogger, type EventLog, handleCommand, openEventLog } from '@tapwise/adapters';
import { abandonTemporal, processEngineDecider, processEngineStream } from '@tapwise/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type EventStoreUnderTest, startEventStore } from '../../../tests/support/engines/eventstore-node.ts';
import { asTest } from '../../../tests/support/facts/settings.ts';
import { followAdoption, recordAdoption } from './adoption.ts';

let node: EventStoreUnderTest;
let log: EventLog;
const stopping = new AbortController();
beforeAll(async () => {
  node = await startEventStore();
  log = openEventLog(node.url);
});
afterAll(async () => {
  stopping.abort();
  await log.close();
  await node.stop();
});

const abandon = () =>
  handleCommand(log, {
    stream: processEngineStream,
    decider: processEngineDecider,
    cause: 'given up',
    context: asTest,
    decide: (engine) => abandonTemporal(engine, '2026-03-01T09:00:00.000Z'),
  });

it('processes run here, on a Temporal that answers, here again when an operator gives it up, and there when it answers again', async () => {
  let abandoned = 0;
  const adoption = followAdoption(log, {
    logger: createLogger('spec', 'silent'),
    signal: stopping.signal,
    onAbandoned: () => {
      abandoned += 1;
    },
  });
  const engines: string[] = [];
  const next = async (step: () => Promise<unknown>): Promise<void> => {
    const { engine, over } = await adoption.current();
    engines.push(engine);
    await step();
    await expect.poll(() => over.aborted).toBe(true);
  };
  await next(() => recordAdoption(log));
  await next(abandon);
  await next(() => recordAdoption(log));
  expect([...engines, (await adoption.current()).engine]).toEqual(['local', 'temporal', 'local', 'temporal']);
  expect(abandoned).toBe(1);
});
