import { createHash } from 'node:crypto';
import { uuidV5, webhookHeaders } from '@tapwise/adapters';
import {
  attemptedDelivery,
  type DeliveryAttempt,
  type DeliveryQueue,
  dueDeliveries,
  forwardingNamespace,
  isEstimateKey,
  isFailingForGood,
  isGone,
  nextDueAt,
  type OpenDelivery,
  postOutcome,
  signingSecrets,
} from '@tapwise/domain';
import { resumeFromStreams } from '../resume-deliveries/resume-queue.ts';
import type { PostedDeliveries } from './deliver-webhooks.contract.ts';
import { disable } from './delivery-log.ts';
import type { DeliveryQueueContext, DeliveryQueueMemory } from './queue-context.ts';
import { type ReadyDelivery, readyDeliveries } from './ready-deliveries.ts';
import { type AttemptRecorder, recordAttempts } from './record-attempts.ts';

/** Posts of one delivery queue at once, and deliveries made ready ahead of them. */
const postsAtOnce = 8;
const readyAtOnce = 256;
/** A delivery queue that is never empty gives its place up after this long. */
const longestRunMs = 60_000;
/** While posts are under way, what is due is looked at again this often. */
const lookMs = 500;

/**
 * Posts what is due to one endpoint until nothing is. What was posted and could not be recorded is posted again, with the same id.
 * @returns when the next is due.
 */
export async function postDueDeliveries(
  context: DeliveryQueueContext,
  endpointId: string,
  signal: AbortSignal,
): Promise<PostedDeliveries> {
  const { caches, watchers, work, now } = context;
  await resumeFromStreams(context.log, work, endpointId);
  const posting = startPosting(context, endpointId);
  watchers.set(endpointId, posting.wake);
  const until = now() + longestRunMs;
  try {
    while (!signal.aborted && posting.failure === undefined && now() < until) {
      const queue = work.state.queues.get(endpointId);
      const most = readyAtOnce - posting.busy.size;
      const due = dueDeliveries(queue, caches.postponed, { now: now(), busy: posting.busy, most });
      if (queue !== undefined && due.length > 0) await posting.postThese(queue, due);
      else if (posting.posts.size === 0) break;
      // A post may take long: what comes meanwhile does not wait for it.
      else await posting.news();
    }
  } finally {
    posting.clear();
    await Promise.allSettled(signal.aborted ? [] : posting.posts);
    if (watchers.get(endpointId) === posting.wake) watchers.delete(endpointId);
  }
  if (posting.failure !== undefined) throw posting.failure.error;
  const next = nextDueAt(work.state.queues.get(endpointId), caches.postponed);
  return { pause_seconds: next === undefined ? null : Math.max(0, (next - now()) / 1000) };
}

/** What of one delivery queue is posted and recorded now. */
function startPosting(context: DeliveryQueueContext, endpointId: string) {
  const { work } = context;
  const memory: DeliveryQueueMemory = { frozen: { sequence: 0, revision: null, frozen: new Map() } };
  const recorder = recordAttempts(context, work.state.queues.get(endpointId)?.attempts ?? null);
  const busy = new Set<string>();
  const posts = new Set<Promise<void>>();
  const waiting: ReadyDelivery[] = [];
  let underWay = 0;
  let wake: () => void = () => undefined;
  const state = {
    busy,
    posts,
    failure: undefined as { error: unknown } | undefined,
    wake: () => wake(),
    /** Resolves when something new waits or something was recorded, and after a while. */
    news: () =>
      new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, lookMs);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
    clear: () => void waiting.splice(0),
    postThese: async (queue: DeliveryQueue, due: readonly OpenDelivery[]): Promise<void> => {
      for (const { delivery } of due) busy.add(delivery.identity.delivery_id);
      const ready = await readyDeliveries(context, memory, queue, due);
      const posted = new Set(ready.map(({ open }) => open.delivery.identity.delivery_id));
      for (const { delivery } of due)
        if (!posted.has(delivery.identity.delivery_id)) busy.delete(delivery.identity.delivery_id);
      waiting.push(...ready);
      pump();
    },
  };
  const finish = ({ open }: ReadyDelivery): void => {
    busy.delete(open.delivery.identity.delivery_id);
    wake();
  };
  const fail = (error: unknown): void => {
    state.failure ??= { error };
  };
  /** Begins posts while there is room; an attempt is recorded beside the posts that follow. */
  function pump(): void {
    while (underWay < postsAtOnce) {
      const next = waiting.shift();
      if (next === undefined) return;
      underWay += 1;
      const posted = post(context, next).finally(() => {
        underWay -= 1;
        pump();
      });
      const recorded: Promise<void> = posted
        .then((attempt) => recordPost(context, recorder, next, attempt))
        .catch(fail)
        .finally(() => {
          posts.delete(recorded);
          finish(next);
        });
      posts.add(recorded);
    }
  }
  return state;
}

/** Posts once. */
async function post(context: DeliveryQueueContext, ready: ReadyDelivery): Promise<DeliveryAttempt> {
  const { client, now, pauses } = context;
  const at = now();
  const result = await client.post(ready.endpoint.url, ready.body, await headersOf(context, ready, at));
  const { tries } = ready.open.delivery;
  return postOutcome(result, tries, { at, now: now(), random: Math.random(), pauses });
}

/** Records the outcome of a post, and what follows for its address. */
async function recordPost(
  { log, work, now }: DeliveryQueueContext,
  recorder: AttemptRecorder,
  { open, endpoint, sequence }: ReadyDelivery,
  attempt: DeliveryAttempt,
): Promise<void> {
  await recorder.record(endpoint, attemptedDelivery(open.delivery, sequence, attempt));
  if (attempt.state === 'delivered') return;
  const queue = work.state.queues.get(endpoint.endpoint_id);
  if (isGone(attempt.status)) await disable(log, endpoint, 'gone');
  // The fold has this failure already.
  else if (queue !== undefined && isFailingForGood(queue.health, now())) await disable(log, endpoint, 'failing');
}

async function headersOf(
  { vault, caches }: DeliveryQueueContext,
  { open, endpoint, sequence, body, headers }: ReadyDelivery,
  at: number,
): Promise<Record<string, string>> {
  if (endpoint.lane === 'forwarding') {
    return { ...headers, 'webhook-id': uuidV5(forwardingNamespace, createHash('sha256').update(body).digest('hex')) };
  }
  const { delivery_id, event_at, fact_key } = open.delivery.identity;
  const secrets: string[] = [];
  for (const cipher of signingSecrets(endpoint, at)) {
    const secret = caches.secrets.get(cipher) ?? (await vault.decrypt(cipher));
    if (secret === undefined) continue;
    caches.secrets.set(cipher, secret);
    secrets.push(secret);
  }
  return {
    'content-type': 'application/json',
    'x-tapwise-sequence': String(sequence),
    'x-tapwise-event-time': event_at,
    ...(isEstimateKey(fact_key) ? { 'x-tapwise-estimated': 'true' } : {}),
    ...webhookHeaders({ id: delivery_id, timestamp: Math.floor(at / 1000), body }, secrets),
  };
}
