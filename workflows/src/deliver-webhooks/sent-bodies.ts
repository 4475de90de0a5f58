import { type EventLog, uuidV5 } from '@tapwise/adapters';
import { type DomainEventOf, type UsdTenThousandths, webhookDeliveryStream, webhookLaneStream } from '@tapwise/domain';

type Frozen = DomainEventOf<'WebhookFrozen'>['data'];

/** Id of a delivery, and of its `webhook-id`: the same fact to the same endpoint always has the same. */
export const deliveryId = (endpointId: string, factKey: string): string => uuidV5(endpointId, factKey);

/** What was frozen with a sequence. @throws Error when there is no such thing. */
export async function readFrozen(log: EventLog, endpointId: string, sequence: number): Promise<Frozen> {
  const [frozen] = await readPage(log, endpointId, sequence, 1);
  if (frozen === undefined) throw new Error(`Nothing was frozen as ${sequence} of ${endpointId}`);
  return frozen;
}

/** Sequences so close that reading what lies between costs less than another read. */
const worthReading = 16;

/** What was frozen with each of these sequences. @throws Error when there is no such thing. */
export async function readFrozenOf(
  log: EventLog,
  endpointId: string,
  sequences: readonly number[],
): Promise<ReadonlyMap<number, Frozen>> {
  const ranges: { from: number; to: number }[] = [];
  for (const sequence of [...sequences].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last !== undefined && sequence - last.to <= worthReading) last.to = sequence;
    else ranges.push({ from: sequence, to: sequence });
  }
  const pages = await Promise.all(ranges.map(({ from, to }) => readPage(log, endpointId, from, to - from + 1)));
  const found = new Map(pages.flat().map((frozen) => [frozen.sequence, frozen]));
  const missing = sequences.find((sequence) => !found.has(sequence));
  if (missing !== undefined) throw new Error(`Nothing was frozen as ${missing} of ${endpointId}`);
  return found;
}

/** A charge whose proceeds are asked for. */
export interface SentCharge {
  /** Of its fact. */
  readonly key: string;
  /** Instant at which the store told of it. */
  readonly received_at: string;
}

/** Proceeds that were sent to an endpoint for a charge; `undefined` when nothing was. */
export async function sentProceeds(
  log: EventLog,
  endpointId: string,
  { key, received_at }: SentCharge,
): Promise<UsdTenThousandths | null | undefined> {
  const id = deliveryId(endpointId, key);
  const own = await log.readLast(webhookDeliveryStream(id));
  const sequence = own !== undefined && 'sequence' in own.event.data ? own.event.data.sequence : null;
  if (typeof sequence === 'number') return (await readFrozen(log, endpointId, sequence)).proceeds;
  return (await findFrozen(log, endpointId, id, Date.parse(received_at)))?.proceeds;
}

/** Clocks of processes that froze bodies of one endpoint differ by less. */
const clocksDifferMs = 3_600_000;
const pageSize = 500;

/** Looks a delivery up among what was frozen since it can have been: bodies are frozen in the order of time. */
async function findFrozen(log: EventLog, endpointId: string, id: string, since: number): Promise<Frozen | undefined> {
  const last = await log.readLast(webhookLaneStream(endpointId));
  if (last === undefined) return undefined;
  let [low, high] = [1, Number(last.revision) + 1];
  while (high - low > pageSize) {
    const middle = Math.floor((low + high) / 2);
    const { frozen_at } = await readFrozen(log, endpointId, middle);
    if (Date.parse(frozen_at) < since - clocksDifferMs) low = middle + 1;
    else high = middle;
  }
  for (let from = low; ; from += pageSize) {
    const page = await readPage(log, endpointId, from, pageSize);
    const found = page.find(({ delivery_id }) => delivery_id === id);
    if (found !== undefined || page.length < pageSize) return found;
  }
}

async function readPage(log: EventLog, endpointId: string, from: number, maxCount: number): Promise<Frozen[]> {
  const recorded = await log.readStream(webhookLaneStream(endpointId), { fromRevision: BigInt(from - 1), maxCount });
  return recorded.flatMap(({ event }) => (event.type === 'WebhookFrozen' ? [event.data] : []));
}
