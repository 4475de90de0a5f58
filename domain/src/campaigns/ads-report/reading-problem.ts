import { z } from 'zod';

/**
 * Why a reading of the ad service is not whole. An answer came and does not prove what it leaves out:
 * - `error_in_answer`, `no_data`, `not_an_object`: a success that holds an error, nothing, or something else than an answer
 * - `short_list`, `shrunk_list`, `shifted_pages`, `no_total`: pages end below the number they promise, promise less on the way, hold rows
 *   of other pages, or promise nothing
 * - `unreadable_row`, `unreadable_field`: a row, or a value in it, has no form that is known
 * - `other_currency`: an amount in another currency than the organization's, where none can be converted
 *
 * Or no answer came that could hold anything:
 * - `credentials`, `refused`, `not_found`, `moved`, `gone`: 401 and a refused token; 403 and other refusals; 404; 301 and 308; 410
 * - `limited`, `away`: 429; no answer, or a fault of the service
 */
export const readingReasonField = z.enum([
  'error_in_answer',
  'no_data',
  'not_an_object',
  'short_list',
  'shrunk_list',
  'shifted_pages',
  'no_total',
  'unreadable_row',
  'unreadable_field',
  'other_currency',
  'credentials',
  'refused',
  'not_found',
  'moved',
  'gone',
  'limited',
  'away',
]);
export type ReadingReason = z.infer<typeof readingReasonField>;

/** What kept a pull from being whole. */
export const readingProblemFields = {
  /** `partial`: a part was read; `failed`: nothing was. */
  state: z.enum(['partial', 'failed']),
  reason: readingReasonField,
  /** HTTP status of the answer; `null` where there was none, or a success. */
  http_status: z.number().int().nullable(),
  /** Method and path of the question. */
  operation: z.string().max(300),
  /** For people; never a body, a token or a key. */
  detail: z.string().max(300),
};
const readingProblem = z.object(readingProblemFields);
export type ReadingProblem = z.infer<typeof readingProblem>;

const unanswered: ReadonlySet<ReadingReason> = new Set<ReadingReason>([
  'credentials',
  'refused',
  'not_found',
  'moved',
  'gone',
  'limited',
  'away',
]);

/** Whether an answer came whose content cannot be trusted; the service was neither away nor refusing. */
export const isUntrustedResponse = (reason: ReadingReason): boolean => !unanswered.has(reason);

/** Reasons for which rows may be missing in what was read, so that a sum of the rest would be wrong. */
const missingRows: ReadonlySet<ReadingReason> = new Set<ReadingReason>([
  'error_in_answer',
  'no_data',
  'not_an_object',
  'not_found',
  'short_list',
  'shrunk_list',
  'shifted_pages',
  'no_total',
  'unreadable_row',
]);

export const mayMissRows = (reason: ReadingReason): boolean => missingRows.has(reason);
