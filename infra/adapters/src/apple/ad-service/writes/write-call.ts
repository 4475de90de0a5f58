import type { z } from 'zod';
import type { SearchAdsTransport } from '../calls/transport.ts';
import { SearchAdsError, type SearchAdsProblem } from '../errors.ts';
import { endOfFailure, messageOf, type RefusedItem, type WriteEnd, type WriteScope } from './write-end.ts';

export interface WriteCall {
  readonly method: 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
}

/** What a success carries: bulk calls may name errors beside what they did. */
export interface WriteResponse {
  readonly data: unknown;
  readonly problems: readonly SearchAdsProblem[];
}

/** Longest wait for the answer to a write, and to the reading before it. */
export const writeTimeoutMs = 30_000;

/** A transport whose calls are made for a scope: in its turn, and no longer than a write waits. */
export const onBehalfOf = (transport: SearchAdsTransport, { priority }: WriteScope): SearchAdsTransport => ({
  ...transport,
  call: (call, read) => transport.call({ ...call, priority, timeoutMs: writeTimeoutMs }, read),
});

/** Makes calls that change something, one attempt each. */
export type WriteCaller = <Value>(
  scope: WriteScope,
  call: WriteCall,
  read: (response: WriteResponse) => WriteEnd<Value>,
) => Promise<WriteEnd<Value>>;

/** How a version of the interface says what a write did. */
export interface WriteFrame {
  /** @throws for a body that cannot be read: the end is unknown then. */
  readonly open: (body: Buffer) => WriteResponse;
  /** Takes the rows that a refusal names out of it. */
  readonly itemsOf: (problems: readonly SearchAdsProblem[]) => RefusedItem[];
}

/** @returns a caller that never throws: whatever happens is the end of the call. */
export function createWriteCaller(transport: SearchAdsTransport, { open, itemsOf }: WriteFrame): WriteCaller {
  return async ({ orgId, priority, signal }, { method, path, body }, read) => {
    const operation = `${method} ${path}`;
    let sent = false;
    try {
      return await transport.call(
        {
          operation,
          method,
          path,
          orgId,
          priority,
          ...(body === undefined ? {} : { body }),
          ...(signal === undefined ? {} : { signal }),
          once: true,
          timeoutMs: writeTimeoutMs,
          onSent: () => {
            sent = true;
          },
        },
        (bytes) => read(open(bytes)),
      );
    } catch (cause) {
      return endOfFailure(operation, cause, sent, itemsOf);
    }
  };
}

/**
 * The end of a call about one object.
 * @throws when the object cannot be read: the end is unknown then.
 */
export function endOfOne<Schema extends z.ZodType, Value>(
  { data, problems }: WriteResponse,
  schema: Schema,
  translate: (wire: z.infer<Schema>) => Value,
): WriteEnd<Value> {
  if (data === null && problems.length > 0) return refusal(problems);
  return { kind: 'done', value: translate(schema.parse(data)) };
}

/** A success that names errors and nothing that was done. */
export function refusal(problems: readonly SearchAdsProblem[], items: readonly RefusedItem[] = []): WriteEnd<never> {
  return {
    kind: 'refused',
    status: 200,
    message: messageOf(problems, 'Apple Ads gave no reason'),
    items,
  };
}

/** @throws SearchAdsError for a list the service does not accept in one call: nothing was sent. */
export function requireRows(rows: number, most: number): void {
  if (rows === 0 || rows > most) throw new SearchAdsError(`A call takes 1 to ${most} rows`, { retry: false });
}
