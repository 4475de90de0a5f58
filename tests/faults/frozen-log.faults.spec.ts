import { setTimeout as pause } from 'node:timers/promises';
import { openEventLog } from '@tapwise/adapters';
import { installStream } from '@tapwise/domain';
import { Agent, request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SpawnedEventStore, spawnEventStore, temporaryDirectory } from '../support/eventstore-node.ts';
import { type IngestProcess, startIngestProcess } from '../support/ingest-process.ts';
import { addMeasuredApplication, installBody } from '../support/measured-application.ts';
import { eventually } from '../support/product.ts';

/**
 * The log's client notices a silent log after two keepalive times: 20 s as it is shipped, 4 s here unless the long form is asked
 * for. The node is stopped for longer than that.
 */
const long = process.env.FROZEN_LOG === 'long';
const keepAlive = long ? '' : '&keepAliveInterval=2000&keepAliveTimeout=2000';
const frozenMs = long ? 30_000 : 8000;
/** More than fits into the connection's window, so that appends wait behind backpressure. */
const calls = 3000;
/** Answers that say the call is in the log: attributed or not, and not known yet. */
const recorded = new Set([200, 202]);
const token = 't'.repeat(8192);

const directory = temporaryDirectory();
const agent = new Agent({ connections: 256 });
let eventStore: SpawnedEventStore;
let ingest: IngestProcess;

beforeAll(async () => {
  eventStore = await spawnEventStore(`${directory.path}/eventstore`);
  ingest = await startIngestProcess(`${eventStore.url}${keepAlive}`, directory.path);
  await addMeasuredApplication(eventStore.url, ingest.app.adamId);
  await eventually(
    () => post('frozen-first'),
    ({ status }) => recorded.has(status),
  );
});
afterAll(async () => {
  eventStore.process.kill('SIGCONT');
  await ingest.stop();
  await agent.close();
  await eventStore.stop('SIGTERM');
  directory.remove();
});

async function post(installId: string): Promise<{ status: number; retryAfter: unknown }> {
  const answer = await request(`${ingest.url}/sdk/v1/attribution`, {
    method: 'POST',
    dispatcher: agent,
    headers: { 'content-type': 'application/json' },
    body: installBody(installId, { attribution_token: token }),
  });
  await answer.body.dump();
  return { status: answer.statusCode, retryAfter: answer.headers['retry-after'] };
}

describe('a log that falls silent while appends wait', () => {
  it('kills no process; every call is answered, 503 with Retry-After where it is not recorded, and nothing is lost', async () => {
    eventStore.process.kill('SIGSTOP');
    const ids = Array.from({ length: calls }, (_, number) => `frozen-${number}`);
    const frozen = pause(frozenMs).then(() => eventStore.process.kill('SIGCONT'));
    const answers = await Promise.all(ids.map(post));
    const [refused, others] = [
      answers.filter(({ status }) => status === 503),
      answers.filter(({ status }) => status !== 503),
    ];
    expect(refused.length).toBeGreaterThan(0);
    expect(others.filter(({ status }) => !recorded.has(status))).toEqual([]);
    expect(refused.filter(({ retryAfter }) => !(Number(retryAfter) > 0))).toEqual([]);
    await frozen;
    expect(ingest.process.exitCode, ingest.output()).toBeNull();
    expect(ingest.process.signalCode).toBeNull();
    // Callers follow the answer and call again.
    for (const id of ids.slice(0, 200)) {
      await eventually(
        () => post(id),
        ({ status }) => recorded.has(status),
      );
    }
    const log = openEventLog(eventStore.url);
    for (const id of ids.slice(0, 200)) {
      const events = await log.readStream(installStream(900, id));
      expect(events.filter(({ event }) => event.type === 'InstallReported')).toHaveLength(1);
    }
    await log.close();
  }, 120_000);
});
