import { z } from 'zod';
import type { SearchAdsProblem } from '../../ad-service/errors.ts';
import { type Envelope, errorInside, frameOf, noData } from '../../ad-service/lists/envelope.ts';
import { isRecord } from '../../ad-service/wire/lenient.ts';

const count = z.coerce.number().int().nonnegative();
const optionalCount = z
  .unknown()
  .optional()
  .transform((value): number | null => (value === null ? null : (count.safeParse(value).data ?? null)));

const paginationWire = z
  .object({ totalCount: optionalCount, offset: optionalCount, pageSize: optionalCount })
  .nullish()
  .catch(null);

/**
 * Opens the frame of an answer to a question.
 * @throws SearchAdsError for a success that proves nothing: it holds an error, no result, or is no such frame.
 */
export function openEnvelope(operation: string, body: Buffer): Envelope {
  const frame = frameOf(operation, body);
  const problems = problemsIn(frame.error);
  if (problems !== undefined) throw errorInside(operation, problems);
  if (frame.result === null || frame.result === undefined) throw noData(operation);
  const { totalCount = null, offset = null, pageSize = null } = paginationWire.parse(frame.pagination) ?? {};
  return {
    data: frame.result,
    totalResults: totalCount,
    startIndex: offset,
    pageSize: pageSize === 0 ? null : pageSize,
  };
}

const text = z.coerce.string().catch('');
const detail = z.object({
  code: text,
  messageCode: text,
  message: text,
  field: z.string().nullish().catch(null),
  info: z.object({ field: z.string().nullish() }).nullish().catch(null),
});
/** The interface's own form (`details`, once `errors`), and that of version 5, which the same host has for paths it does not know. */
const errorWire = z.object({
  code: text,
  message: text,
  details: z.array(detail).nullish().catch(null),
  errors: z.array(detail).nullish().catch(null),
});

/** What an answer says is wrong; `undefined` when it says nothing. An error of an unknown form is one. */
export function problemsIn(error: unknown): readonly SearchAdsProblem[] | undefined {
  if (error === null || error === undefined) return undefined;
  const read = errorWire.safeParse(error);
  if (!read.success) return [];
  const { code, message, details, errors } = read.data;
  const all = [...(details ?? []), ...(errors ?? [])];
  if (all.length === 0) return code === '' && message === '' ? [] : [{ code, message, field: '' }];
  return all.map((item) => ({
    code: textOf(item.messageCode) || textOf(item.code) || code,
    message: textOf(item.message) || message,
    field: item.field ?? item.info?.field ?? '',
  }));
}

/** A missing text is read as one of these. */
const textOf = (value: string): string => (value === 'undefined' || value === 'null' ? '' : value);

/** The problems of an answer that is no success; none where it has no such frame. */
export function problemsOf(body: string): readonly SearchAdsProblem[] {
  try {
    const frame: unknown = JSON.parse(body);
    return (isRecord(frame) && problemsIn(frame.error)) || [];
  } catch {
    return [];
  }
}

/** Whether a body is the frame of version 5: the path is none of this interface's. */
export function isForeignFrame(body: string): boolean {
  try {
    const frame: unknown = JSON.parse(body);
    return isRecord(frame) && 'data' in frame && !('result' in frame);
  } catch {
    return false;
  }
}
