import type { z } from 'zod';
import type { SearchAdsTransport } from '../../ad-service/calls/transport.ts';
import { onBehalfOf, type WriteCaller } from '../../ad-service/writes/write-call.ts';
import { endOfFailure, type FailedEnd, type WriteScope } from '../../ad-service/writes/write-end.ts';
import { openEnvelope } from '../lists/envelope.ts';

/** What all writes are made with. */
export interface WriteContext {
  readonly transport: SearchAdsTransport;
  readonly call: WriteCaller;
  /** The account of an organization; `undefined` while none is bound. */
  readonly adAccountOf: (orgId: number) => number | undefined;
}

/** Reads one object before it is written. @throws SearchAdsError. */
export function readOne<Schema extends z.ZodType>(
  { transport }: Pick<WriteContext, 'transport'>,
  scope: WriteScope,
  { path, operation }: { readonly path: string; readonly operation: string },
  schema: Schema,
): Promise<z.infer<Schema>> {
  const { orgId, signal } = scope;
  return onBehalfOf(transport, scope).call(
    { operation, method: 'GET', path, orgId, ...(signal ? { signal } : {}) },
    (body) => schema.parse(openEnvelope(operation, body).data),
  );
}

/** The end of a write whose reading before it failed: nothing was sent. */
export function endBefore(operation: string, cause: unknown): FailedEnd {
  const end = endOfFailure(operation, cause, true);
  return end.kind === 'unknown' ? { ...end, sent: false } : end;
}
