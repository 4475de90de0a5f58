import { type FrozenBody, frozenBodies, hourMs, webhookSequenceStream } from '@tapwise/domain';
import type { EventLog } from '../event-log/event-log.ts';

type Log = Pick<EventLog, 'readStream' | 'readLast'>;

/** What one event of the sequence of an endpoint froze. */
interface FrozenEvent {
  readonly revision: number;
  readonly bodies: readonly FrozenBody[];
}

const lastOf = ({ bodies }: FrozenEvent): number => bodies.at(-1)?.sequence ?? 0;

/** Events read in one go, and sequences so close that reading what lies between costs less than looking for one. */
const eventsAtOnce = 8;
const worthReading = 16;

/** What was frozen for an endpoint, by sequence; one that was never given is absent. @throws the log's own error. */
export async function readFrozenBodies(
  log: Log,
  endpointId: string,
  sequences: readonly number[],
): Promise<ReadonlyMap<number, FrozenBody>> {
  const bySequence = new Map<number, FrozenBody>();
  const wanted = new Set(sequences);
  let revision = 0;
  let through = 0;
  let end: number | undefined;
  for (const sequence of [...wanted].sort((a, b) => a - b)) {
    if (bySequence.has(sequence)) continue;
    if (sequence - through > worthReading) {
      end ??= await lastRevision(log, endpointId);
      revision = await findRevision(log, endpointId, { from: revision, to: end, sequence });
    }
    while (!bySequence.has(sequence)) {
      const page = await readEvents(log, endpointId, revision, eventsAtOnce);
      const last = page.at(-1);
      if (last === undefined || through >= sequence) return bySequence;
      for (const body of page.flatMap(({ bodies }) => bodies))
        if (wanted.has(body.sequence)) bySequence.set(body.sequence, body);
      [revision, through] = [last.revision + 1, lastOf(last)];
    }
  }
  return bySequence;
}

/** The event that froze a sequence, by halving: each froze one body or more, so it cannot lie further back than the sequence. */
async function findRevision(
  log: Log,
  endpointId: string,
  { from, to, sequence }: { from: number; to: number; sequence: number },
): Promise<number> {
  let low = from;
  let high = Math.min(sequence - 1, to);
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const [event] = await readEvents(log, endpointId, middle, 1);
    if (event === undefined || lastOf(event) >= sequence) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Clocks of processes that froze bodies of one endpoint differ by less. */
const clocksDifferMs = hourMs;

/**
 * Looks a delivery up among what was frozen since it can have been: bodies are frozen in the order of time.
 * @param since Milliseconds.
 */
export async function findFrozenBody(
  log: Log,
  endpointId: string,
  deliveryId: string,
  since: number,
): Promise<FrozenBody | undefined> {
  let low = 0;
  let high = await lastRevision(log, endpointId);
  while (high - low > eventsAtOnce) {
    const middle = Math.floor((low + high) / 2);
    const [event] = await readEvents(log, endpointId, middle, 1);
    const at = event?.bodies[0]?.frozen_at;
    if (at !== undefined && Date.parse(at) < since - clocksDifferMs) low = middle + 1;
    else high = middle;
  }
  for (let from = low; ; ) {
    const page = await readEvents(log, endpointId, from, eventsAtOnce);
    const body = page.flatMap(({ bodies }) => bodies).find(({ delivery_id }) => delivery_id === deliveryId);
    const last = page.at(-1);
    if (body !== undefined || last === undefined) return body;
    from = last.revision + 1;
  }
}

async function lastRevision(log: Log, endpointId: string): Promise<number> {
  const last = await log.readLast(webhookSequenceStream(endpointId));
  return last === undefined ? -1 : Number(last.revision);
}

async function readEvents(log: Log, endpointId: string, from: number, maxCount: number): Promise<FrozenEvent[]> {
  const options = { fromRevision: BigInt(Math.max(0, from)), maxCount };
  const recorded = await log.readStream(webhookSequenceStream(endpointId), options);
  return recorded.flatMap(({ event, revision }) =>
    event.type === 'WebhooksFrozen' ? [{ revision: Number(revision), bodies: frozenBodies(event) }] : [],
  );
}
