import { z } from 'zod';
import { SearchAdsError, type SearchAdsProblem } from '../errors.ts';
import type { CallPriority } from '../limiter.ts';
import { envelopeWire, failureWire } from '../schemas.ts';
import type { SearchAdsTransport } from '../transport.ts';
import { endOfFailure, messageOf, refusedItems, type WriteEnd } from './write-end.ts';

/** The organization a call is made for, and on whose behalf. */
export interface WriteScope {
  readonly orgId: number;
  /** ISO 4217, or the service's own spelling. */
  readonly currency: string;
  readonly priority: CallPriority;
  /** Ends the wait. A write that was sent by then ends as `unknown`. */
  readonly signal?: AbortSignal;
}

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

/** Makes calls that change something, one attempt each. */
export type WriteCaller = <Value>(
  scope: WriteScope,
  call: WriteCall,
  read: (response: WriteResponse) => WriteEnd<Value>,
) => Promise<WriteEnd<Value>>;

/** @returns a caller that never throws: whatever happens is the end of the call. */
export function createWriteCaller(transport: SearchAdsTransport): WriteCaller {
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
        (bytes) => read(readResponse(bytes)),
      );
    } catch (cause) {
      return endOfFailure(operation, cause, sent);
    }
  };
}

const successWire = envelopeWire.extend({ error: failureWire.shape.error.nullish().catch(null) });

function readResponse(bytes: Buffer): WriteResponse {
  // Some deletions answer without a body.
  if (bytes.length === 0) return { data: null, problems: [] };
  const { data, error } = successWire.parse(JSON.parse(bytes.toString('utf8')));
  const problems = (error?.errors ?? []).map(({ messageCode, message, field }) => ({
    code: messageCode,
    message,
    field: field ?? '',
  }));
  return { data: data ?? null, problems };
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
export function refusal(problems: readonly SearchAdsProblem[]): WriteEnd<never> {
  return {
    kind: 'refused',
    status: 200,
    message: messageOf(problems, 'The ad service gave no reason'),
    items: refusedItems(problems),
  };
}

/** How one row of a bulk call ended. */
export type RowEnd<Value> =
  | { readonly kind: 'done'; readonly value: Value }
  | { readonly kind: 'refused'; readonly message: string; readonly code: string }
  /** The answer names the row neither as done nor as refused. */
  | { readonly kind: 'unknown'; readonly message: string };

/**
 * The end of a bulk call, row by row: the service may answer 200 with errors for some rows.
 * @param findValue Finds what the answer says of the row at a position, among all rows it says were done.
 */
export function endOfRows<Schema extends z.ZodType, Value>(
  { data, problems }: WriteResponse,
  form: { schema: Schema; translate: (wire: z.infer<Schema>) => Value; rows: number },
  findValue: (done: readonly Value[], index: number) => Value | undefined,
): WriteEnd<readonly RowEnd<Value>[]> {
  const done = z
    .array(form.schema)
    .parse(data ?? [])
    .map((wire) => form.translate(wire));
  const refused = new Map(refusedItems(problems).map((item) => [item.index, item]));
  // Errors that name no row refuse the call, or leave open which rows they mean.
  if (done.length === 0 && problems.length > 0 && refused.size === 0) return refusal(problems);
  const rows = Array.from({ length: form.rows }, (_, index): RowEnd<Value> => {
    const item = refused.get(index);
    if (item !== undefined) return { kind: 'refused', message: item.message, code: item.code };
    const value = findValue(done, index);
    return value === undefined
      ? { kind: 'unknown', message: messageOf(problems, 'The answer does not name this row') }
      : { kind: 'done', value };
  });
  return { kind: 'done', value: rows };
}

/** @throws SearchAdsError for a list the service does not take in one call: nothing was sent. */
export function requireRows(rows: number, most: number): void {
  if (rows === 0 || rows > most) throw new SearchAdsError(`A call takes 1 to ${most} rows`, { retry: false });
}
