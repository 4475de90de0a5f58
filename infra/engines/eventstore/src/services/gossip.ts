import { encodeMessage } from '../wire/proto-writer.ts';
import { encodeStringUuid } from '../wire/uuid.ts';

const STATE_LEADER = 8;
const TICKS_PER_MS = 10_000n;

/** Where clients reach this node. */
export interface AdvertisedAddress {
  readonly host: string;
  readonly port: number;
}

/** `Gossip.Read`: a cluster of one member, which leads it. */
export function respondWithGossip(instanceId: string, address: AdvertisedAddress): Buffer {
  return encodeMessage((writer) => {
    writer.message(1, (member) => {
      member.bytes(1, encodeStringUuid(instanceId));
      member.uint64(2, BigInt(Date.now()) * TICKS_PER_MS);
      member.uint(3, STATE_LEADER).uint(4, 1);
      member.message(5, (endPoint) => endPoint.string(1, address.host).uint(2, address.port));
    });
  });
}
