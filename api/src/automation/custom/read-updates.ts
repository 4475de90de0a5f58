import { DomainError, errorCodes } from '@tapwise/domain';
import type { z } from 'zod';

/** Reads what a rule of one type may be changed in. @throws DomainError `invalid_request` as calls with one form are refused. */
export function readUpdates<Updates>(schema: z.ZodType<Updates>, entered: unknown): Updates {
  const read = schema.safeParse(entered);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  if (issue?.code === 'unrecognized_keys') {
    const field = issue.keys[0]?.slice(0, 40) ?? '';
    throw new DomainError('invalid_request', { message: `The field "${field}" is not known.` });
  }
  const field = ['updates', ...(issue?.path ?? [])].map(String).join('.').slice(0, 80);
  throw new DomainError('invalid_request', { message: `${errorCodes.invalid_request} Check "${field}".` });
}
