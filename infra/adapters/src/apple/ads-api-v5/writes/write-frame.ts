import { z } from 'zod';
import type { SearchAdsProblem } from '../../ad-service/errors.ts';
import { refusal, type WriteFrame, type WriteResponse } from '../../ad-service/writes/write-call.ts';
import { messageOf, type RefusedItem, type RowEnd, type WriteEnd } from '../../ad-service/writes/write-end.ts';
import { envelopeWire, failureWire } from '../schemas.ts';

const successWire = envelopeWire.extend({ error: failureWire.shape.error.nullish().catch(null) });

function openWrite(bytes: Buffer): WriteResponse {
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

/** What the service said of rows: the first number in brackets of `field` is the position of the row in the request. */
export function refusedItems(problems: readonly SearchAdsProblem[]): RefusedItem[] {
  return problems.flatMap(({ field, message, code }) => {
    const index = /\[(\d+)\]/.exec(field)?.[1];
    return index === undefined ? [] : [{ index: Number(index), message, code }];
  });
}

/** How version 5 says what a write did. */
export const writeFrame: WriteFrame = { open: openWrite, itemsOf: refusedItems };

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
