import { encodeMessage } from '../../../../wire/index.ts';
import { encodeStringUuid } from '../wire/uuid.ts';

const TICKS_PER_MS = 10_000n;

/** The number of gossip for the node that leads. */
export const STATE_LEADER = 8;

/** A node as gossip describes it, with the address where clients reach it. */
export interface GossipMember {
  readonly host: string;
  readonly port: number;
  readonly state: number;
  readonly isAlive: boolean;
}

/** `Gossip.Read`: the members of the cluster. */
export function respondWithGossip(instanceId: string, members: readonly GossipMember[]): Buffer {
  return encodeMessage((writer) => {
    for (const { host, port, state, isAlive } of members) {
      writer.message(1, (member) => {
        member.bytes(1, encodeStringUuid(instanceId));
        member.uint64(2, BigInt(Date.now()) * TICKS_PER_MS);
        member.uint(3, state).uint(4, isAlive ? 1 : 0);
        member.message(5, (endPoint) => endPoint.string(1, host).uint(2, port));
      });
    }
  });
}
