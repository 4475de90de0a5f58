import type { z } from 'zod';
import { AdsApiError, badRequest } from '../advertising/ads-api-error.ts';

/**
 * Reads a body strictly.
 *
 * @throws AdsApiError 400: `REQUEST_UNRECOGNIZED_PROPERTY` for a field that the schema does not have, `FIELD_REQUIRED` for one that is
 * missing, else `INVALID_INPUT`; the first wrong field is named
 */
export function bodyOf<T>(schema: z.ZodType<T>, value: unknown): T {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const path = issue?.path.join('.') ?? '';
  if (issue?.code === 'unrecognized_keys') {
    const [key = ''] = issue.keys;
    throw badRequest(
      `Unrecognized property: ${key}`,
      path === '' ? key : `${path}.${key}`,
      'REQUEST_UNRECOGNIZED_PROPERTY',
    );
  }
  if (issue?.code === 'invalid_type' && issue.message.includes('received undefined'))
    throw badRequest(`${path} is required`, path, 'FIELD_REQUIRED');
  throw new AdsApiError(400, 'INVALID_INPUT', issue?.message ?? 'Request body is not readable', path);
}
