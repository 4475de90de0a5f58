import { SearchAdsError, type SearchAdsProblem } from '../errors.ts';

/** What the frame of a successful answer holds. */
export interface Envelope {
  readonly data: unknown;
  /** Objects in all pages; `null` when the service does not say. */
  readonly totalResults: number | null;
  /** Where the page begins; `null` when the service does not say. */
  readonly startIndex: number | null;
  /** Objects that the service puts into a page, which may be fewer than were asked for; `null` when it does not say. */
  readonly pageSize: number | null;
}

/** Opens the frame of an answer to a question. @throws SearchAdsError for a success that proves nothing. */
export type OpenEnvelope = (operation: string, body: Buffer) => Envelope;

/** @throws SearchAdsError for a body that is no JSON object. */
export function frameOf(operation: string, body: Buffer): Record<string, unknown> {
  let frame: unknown;
  try {
    frame = JSON.parse(body.toString('utf8'));
  } catch {
    frame = undefined;
  }
  if (typeof frame === 'object' && frame !== null && !Array.isArray(frame)) return frame as Record<string, unknown>;
  const message = `${operation} answered something else than an object`;
  throw new SearchAdsError(message, { retry: true, reason: 'not_an_object', operation });
}

/** The error of a success that holds one. */
export function errorInside(operation: string, problems: readonly SearchAdsProblem[]): SearchAdsError {
  const problemText = problems.map(({ message }) => message).join('; ');
  const message = `${operation} answered an error inside a success${problemText === '' ? '' : `: ${problemText}`}`;
  return new SearchAdsError(message, { retry: true, reason: 'error_in_answer', operation, problems });
}

export const noData = (operation: string, what = 'no data'): SearchAdsError =>
  new SearchAdsError(`${operation} answered ${what}`, { retry: true, reason: 'no_data', operation });
