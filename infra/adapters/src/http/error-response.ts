import { DomainError, type ErrorCode, errorCodes, type RefusedRow } from '@tapwise/domain';
import { z } from 'zod';

/** A failure in the form every caller relies on. */
export interface ErrorResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: {
    status: 'error';
    error_message: string;
    code: string;
    rows?: readonly RefusedRow[];
    readonly [field: string]: unknown;
  };
}

/** HTTP status of each refusal; whatever is not listed is the caller's mistake. */
const statusByCode: Partial<Record<ErrorCode, number>> = {
  unauthorized: 401,
  wrong_credentials: 401,
  forbidden: 403,
  admin_only: 403,
  demo_account: 403,
  read_only: 403,
  not_found: 404,
  invitation_invalid: 404,
  link_invalid: 404,
  unverified: 403,
  app_added: 409,
  key_in_use: 409,
  too_many_keys: 409,
  conflict: 409,
  apple_ads_not_connected: 409,
  not_allowed: 403,
  creation_running: 409,
  wrong_state: 409,
  too_many_rows: 413,
  too_many: 413,
  refused: 422,
  bad_keywords: 422,
  bad_template: 422,
  unsubscribed: 409,
  guardrail: 422,
  still_running: 409,
  already_member: 409,
  team_full: 409,
  last_admin: 409,
  subscription_active: 409,
  own_removal: 409,
  email_taken: 409,
  payments_off: 409,
  subscribed: 409,
  nothing_to_pause: 409,
  choose_plan: 409,
  update_card: 409,
  renewing_soon: 409,
  payment_failed: 409,
  same_plan: 409,
  restart_first: 409,
  busy: 409,
  provider_refused: 502,
  payload_too_large: 413,
  idempotency_key_reused: 422,
  too_many_requests: 429,
  too_soon: 429,
  too_many_attempts: 429,
  internal: 500,
  unavailable: 503,
};

/** Errors of the HTTP framework carry their own status. */
const frameworkErrorSchema = z.object({ statusCode: z.number().int().min(400).max(599), message: z.string() });

/**
 * Turns anything thrown into an answer. Refusals keep their sentence; faults of ours are answered as such and nothing more.
 * @param error What was thrown.
 * @returns `undefined` status 500 answers should be logged by the caller.
 */
export function errorResponse(error: unknown): ErrorResponse {
  if (error instanceof DomainError) return fromDomain(error);
  if (error instanceof z.ZodError) return responseOf(400, 'invalid_request', firstIssue(error));
  if (isMachineFault(error)) return responseOf(503, 'unavailable', errorCodes.unavailable, 5);
  const framework = frameworkErrorSchema.safeParse(error);
  if (!framework.success || framework.data.statusCode >= 500) {
    const status = framework.success ? framework.data.statusCode : 500;
    return status === 503
      ? responseOf(503, 'unavailable', errorCodes.unavailable, 5)
      : responseOf(500, 'internal', errorCodes.internal);
  }
  const { statusCode, message } = framework.data;
  if (statusCode === 413) return responseOf(413, 'payload_too_large', errorCodes.payload_too_large);
  if (statusCode === 429) return responseOf(429, 'too_many_requests', errorCodes.too_many_requests, 1);
  if (statusCode === 404) return responseOf(404, 'not_found', errorCodes.not_found);
  return responseOf(statusCode, 'invalid_request', message);
}

/** The system's codes for a disk that is full, read-only, not ours or broken, and for no more open files. All of them can be mended. */
const machineFaults: ReadonlySet<unknown> = new Set('ENOSPC EDQUOT EROFS EACCES EPERM EIO EMFILE ENFILE'.split(' '));

/** Whether a file could not be read or written because of the machine: the caller may try again when that is mended. */
const isMachineFault = (error: unknown): boolean =>
  error instanceof Error && 'syscall' in error && 'code' in error && machineFaults.has(error.code);

function fromDomain(error: DomainError): ErrorResponse {
  const wait = error.details.retry_after;
  const seconds = typeof wait === 'number' ? wait : error.code === 'unavailable' ? 5 : undefined;
  const refusal = responseOf(statusByCode[error.code] ?? 400, error.code, error.message, seconds);
  const rows = error.rows.length === 0 ? {} : { rows: error.rows };
  return { ...refusal, body: { ...error.answer, ...refusal.body, ...rows } };
}

function responseOf(status: number, code: string, error_message: string, retryAfter?: number): ErrorResponse {
  return {
    status,
    headers: retryAfter === undefined ? {} : { 'retry-after': String(Math.max(1, Math.ceil(retryAfter))) },
    body: { status: 'error', error_message, code },
  };
}

function firstIssue(error: z.ZodError): string {
  const issue = error.issues[0];
  if (issue === undefined) return errorCodes.invalid_request;
  return issue.path.length === 0 ? issue.message : `${issue.path.join('.')}: ${issue.message}`;
}
