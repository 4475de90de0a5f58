/** A line of the ad service's own explanation. Codes are for people: nothing decides by them. */
export interface SearchAdsProblem {
  readonly code: string;
  readonly message: string;
  readonly field: string;
}

/** A call to the ad service did not give what was asked for. Never carries tokens or keys. */
export class SearchAdsError extends Error {
  override readonly name = 'SearchAdsError';
  /** Whether the same call may succeed later: the service is away, busy or broken, not refusing. */
  readonly retryable: boolean;
  /** HTTP status; `null` when there was no answer, or none that can be read. */
  readonly status: number | null;
  /** How long the service asked us to wait, in milliseconds. */
  readonly retryAfterMs: number | null;
  readonly problems: readonly SearchAdsProblem[];
  /** The call that failed was for an access token. */
  readonly ofAccess: boolean;

  constructor(
    message: string,
    about: {
      retryable: boolean;
      status?: number;
      retryAfterMs?: number | null;
      problems?: readonly SearchAdsProblem[];
      ofAccess?: boolean;
      cause?: unknown;
    },
  ) {
    super(message, about.cause === undefined ? undefined : { cause: about.cause });
    this.retryable = about.retryable;
    this.status = about.status ?? null;
    this.retryAfterMs = about.retryAfterMs ?? null;
    this.problems = about.problems ?? [];
    this.ofAccess = about.ofAccess ?? false;
  }
}

const retryableStatuses: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);

/** Makes the error of an answer that is no success. */
export function errorFromStatus(
  operation: string,
  status: number,
  about: { retryAfter?: string | undefined; problems: readonly SearchAdsProblem[]; ofAccess?: boolean },
): SearchAdsError {
  const said = about.problems.map((problem) => problem.message).join('; ');
  return new SearchAdsError(`${operation} answered ${status}${said === '' ? '' : `: ${said}`}`, {
    retryable: retryableStatuses.has(status),
    status,
    retryAfterMs: retryAfterMs(about.retryAfter),
    problems: about.problems,
    ofAccess: about.ofAccess ?? false,
  });
}

/** Makes the error of a call that got no readable answer. */
export function errorFromFault(operation: string, cause: unknown, ofAccess = false): SearchAdsError {
  if (cause instanceof SearchAdsError) return cause;
  const tooLarge = cause instanceof Error && cause.name === 'BodyTooLargeError';
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new SearchAdsError(`${operation} failed: ${reason}`, { retryable: !tooLarge, ofAccess, cause });
}

/** Reads `Retry-After`, which is a number of seconds or an HTTP date. */
function retryAfterMs(header: string | undefined): number | null {
  if (header === undefined || header.trim() === '') return null;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, at - Date.now());
}
