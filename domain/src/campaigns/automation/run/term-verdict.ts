import { z } from 'zod';
import { microsField } from '../../../shared/fields.ts';
import { partialField } from './rule-figure-names.ts';

const count = z.number().int().nonnegative();

/** What a filter decided about one search term, and on which figures; spend in micros. */
export const termVerdictField = z.object({
  decision_id: z.uuid(),
  /** Of the keyword that brought it; its id is 0 where the ad service chose the term itself. */
  key: z.string(),
  /** Text key. */
  term: z.string(),
  /** Where a negative of it goes: a campaign, or one of its ad groups. */
  scope: z.string().regex(/^\d{1,16}(:\d{1,16})?$/),
  campaign_name: z.string(),
  /** Name of that campaign or ad group. */
  place_name: z.string(),
  verdict: z.enum(['negated', 'to_decide', 'skipped']),
  inputs: z.object({ impressions: count, taps: count, installs: count, spend: microsField, partial: partialField }),
  /** It was not to be decided at the run before. */
  begins: z.boolean(),
  message: z.string().nullable(),
});
export type TermVerdict = z.infer<typeof termVerdictField>;

/** How the call for a negative keyword ended. */
export const settledTermField = z.object({
  ...termVerdictField.pick({ decision_id: true, key: true, term: true, campaign_name: true, place_name: true }).shape,
  outcome: z.enum(['changed', 'unchanged', 'refused', 'conflict', 'skipped', 'unknown']),
  message: z.string().nullable(),
});
export type SettledTerm = z.infer<typeof settledTermField>;
