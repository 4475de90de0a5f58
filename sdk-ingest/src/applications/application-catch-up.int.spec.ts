import { type EventLog, openEventLog } from '@tapwise/adapters';
import { findApplicationByApiKey } from '@tapwise/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EventStoreUnderTest, startEventStore } from '../../../tests/support/engines/eventstore-node.ts';
import { laggingLog } from '../../../tests/support/engines/lagging-log.ts';
import { addApplication, followDirectory } from '../../../tests/support/facts/linked-application.ts';
import { applicationOf } from '../ingest-context.ts';
import { createApplicationCatchUp } from './application-catch-up.ts';

let server: EventStoreUnderTest;
/** What another process writes with. */
let log: EventLog;
const stopping = new AbortController();

beforeAll(async () => {
  server = await startEventStore();
  log = openEventLog(server.url);
});
afterAll(async () => {
  stopping.abort();
  await log.close();
  await server.stop();
});

/** A process that sees so much later what others write. */
async function behindBy(lagMs: number) {
  const lagging = laggingLog(log, lagMs);
  const directory = followDirectory(lagging, stopping.signal);
  await directory.caughtUp;
  let searches = 0;
  const counted = {
    lastPosition: () => {
      searches += 1;
      return lagging.lastPosition();
    },
  };
  const catchUp = createApplicationCatchUp({ log: counted, directory });
  return { context: { directory, catchUp, now: Date.now }, searches: () => searches };
}

describe('the application of a key at a process that is behind', () => {
  it('is found although another process has just created it', async () => {
    const { context } = await behindBy(300);
    await addApplication(log, { id: 7, adamId: 1_500_000_007 });
    expect(findApplicationByApiKey(context.directory.state, 'key-7')).toBeUndefined();
    expect(await applicationOf(context, 'key-7')).toMatchObject({ application_id: 7 });
  });

  it('is refused when the log has none, after one search for many calls', async () => {
    const { context, searches } = await behindBy(0);
    const refused = await Promise.allSettled(Array.from({ length: 20 }, () => applicationOf(context, 'nobody')));
    expect(refused.map((call) => call.status === 'rejected' && call.reason.code)).toEqual(
      Array.from({ length: 20 }, () => 'unauthorized'),
    );
    await expect(applicationOf(context, 'nobody')).rejects.toMatchObject({ code: 'unauthorized' });
    expect(searches()).toBeLessThanOrEqual(2);
  });

  it('is unavailable, and not refused, when the process cannot catch up in time', async () => {
    const { context } = await behindBy(4000);
    await addApplication(log, { id: 8, adamId: 1_500_000_008 });
    await expect(applicationOf(context, 'key-8')).rejects.toMatchObject({ code: 'unavailable' });
  });
});
