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
   * `sent` is false when the request certainly never reached the service (no token, no connection): it had no effect.
   */
  | { readonly kind: 'unknown'; readonly message: string; readonly sent: boolean };

/** An amount as the service takes and gives it: a decimal string without trailing zeros, in the organization's currency. */
export type Amount = string;

/** What the service said of rows: the first number in brackets of `field` is the position of the row in the request. */
export function refusedItems(problems: readonly SearchAdsProblem[]): RefusedItem[] {
  return problems.flatMap(({ field, message, code }) => {
    const index = /\[(\d+)\]/.exec(field)?.[1];
    return index === undefined ? [] : [{ index: Number(index), message, code }];
  });
}

/** The service's messages in one text, each once. */
export function messageOf(problems: readonly SearchAdsProblem[], otherwise: string): string {
  const messages = [...new Set(problems.map(({ message }) => message).filter((message) => message !== ''))];
  return messages.length === 0 ? otherwise : messages.join('; ');
}

/** @param sent Whether the request was handed to a connection. */
export function endOfFailure(
  operation: string,
  cause: unknown,
  sent: boolean,
): Exclude<WriteEnd<never>, { kind: 'done' }> {
  const error = errorFromFault(operation, cause);
  const { status, problems, message, afterSeconds } = error;
  const reached = sent && !neverConnected(error);
  if (!reached || status === null || status === 408 || status >= 500)
    return { kind: 'unknown', message, sent: reached };
  if (status === 429) return { kind: 'limited', retryAfterMs: afterSeconds === null ? null : afterSeconds * 1000 };
  return { kind: 'refused', status, message: messageOf(problems, message), items: refusedItems(problems) };
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
