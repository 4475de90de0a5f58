import { isRetryableLogFault, StreamMovedError } from '@tapwise/adapters';
import { DomainError, errorCodes } from '@tapwise/domain';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';

/** Turns whatever was thrown into a refusal with a code. An unforeseen error is `internal` and says nothing about itself. */
export function asRefusal(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) return fromValidation(error.validation[0]);
  if (error instanceof StreamMovedError) return new DomainError('conflict', { cause: error });
  if (isRetryableLogFault(error) || isTablesFault(error)) {
    return new DomainError('unavailable', { details: { retry_after: 1 }, cause: error });
  }
  return fromFramework(error) ?? new DomainError('internal', { cause: error });
}

function fromValidation(issue: { keyword?: string; instancePath?: string; params?: unknown } | undefined): DomainError {
  const keys = (issue?.params as { keys?: unknown } | undefined)?.keys;
  if (issue?.keyword === 'unrecognized_keys' && Array.isArray(keys)) {
    return new DomainError('invalid_request', { message: `The field "${String(keys[0]).slice(0, 40)}" is not known.` });
  }
  const field = (issue?.instancePath ?? '').split('/').filter(Boolean).join('.').slice(0, 80);
  if (field === '') return new DomainError('invalid_request');
  return new DomainError('invalid_request', { message: `${errorCodes.invalid_request} Check "${field}".` });
}

/** Errors of the HTTP framework carry a status of their own. */
function fromFramework(error: unknown): DomainError | undefined {
  const statusCode = fieldOf(error, 'statusCode');
  if (typeof statusCode !== 'number' || statusCode < 400 || statusCode >= 500) return undefined;
  if (statusCode === 413) return new DomainError('payload_too_large');
  if (statusCode === 429) return new DomainError('too_many_requests');
  if (statusCode === 404) return new DomainError('not_found');
  return new DomainError('invalid_request');
}

/** The network's own errors when the tables are away. */
const awayCodes: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ECONNABORTED',
]);
/** The engine's when it is too busy or is stopping: time, queries at once, memory, threads, cancelled. */
const busyCodes: ReadonlySet<unknown> = new Set(['159', '202', '241', '439', '394']);

function isTablesFault(error: unknown): boolean {
  const code = fieldOf(error, 'code');
  if (awayCodes.has(code) || busyCodes.has(code)) return true;
  return error instanceof Error && (error.message === 'Timeout error.' || error.message === 'socket hang up');
}

function fieldOf(error: unknown, name: string): unknown {
  return typeof error === 'object' && error !== null ? (error as Record<string, unknown>)[name] : undefined;
}
