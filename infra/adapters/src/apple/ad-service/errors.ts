import { isUntrustedResponse, type ReadingProblem, type ReadingReason } from '@tapwise/domain';
import { OutsideFault, secondsOfRetryAfter } from '../../failures/outside-fault.ts';

/** A line of the ad service's own explanation. Codes are for people: nothing decides by them. */
export interface SearchAdsProblem {
  readonly code: string;
  readonly message: string;
  readonly field: string;
}

/** A call to the ad service did not give what was asked for. Never carries tokens or keys. */
export class SearchAdsError extends OutsideFault {
  override readonly name = 'SearchAdsError';
  /** HTTP status; `null` when there was no answer, or none that can be read. */
  readonly status: number | null;
  readonly problems: readonly SearchAdsProblem[];
  /** The call that failed was for an access token. */
  readonly ofAccess: boolean;
  /** The organization, or all of them, are not connected to the service: nothing was done, and nothing is until that changes. */
  readonly isDisconnected: boolean;
  /** What kind of fault it is, for those who keep account of them. */
  readonly reason: ReadingReason;
  /** Method and path of the call, or what else was asked; empty where no call is to blame. */
  readonly operation: string;

  constructor(
    message: string,
    details: {
      retry: boolean;
      reason?: ReadingReason;
      operation?: string;
      status?: number;
      afterSeconds?: number | null;
      problems?: readonly SearchAdsProblem[];
      ofAccess?: boolean;
      isDisconnected?: boolean;
      cause?: unknown;
    },
  ) {
    super(message, details);
    this.status = details.status ?? null;
    this.problems = details.problems ?? [];
    this.ofAccess = details.ofAccess ?? false;
    this.isDisconnected = details.isDisconnected ?? false;
    this.reason = details.reason ?? reasonOfStatus(this.status);
    this.operation = details.operation ?? '';
  }
}

/** The client is being closed; the service had no part in it. */
export class SearchAdsClosedError extends SearchAdsError {
  constructor() {
    super('The ad service is being closed', { retry: true });
  }
}

/** The same error, of which it is known that nothing is done until the connection changes. */
export function disconnected(error: SearchAdsError): SearchAdsError {
  const { message, reason, operation, status, problems, ofAccess } = error;
  return new SearchAdsError(message, {
    retry: false,
    reason,
    operation,
    ...(status === null ? {} : { status }),
    problems,
    ofAccess,
    isDisconnected: true,
    cause: error,
  });
}

/** What a failed question says about the reading it belongs to. */
export function problemOfError({ reason, status: http_status, operation, message }: SearchAdsError): ReadingProblem {
  return { state: 'failed', reason, http_status, ...shortened(operation, message) };
}

const longestText = 300;

export const shortened = (operation: string, detail: string): { operation: string; detail: string } => ({
  operation: operation.slice(0, longestText),
  detail: detail.slice(0, longestText),
});

/** Whether an answer came and proves nothing: an error inside a success, no data, something else than an answer. */
export const isUntrusted = (error: SearchAdsError): boolean => isUntrustedResponse(error.reason);

const reasonsByStatus = new Map<number | null, ReadingReason>([
  ...([301, 302, 307, 308] as const).map((status): [number, ReadingReason] => [status, 'moved']),
  [401, 'credentials'] as const,
  [404, 'not_found'] as const,
  [410, 'gone'] as const,
  [429, 'limited'] as const,
  [408, 'away'] as const,
  [null, 'away'] as const,
]);

const reasonOfStatus = (status: number | null): ReadingReason =>
  reasonsByStatus.get(status) ?? (status !== null && status < 500 ? 'refused' : 'away');

const retryableStatuses: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);

/** Makes the error of an answer that is no success. */
export function errorFromStatus(
  operation: string,
  status: number,
  details: {
    retryAfter?: string | readonly string[] | undefined;
    problems: readonly SearchAdsProblem[];
    ofAccess?: boolean;
    isDisconnected?: boolean;
    /** Where it is not the status that says it. */
    reason?: ReadingReason;
  },
): SearchAdsError {
  const problemText = details.problems.map((problem) => problem.message).join('; ');
  return new SearchAdsError(`${operation} answered ${status}${problemText === '' ? '' : `: ${problemText}`}`, {
    retry: retryableStatuses.has(status),
    operation,
    status,
    afterSeconds: secondsOfRetryAfter(details.retryAfter, Date.now()),
    problems: details.problems,
    ofAccess: details.ofAccess ?? false,
    isDisconnected: details.isDisconnected ?? false,
    ...(details.reason === undefined ? {} : { reason: details.reason }),
  });
}

/** Makes the error of a call that got no readable answer. */
export function errorFromFault(operation: string, cause: unknown, ofAccess = false): SearchAdsError {
  if (cause instanceof SearchAdsError) return cause;
  const tooLarge = cause instanceof Error && cause.name === 'BodyTooLargeError';
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new SearchAdsError(`${operation} failed: ${reason}`, { retry: !tooLarge, operation, ofAccess, cause });
}
