import {
  type DomainEvent,
  type FrozenEvent,
  freezeBodies,
  statelessDecider,
  webhookSequenceStream,
} from '@tapwise/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEventStore } from '../../../../tests/support/engines/eventstore-node.ts';
import { asTest } from '../../../../tests/support/facts/settings.ts';
import { handleCommand } from '../event-log/commands/handle-command.ts';
import type { EventLog } from '../event-log/event-log.ts';
import { openEventLog } from '../event-log/open-event-log.ts';
import { findFrozenBody, readFrozenBodies } from './frozen-bodies.ts';

let node: Awaited<ReturnType<typeof startEventStore>>;
let log: EventLog;
const endpoint = crypto.randomUUID();
const hour = 3_600_000;
const began = Date.parse('2026-11-01T00:00:00.000Z');
/** Delivery ids by sequence, from 1 on. */
const ids: string[] = [];

/** Bodies of one, then of many. */
beforeAll(async () => {
  node = await startEventStore();
  log = openEventLog(node.url);
  const events: FrozenEvent[] = [];
  for (let part = 0; part < 120; part += 1) {
    const frozen_at = new Date(began + part * hour).toISOString();
    const bodies = Array.from({ length: part < 40 ? 1 : 1 + (part % 7) }, () => {
      const delivery_id = crypto.randomUUID();
      ids.push(delivery_id);
      return { delivery_id, body: `body ${ids.length}`, proceeds: ids.length };
    });
    events.push(...freezeBodies(endpoint, ids.length - bodies.length, bodies, frozen_at));
  }
  await handleCommand<null, DomainEvent>(log, {
    stream: webhookSequenceStream(endpoint),
    decider: statelessDecider,
    context: asTest,
    cause: 'frozen',
    decide: () => events,
  });
});
afterAll(async () => {
  await log.close();
  await node.stop();
});

describe('what was frozen', () => {
  it('is found by its sequence, wherever it is and whatever else is asked for', async () => {
    for (const sequences of [
      [1],
      [ids.length],
      [40, 41, 42],
      [7, 300, 2, 301, 150],
      ids.map((_, index) => index + 1),
    ]) {
      const bodies = await readFrozenBodies(log, endpoint, sequences);
      expect(bodies.size).toBe(sequences.length);
      for (const sequence of sequences) {
        const expected = { sequence, delivery_id: ids[sequence - 1], body: `body ${sequence}`, proceeds: sequence };
        expect(bodies.get(sequence)).toMatchObject(expected);
      }
    }
    expect([...(await readFrozenBodies(log, endpoint, [3, ids.length + 1])).keys()]).toEqual([3]);
    expect((await readFrozenBodies(log, crypto.randomUUID(), [1])).size).toBe(0);
  });

  it('is found by its delivery from the time on at which it can have been', async () => {
    const last = ids.at(-1) ?? '';
    expect(await findFrozenBody(log, endpoint, last, began + 119 * hour)).toMatchObject({ sequence: ids.length });
    expect(await findFrozenBody(log, endpoint, ids[0] ?? '', began)).toMatchObject({ sequence: 1 });
    expect(await findFrozenBody(log, endpoint, crypto.randomUUID(), began)).toBeUndefined();
    expect(await findFrozenBody(log, crypto.randomUUID(), last, began)).toBeUndefined();
  });
});

describe('bodies that are frozen together', () => {
  it('are parted where one event would be too large, and leave no gap', () => {
    const bodies = Array.from({ length: 60 }, (_, index) => ({
      delivery_id: String(index),
      proceeds: null,
      body: 'x'.repeat(19_000),
    }));
    const events = freezeBodies(endpoint, 10, bodies, new Date(began).toISOString());
    expect(events.length).toBeGreaterThan(2);
    let next = 11;
    for (const { data } of events) {
      expect(data.first_sequence).toBe(next);
      next += data.deliveries.length;
      expect(JSON.stringify(data).length).toBeLessThan(500_000);
    }
    expect(next).toBe(71);
    expect(freezeBodies(endpoint, 10, [], '')).toEqual([]);
  });
});
