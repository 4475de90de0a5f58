import { logPositionHeader } from '@tapwise/contract';
import type { FastifyReply } from 'fastify';

/** Says up to which position of the log the answer holds: what it wrote, or what its tables had applied. */
export function holdsUpTo(reply: FastifyReply, position: bigint): void {
  void reply.header(logPositionHeader, position.toString());
}
