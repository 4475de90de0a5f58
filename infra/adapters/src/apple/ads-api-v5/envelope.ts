import type { SearchAdsProblem } from '../ad-service/errors.ts';
import { type Envelope, errorInside, frameOf, noData } from '../ad-service/lists/envelope.ts';
import { envelopeWire, failureWire } from './schemas.ts';

/**
 * Opens the frame of an answer to a question.
 * @throws SearchAdsError for a success that proves nothing: it holds an error, no data, or is no such frame.
 */
export function openEnvelope(operation: string, body: Buffer): Envelope {
  const frame = frameOf(operation, body);
  const problems = problemsIn(frame.error);
  if (problems !== undefined) throw errorInside(operation, problems);
  if (frame.data === null || frame.data === undefined) throw noData(operation);
  const pagination = envelopeWire.shape.pagination.safeParse(frame.pagination);
  const { totalResults = null, startIndex = null } = (pagination.success ? pagination.data : null) ?? {};
  return { data: frame.data, totalResults, startIndex, pageSize: null };
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

/** The problems of an answer that is no success; none where it has no such frame. */
export function problemsOf(body: string): SearchAdsProblem[] {
  try {
    const { error } = failureWire.parse(JSON.parse(body));
    return error.errors.map(({ messageCode, message, field }) => ({ code: messageCode, message, field: field ?? '' }));
  } catch {
    return [];
  }
}
