import type { FastifyReply } from 'fastify';
import type { PlatformFaults } from '../../control/platform-faults.ts';
import { AdsApiError, type AdsApiErrorItem } from '../advertising/ads-api-error.ts';

const OUTER_CODES: Readonly<Record<number, string>> = {
  400: 'VALIDATION_ERROR',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  429: 'rate_limit_exceeded',
  500: 'internal_server_error',
};

/** Change history has outer codes of its own. */
const HISTORY_CODES: Readonly<Record<number, string>> = { 400: 'BAD_REQUEST', 401: 'NOT_AUTHED', 404: 'NOT_FOUND' };

/** Words of the checks that both APIs share, where the Platform API has others. */
const CODES: Readonly<Record<string, string>> = {
  '404': 'NOT_FOUND',
  MISSING_REQUIRED_FIELD: 'FIELD_REQUIRED',
  INVALID_ATTRIBUTE_TYPE: 'INVALID_VALUE',
  INVALID_JSON: 'REQUEST_INVALID',
};

/** The error object of a refusal, outside and inside bulk results alike. */
export function errorObject(refusal: AdsApiError, form: PlatformFaults['errorForm']): object {
  const code = OUTER_CODES[refusal.status] ?? 'bad_request';
  const details = refusal.items.map((item) => detailOf(item, form));
  return form === 'errors' ? { code, errors: details } : { code, message: refusal.message, details };
}

function detailOf({ messageCode, message, field }: AdsApiErrorItem, form: PlatformFaults['errorForm']): object {
  const detail = { code: CODES[messageCode] ?? messageCode, message };
  return field === '' || field === 'null' || form === 'no_field' ? detail : { ...detail, info: { field } };
}

/** @param path of the call */
export function sendRefusal(
  reply: FastifyReply,
  refusal: AdsApiError,
  { form, path }: { readonly form: PlatformFaults['errorForm']; readonly path: string },
): FastifyReply {
  const code = path.startsWith('/v1/change-history') ? HISTORY_CODES[refusal.status] : undefined;
  const body =
    form === 'empty'
      ? ''
      : JSON.stringify({ error: { ...errorObject(refusal, form), ...(code === undefined ? {} : { code }) } });
  return reply.code(refusal.status).type('application/json').send(body);
}

/** What became of an error that a handler threw. */
export function refusalOfError(error: unknown): AdsApiError {
  if (error instanceof AdsApiError) return error;
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (status === 400) return new AdsApiError(400, 'REQUEST_INVALID', 'Request body is not readable');
  if (status < 500) return new AdsApiError(status, 'REQUEST_INVALID', 'The request cannot be read.');
  return new AdsApiError(500, 'INTERNAL', error instanceof Error ? error.message : 'Something went wrong.');
}
