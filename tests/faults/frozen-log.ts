import { setTimeout as pause } from 'node:timers/promises';
import { openEventLog } from '@tapwise/adapters';
import { installStream } from '@tapwise/domain';
import { Agent, request } from 'undici';
import { spawnEventStore, temporaryDirectory } from '../support/engines/eventstore-node.ts';
import { addMeasuredApplication, installBody } from '../support/facts/measured-application.ts';
import { eventually } from '../support/product/product.ts';
import { type IngestProcess, startIngestProcess } from '../support/services/ingest-process.ts';

export interface FrozenLogOptions {
  /** Of the connection to the log: `&name=value`. */
  readonly connection: string;
  /** For how long the log's process is stopped. */
  readonly frozenMs: number;
}

/** What became of posts that were sent while the log was silent. */
export interface FrozenLog {
  readonly posts: number;
  /** Answered 503, and how many of these without the seconds to wait. */
  readonly refused: number;
  readonly withoutRetryAfter: number;
  /** Answered neither as recorded nor 503. */
  readonly otherwise: number;
  /** The time the last of them waited for its answer. */
  readonly longestMs: number;
  /** How the process that takes posts ended; `undefined` while it runs. */
  readonly ended: string | undefined;
  /** Posts that were sent again until they were recorded, and how many of these are not in the log exactly once. */
  readonly repeated: number;
  readonly notOnce: number;
}

/** More than fits into the connection's window, so that appends wait behind backpressure. */
const calls = 3000;
const repeatedCalls = 200;
/** Answers that say the call is in the log: attributed or not, and not known yet. */
const recorded = new Set([200, 202]);
const token = 't'.repeat(8192);

/** Stops the log's process while posts are sent, lets it go on, and sends posts again as callers who follow the answer do. */
export async function freezeLog({ connection, frozenMs }: FrozenLogOptions): Promise<FrozenLog> {
  const directory = temporaryDirectory();
  const agent = new Agent({ connections: 256 });
  const eventStore = await spawnEventStore(`${directory.path}/eventstore`);
  let ingest: IngestProcess | undefined;
  try {
    ingest = await startIngestProcess(`${eventStore.url}${connection}`, directory.path);
    await addMeasuredApplication(eventStore.url, ingest.app.adamId);
    const post = poster(ingest.url, agent);
    await untilRecorded(post, 'frozen-first');
    eventStore.process.kill('SIGSTOP');
    const frozen = pause(frozenMs).then(() => eventStore.process.kill('SIGCONT'));
    const ids = Array.from({ length: calls }, (_, number) => `frozen-${number}`);
    const responses = await Promise.all(ids.map(post));
    await frozen;
    const { exitCode, signalCode } = ingest.process;
    const ended =
      exitCode === null && signalCode === null ? undefined : `${exitCode ?? signalCode}: ${ingest.output()}`;
    const again = ids.slice(0, repeatedCalls);
    for (const id of again) await untilRecorded(post, id);
    const refused = responses.filter(({ status }) => status === 503);
    return {
      posts: calls,
      refused: refused.length,
      ended,
      repeated: again.length,
      withoutRetryAfter: refused.filter(({ retryAfter }) => !(Number(retryAfter) > 0)).length,
      otherwise: responses.filter(({ status }) => status !== 503 && !recorded.has(status)).length,
      longestMs: Math.max(...responses.map(({ ms }) => ms)),
      notOnce: await notOnceIn(eventStore.url, again),
    };
  } finally {
    eventStore.process.kill('SIGCONT');
    await ingest?.stop();
    await agent.close();
    await eventStore.stop('SIGTERM');
    directory.remove();
  }
}

type Post = (installId: string) => Promise<{ status: number; retryAfter: unknown; ms: number }>;

const poster =
  (url: string, dispatcher: Agent): Post =>
  async (installId) => {
    const began = performance.now();
    const response = await request(`${url}/sdk/v1/attribution`, {
      method: 'POST',
      dispatcher,
      headers: { 'content-type': 'application/json' },
      body: installBody(installId, { attribution_token: token }),
    });
    await response.body.dump();
    const ms = performance.now() - began;
    return { status: response.statusCode, retryAfter: response.headers['retry-after'], ms };
  };

const untilRecorded = (post: Post, installId: string) =>
  eventually(
    () => post(installId),
    ({ status }) => recorded.has(status),
  );

/** How many of these installs the log does not hold exactly once. */
async function notOnceIn(url: string, ids: readonly string[]): Promise<number> {
  const log = openEventLog(url);
  let count = 0;
  for (const id of ids) {
    const events = await log.readStream(installStream(900, id));
    if (events.filter(({ event }) => event.type === 'InstallReported').length !== 1) count += 1;
  }
  await log.close();
  return count;
}
