import type { CallPriority } from '../calls/limiter.ts';
import { errorFromFault, type SearchAdsError, type SearchAdsProblem } from '../errors.ts';

/** A row of a bulk call as the service named it in a refusal. */
export interface RefusedItem {
  /** Position in the list that was sent. */
  readonly index: number;
  /** The service's own words. */
  readonly message: string;
  /** For people; nothing decides by it. */
  readonly code: string;
}

/** How one call that changes something ended. One call is one attempt: the caller decides about another. */
export type WriteEnd<Value> =
  /** The service answered 2xx and names what holds now. */
  | { readonly kind: 'done'; readonly value: Value }
  /** It said no, with status 3xx or 4xx, or with 200 and errors alone. `items` only where it named rows. Nothing was changed. */
  | {
      readonly kind: 'refused';
      readonly status: number;
      readonly message: string;
      readonly items: readonly RefusedItem[];
    }
  /** 429: nothing was changed. */
  | { readonly kind: 'limited'; readonly retryAfterMs: number | null }
  /**
   * No answer, a cut or unreadable one, 408 or 5xx: it may or may not have taken effect.
   * `sent` is false when it certainly had no effect: the request never reached the service (no token, no connection), or, with
   * `isDisconnected`, the service does nothing for the organization until its connection changes.
   */
  | {
      readonly kind: 'unknown';
      readonly message: string;
      readonly sent: boolean;
      readonly isDisconnected?: true;
    };

/** The end of a call that did not do what it was to. */
export type FailedEnd = Exclude<WriteEnd<never>, { kind: 'done' }>;

/** An amount as the service takes and gives it: a decimal string without trailing zeros, in the organization's currency. */
export type Amount = string;

/** The organization a call is made for, and on whose behalf. */
export interface WriteScope {
  readonly orgId: number;
  /** ISO 4217, or the service's own spelling. */
  readonly currency: string;
  readonly priority: CallPriority;
  /** Ends the wait. A write that was sent by then ends as `unknown`. */
  readonly signal?: AbortSignal;
}

/** How one row of a bulk call ended. */
export type RowEnd<Value> =
  | { readonly kind: 'done'; readonly value: Value }
  | { readonly kind: 'refused'; readonly message: string; readonly code: string }
  /** The answer names the row neither as done nor as refused. */
  | { readonly kind: 'unknown'; readonly message: string };

/** The code of a row that is refused because the same exists already. */
export const duplicateKeyword = 'DUPLICATE_KEYWORD';

/** The service's messages in one text, each once. */
export function messageOf(problems: readonly SearchAdsProblem[], otherwise: string): string {
  const messages = [...new Set(problems.map(({ message }) => message).filter((message) => message !== ''))];
  return messages.length === 0 ? otherwise : messages.join('; ');
}

/**
 * @param sent Whether the request was handed to a connection.
 * @param itemsOf Takes the rows that a refusal names out of it.
 */
export function endOfFailure(
  operation: string,
  cause: unknown,
  sent: boolean,
  itemsOf: (problems: readonly SearchAdsProblem[]) => RefusedItem[] = () => [],
): FailedEnd {
  const error = errorFromFault(operation, cause);
  const { status, problems, message, afterSeconds } = error;
  if (error.isDisconnected) return { kind: 'unknown', message, sent: false, isDisconnected: true };
  const reached = sent && !neverConnected(error);
  if (!reached || status === null || status === 408 || status >= 500)
    return { kind: 'unknown', message, sent: reached };
  if (status === 429) return { kind: 'limited', retryAfterMs: afterSeconds === null ? null : afterSeconds * 1000 };
  return { kind: 'refused', status, message: messageOf(problems, message), items: itemsOf(problems) };
}

/** Faults before a connection was there, over which a request could have gone. */
const connectFaults: ReadonlySet<unknown> = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

function neverConnected({ cause }: SearchAdsError): boolean {
  const faults = cause instanceof AggregateError ? cause.errors : [cause];
  return faults.every((fault) => fault instanceof Error && 'code' in fault && connectFaults.has(fault.code));
}
