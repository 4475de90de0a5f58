import { createHash } from 'node:crypto';
import { type OutboundClient, uuidV5, webhookHeaders } from '@tapwise/adapters';
import {
  evolveHealth,
  isDelivered,
  isFailingForGood,
  isGone,
  nextAttemptAt,
  recordAttempt,
  signingSecrets,
} from '@tapwise/domain';
import pLimit from 'p-limit';
import { disable, writeDelivery } from './delivery-log.ts';
import type { LaneContext } from './lane-context.ts';
import { dueDeliveries, nextDue } from './lane-runs.ts';
import { type ReadyDelivery, readyDeliveries } from './ready-deliveries.ts';

export type LaneEnd = { readonly done: true } | { readonly done: false; readonly again_seconds: number };

/** Posts of one lane at once, and deliveries made ready ahead of them. */
const [postsAtOnce, readyAtOnce] = [8, 64];
/** A lane that is never empty gives its place up after this long. */
const longestRunMs = 60_000;

/**
 * Posts what is due to one endpoint until nothing is. What was posted and could not be recorded is posted again, with the same id.
 * @returns when to go on.
 */
export async function runLane(context: LaneContext, endpointId: string, signal: AbortSignal): Promise<LaneEnd> {
  const { runs, work, now } = context;
  if (runs.running.has(endpointId)) return { done: false, again_seconds: 1 };
  let wake: () => void = () => undefined;
  runs.running.set(endpointId, () => wake());
  const [limit, busy, posts] = [pLimit(postsAtOnce), new Set<string>(), new Set<Promise<void>>()];
  let failure: { error: unknown } | undefined;
  const begin = (ready: ReadyDelivery): void => {
    const id = ready.open.delivery.identity.delivery_id;
    const posting = limit(() => post(context, ready))
      .then((position) => work.reached(position))
      .catch((error: unknown) => {
        failure ??= { error };
      })
      .finally(() => {
        busy.delete(id);
        posts.delete(posting);
      });
    posts.add(posting);
  };
  const until = now() + longestRunMs;
  try {
    while (!signal.aborted && failure === undefined && now() < until) {
      const lane = work.state.lanes.get(endpointId);
      const most = readyAtOnce - busy.size;
      const due = lane === undefined ? [] : dueDeliveries(lane, runs, { now: now(), busy, most });
      if (lane !== undefined && due.length > 0) {
        for (const { delivery } of due) busy.add(delivery.identity.delivery_id);
        const ready = await readyDeliveries(context, lane, due);
        const posted = new Set(ready.map(({ open }) => open.delivery.identity.delivery_id));
        for (const { delivery } of due)
          if (!posted.has(delivery.identity.delivery_id)) busy.delete(delivery.identity.delivery_id);
        for (const each of ready) begin(each);
      } else if (posts.size === 0) break;
      if (due.length > 0 && busy.size < readyAtOnce) continue;
      // A post may take long: what comes meanwhile does not wait for it.
      const news = new Promise<void>((resolve) => {
        wake = busy.size < readyAtOnce ? resolve : () => undefined;
      });
      if (posts.size > 0) await Promise.race([...posts, news]);
    }
  } finally {
    limit.clearQueue();
    await Promise.allSettled(signal.aborted ? [] : posts);
    runs.running.delete(endpointId);
  }
  if (failure !== undefined) throw failure.error;
  const lane = work.state.lanes.get(endpointId);
  const next = lane === undefined ? undefined : nextDue(lane, runs);
  return next === undefined ? { done: true } : { done: false, again_seconds: Math.max(0, (next - now()) / 1000) };
}

/** Posts once and records what came of it. @returns commit position. */
async function post(context: LaneContext, ready: ReadyDelivery): Promise<bigint> {
  const { log, client, now } = context;
  const { open, endpoint, sequence } = ready;
  const at = now();
  const result = await client.post(endpoint.url, ready.body, await headersOf(context, ready, at));
  const { status, ms, error, answer } = result;
  const delivered = error === null && isDelivered(status);
  const next = delivered || isGone(status) ? null : retryAt(context, ready, result);
  const state = delivered ? ('delivered' as const) : next === null ? ('failed' as const) : ('pending' as const);
  const attempt = {
    ...{ at: new Date(at).toISOString(), status, ms, error, state },
    answer: answer.slice(0, longestAnswer),
    next_attempt_at: next === null ? null : new Date(next).toISOString(),
  };
  let position = await writeDelivery(log, open, (known) => recordAttempt(known, sequence, attempt));
  const lane = context.work.state.lanes.get(endpoint.endpoint_id);
  if (isGone(status)) position = later(position, await disable(log, endpoint, 'gone'));
  else if (!delivered && lane !== undefined && isFailingForGood(evolveHealth(lane.health, false, now()), now()))
    position = later(position, await disable(log, endpoint, 'failing'));
  return position;
}

const later = (a: bigint, b: bigint): bigint => (a > b ? a : b);
const longestAnswer = 4096;

type Posted = Awaited<ReturnType<OutboundClient['post']>>;

const retryAt = (
  { pauses, now }: LaneContext,
  { open }: ReadyDelivery,
  { status, retryAfter }: Posted,
): number | null =>
  nextAttemptAt({ status, retryAfter }, open.delivery.tries + 1, { now: now(), random: Math.random(), pauses });

/** Namespace of ids of forwarded notifications. */
const forwardingNamespace = '6ba7b812-9dad-11d1-80b4-00c04fd430c8';

async function headersOf(
  { vault }: LaneContext,
  { open, endpoint, sequence, body, headers }: ReadyDelivery,
  at: number,
): Promise<Record<string, string>> {
  if (endpoint.lane === 'forwarding') {
    return { ...headers, 'webhook-id': uuidV5(forwardingNamespace, createHash('sha256').update(body).digest('hex')) };
  }
  const { delivery_id, event_at } = open.delivery.identity;
  const secrets = await Promise.all(signingSecrets(endpoint, at).map((cipher) => vault.decrypt(cipher)));
  const signed = webhookHeaders(
    { id: delivery_id, timestamp: Math.floor(at / 1000), body },
    secrets.filter((secret) => secret !== undefined),
  );
  return {
    ...{ 'content-type': 'application/json', ...signed },
    ...{ 'x-tapwise-sequence': String(sequence), 'x-tapwise-event-time': event_at },
  };
}
