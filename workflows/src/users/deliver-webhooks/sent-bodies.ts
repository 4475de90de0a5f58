import { type EventLog, findFrozenBody, readFrozenBodies, uuidV5 } from '@tapwise/adapters';
import { type UsdTenThousandths, webhookDeliveryStream } from '@tapwise/domain';

/** Id of a delivery, and of its `webhook-id`: the same fact to the same endpoint always has the same. */
export const deliveryId = (endpointId: string, factKey: string): string => uuidV5(endpointId, factKey);

/** A charge whose proceeds are asked for. */
export interface SentCharge {
  /** Of its fact. */
  readonly key: string;
  /** Instant at which the store reported it. */
  readonly received_at: string;
}

/** Proceeds that were sent to an endpoint for a charge; `undefined` when nothing was. */
export async function sentProceeds(
  log: EventLog,
  endpointId: string,
  { key, received_at }: SentCharge,
): Promise<UsdTenThousandths | null | undefined> {
  const id = deliveryId(endpointId, key);
  const lastRecorded = await log.readLast(webhookDeliveryStream(id));
  const sequence =
    lastRecorded !== undefined && 'sequence' in lastRecorded.event.data ? lastRecorded.event.data.sequence : null;
  if (typeof sequence === 'number')
    return (await readFrozenBodies(log, endpointId, [sequence])).get(sequence)?.proceeds;
  return (await findFrozenBody(log, endpointId, id, Date.parse(received_at)))?.proceeds;
}
