import { hasBar } from '@tapwise/domain';
import { z } from 'zod';
import { frameOf } from '../../ad-service/lists/envelope.ts';
import { refusal, type WriteFrame, type WriteResponse } from '../../ad-service/writes/write-call.ts';
import type { FailedEnd, RowEnd, WriteEnd } from '../../ad-service/writes/write-end.ts';
import { problemsIn } from '../lists/envelope.ts';

function openWrite(body: Buffer): WriteResponse {
  // Some deletions answer without a body.
  if (body.length === 0) return { data: null, problems: [] };
  const { result, error } = frameOf('A write', body);
  return { data: result ?? null, problems: problemsIn(error) ?? [] };
}

/** How version 1 says what a write did: rows come back under the numbers that they were sent with. */
export const writeFrame: WriteFrame = { open: openWrite, itemsOf: () => [] };

export const keptMessage = 'Apple kept the old value';

/** A write that the service would refuse, or that would do something else: it is not sent. */
export const refusedHere = (message: string): FailedEnd => ({ kind: 'refused', status: 400, message, items: [] });

/** The service no longer takes this character, which older names have. */
export const isRefusedName = (name: string | undefined): boolean => name !== undefined && hasBar(name);

/** A success does not prove the effect: one that names something else than was asked for changed nothing. */
export function provenEnd<Value>(end: WriteEnd<Value>, isAsAsked: (value: Value) => boolean): WriteEnd<Value> {
  return end.kind !== 'done' || isAsAsked(end.value)
    ? end
    : { kind: 'refused', status: 200, message: keptMessage, items: [] };
}

const itemWire = z.object({
  correlationId: z.number().int().nonnegative(),
  success: z.boolean(),
  result: z.unknown().optional(),
  error: z.unknown().optional(),
});

/** The form of what rows of a bulk call made, and what was asked for. */
export interface RowForm<Schema extends z.ZodType, Value> {
  readonly schema: Schema;
  readonly translate: (wire: z.infer<Schema>) => Value;
  /** Whether a value is what the row at a position asked for. */
  readonly isAsAsked: (value: Value, index: number) => boolean;
  readonly rows: number;
}

/**
 * The end of a bulk call, row by row. Results may come in any order and with holes: a row without one is unknown.
 * @throws when the answer cannot be read: the end is unknown then.
 */
export function endOfRows<Schema extends z.ZodType, Value>(
  { data, problems }: WriteResponse,
  { schema, translate, isAsAsked, rows }: RowForm<Schema, Value>,
): WriteEnd<readonly RowEnd<Value>[]> {
  if (data === null && problems.length > 0) return refusal(problems);
  const items = new Map(readItems(data).map((item) => [item.correlationId, item]));
  const end = (index: number): RowEnd<Value> => {
    const item = items.get(index);
    if (item === undefined) return { kind: 'unknown', message: 'The answer does not name this row' };
    if (!item.success) return refusedRow(item.error);
    const read = schema.safeParse(item.result);
    if (!read.success) return { kind: 'unknown', message: 'What the answer says of this row cannot be read' };
    const value = translate(read.data);
    return isAsAsked(value, index) ? { kind: 'done', value } : { kind: 'refused', message: keptMessage, code: '' };
  };
  return { kind: 'done', value: Array.from({ length: rows }, (_, index) => end(index)) };
}

/** Which rows of a deletion the answer says were deleted, refused, or nothing of. */
export function endsOfDeletes({ data, problems }: WriteResponse, rows: number): WriteEnd<readonly boolean[]> {
  if (data === null && problems.length > 0) return refusal(problems);
  const done = new Set(readItems(data).flatMap(({ correlationId, success }) => (success ? [correlationId] : [])));
  return { kind: 'done', value: Array.from({ length: rows }, (_, index) => done.has(index)) };
}

/** Results of rows, each read by itself. */
const readItems = (data: unknown) =>
  z
    .array(z.unknown())
    .parse(data)
    .flatMap((item) => itemWire.safeParse(item).data ?? []);

function refusedRow(error: unknown): RowEnd<never> {
  const [problem] = problemsIn(error) ?? [];
  return { kind: 'refused', message: problem?.message || 'Apple gave no reason', code: problem?.code ?? '' };
}
