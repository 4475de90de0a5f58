import { type EventLog, uuidV5 } from '@tapwise/adapters';
import { type DomainEventOf, type UsdTenThousandths, webhookDeliveryStream, webhookLaneStream } from '@tapwise/domain';

/** Id of a delivery, and of its `webhook-id`: the same fact to the same endpoint always has the same. */
export const deliveryId = (endpointId: string, factKey: string): string => uuidV5(endpointId, factKey);

/** What was frozen with a sequence. @throws Error when there is no such thing. */
export async function readFrozen(
  log: EventLog,
  endpointId: string,
  sequence: number,
): Promise<DomainEventOf<'WebhookFrozen'>['data']> {
  const [frozen] = await log.readStream(webhookLaneStream(endpointId), {
    fromRevision: BigInt(sequence - 1),
    maxCount: 1,
  });
  if (frozen?.event.type !== 'WebhookFrozen') throw new Error(`Nothing was frozen as ${sequence} of ${endpointId}`);
  return frozen.event.data;
}

/** Proceeds that were sent to an endpoint for a fact; `undefined` when nothing was. */
export async function sentProceeds(
  log: EventLog,
  endpointId: string,
  factKey: string,
): Promise<UsdTenThousandths | null | undefined> {
  const last = await log.readLast(webhookDeliveryStream(deliveryId(endpointId, factKey)));
  const sequence = last !== undefined && 'sequence' in last.event.data ? last.event.data.sequence : null;
  return typeof sequence === 'number' ? (await readFrozen(log, endpointId, sequence)).proceeds : undefined;
}
