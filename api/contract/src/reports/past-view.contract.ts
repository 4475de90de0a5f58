import { z } from 'zod';
import { okSchema } from '../envelope.ts';

/** Where the tables of a past instant are prepared, and asked about. */
export const pastViewPath = '/api/asa/past_view';

/** Parameter of every call that can be answered as of a past instant. */
export const pastViewParameter = 'as_of';

export const pastInstantSchema = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?Z$/)
  .refine((text) => !Number.isNaN(Date.parse(text)))
  .meta({ description: 'The instant, ISO 8601 in UTC, seconds may be left out: 2026-11-26T09:00Z.' });

/** For the schemas of those calls; what it must look like is checked where it is read. */
export const pastInstantField = z.string().max(40).optional().meta({
  description: 'An instant that was prepared by `POST /api/asa/past_view`: the answer is the one known then.',
});

/** Asks for the tables of an instant. Repeated, it changes nothing. */
export const pastViewBodySchema = z.strictObject({
  application_id: z.number().int().positive(),
  as_of: pastInstantSchema,
  token: z.string().max(200).optional(),
});

export const pastViewQuerySchema = z.object({
  application_id: z.string().max(20),
  as_of: pastInstantSchema.optional(),
  token: z.string().max(200).optional(),
});

export const pastViewSchema = z.object({
  /** ISO 8601. */
  as_of: z.string(),
  /** Reports with `as_of` are answered once it is `ready`; `absent` was never asked for, or was not used for a while. */
  state: z.enum(['absent', 'preparing', 'ready', 'failed']),
  /** Part of the log that has been read, 0 to 1. */
  progress: z.number(),
});
export type PastView = z.infer<typeof pastViewSchema>;

export const pastViewResponseSchema = okSchema.extend({
  /** Earliest instant that can be asked for: the application was added then. ISO 8601. */
  earliest: z.string(),
  /** Of the instant asked about; `null` without one. */
  view: pastViewSchema.nullable(),
});
export type PastViewResponse = z.infer<typeof pastViewResponseSchema>;
