import type { SearchAdsProblem } from '../errors.ts';
import { SearchAdsError } from '../errors.ts';
import { envelopeWire, failureWire } from '../schemas.ts';

/** What the frame of a successful answer holds. */
export interface Envelope {
  readonly data: unknown;
  /** Objects in all pages; `null` when the service does not say. */
  readonly totalResults: number | null;
  /** Where the page begins; `null` when the service does not say. */
  readonly startIndex: number | null;
}

/**
 * Opens the frame of an answer to a question.
 * @throws SearchAdsError for a success that proves nothing: it holds an error, no data, or is no such frame.
 */
export function openEnvelope(operation: string, body: Buffer): Envelope {
  const frame = frameOf(operation, body);
  const problems = problemsIn(frame.error);
  if (problems !== undefined) {
    const problemText = problems.map(({ message }) => message).join('; ');
    const message = `${operation} answered an error inside a success${problemText === '' ? '' : `: ${problemText}`}`;
    throw new SearchAdsError(message, { retry: true, reason: 'error_in_answer', operation, problems });
  }
  if (frame.data === null || frame.data === undefined) {
    throw new SearchAdsError(`${operation} answered no data`, { retry: true, reason: 'no_data', operation });
  }
  const pagination = envelopeWire.shape.pagination.safeParse(frame.pagination);
  const { totalResults = null, startIndex = null } = (pagination.success ? pagination.data : null) ?? {};
  return { data: frame.data, totalResults, startIndex };
}

function frameOf(operation: string, body: Buffer): Record<string, unknown> {
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

/** What an answer says is wrong; `undefined` when it says nothing. An error of an unknown form is one. */
function problemsIn(error: unknown): readonly SearchAdsProblem[] | undefined {
  if (error === null || error === undefined) return undefined;
  const failure = failureWire.shape.error.safeParse(error);
  if (!failure.success) return [];
  const { errors } = failure.data;
  if (errors.length === 0) return undefined;
  return errors.map(({ messageCode, message, field }) => ({ code: messageCode, message, field: field ?? '' }));
}
