import { openEventLog } from '@tapwise/adapters';
import { installStream } from '@tapwise/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MemberState } from '../../infra/engines/eventstore/src/faults/fault-switches.ts';
import { temporaryDirectory } from '../support/engines/eventstore-node.ts';
import { clusterUrl, type FaultyEventStore, startFaultyEventStore } from '../support/engines/faulty-eventstore.ts';
import { addMeasuredApplication, installBody } from '../support/facts/measured-application.ts';
import { type IngestProcess, startIngestProcess } from '../support/services/ingest-process.ts';

const directory = temporaryDirectory();
/** Longer than readiness may take on any machine, shorter than a silent node is noticed by its connection. */
const readyWithinMs = 10_000;
let eventStore: FaultyEventStore;
let ingest: IngestProcess;

beforeAll(async () => {
  eventStore = await startFaultyEventStore();
  const members = await eventStore.become({ members: ['leader', 'follower', 'follower'] });
  ingest = await startIngestProcess(clusterUrl(members), directory.path);
  await addMeasuredApplication(eventStore.url, ingest.app.adamId);
  await untilRecorded(['warm']);
});
afterAll(async () => {
  await ingest.stop();
  await eventStore.stop('SIGTERM');
  directory.remove();
});

const cluster = (...states: readonly MemberState[]) => eventStore.become({ members: states });

async function post(installId: string): Promise<number> {
  const response = await fetch(`${ingest.url}/sdk/v1/attribution`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: installBody(installId),
  });
  if (response.status === 503) expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  return response.status;
}
const ready = async (): Promise<number> =>
  (await fetch(`${ingest.url}/readyz`, { signal: AbortSignal.timeout(readyWithinMs) })).status;

/** Sends posts again until they are recorded. @returns every answer before. */
async function untilRecorded(ids: readonly string[]): Promise<Set<number>> {
  const statuses = new Set<number>();
  for (const id of ids)
    for (let status = await post(id); status !== 200; status = await post(id)) {
      statuses.add(status);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  return statuses;
}

describe('ingest over a cluster of three', () => {
  it.each([
    ['all nodes died', ['dead', 'dead', 'dead'], ['follower', 'leader', 'follower']],
    ['two of three died', ['electing', 'dead', 'dead'], ['follower', 'follower', 'leader']],
    ['the leader fell silent', ['follower', 'follower', 'frozen'], ['leader', 'follower', 'follower']],
  ] as const)(
    'says so and answers 503 while %s, and records again without a restart when one leads, each post once',
    async (what, states, after) => {
      await cluster(...states);
      const ids = Array.from({ length: 10 }, (_, number) => `${what}-${number}`.replaceAll(' ', '-'));
      expect(await ready()).toBe(503);
      const refused = await Promise.all(ids.map(post));
      expect(new Set(refused)).toEqual(new Set([503]));
      await cluster(...after);
      expect(await untilRecorded(ids)).not.toContain(500);
      expect(await ready()).toBe(200);
      const log = openEventLog(eventStore.url);
      for (const id of ids) {
        const events = await log.readStream(installStream(900, id));
        expect(events.filter(({ event }) => event.type === 'InstallReported')).toHaveLength(1);
      }
      await log.close();
    },
  );
});
