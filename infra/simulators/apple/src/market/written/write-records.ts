import { z } from 'zod';

const id = z.number().int();
const json = z.unknown();

/**
 * What a write did to one object. `part` names settings by the world's names (`status`, `dailyBudget`, `defaultBid`, `bid`,
 * `deleted` …) and what they are from then on; `was` what they were just before. `campaign` is an index; null: the object is in none.
 */
const set = z.object({
  do: z.literal('set'),
  campaign: id.nullable(),
  id,
  part: z.record(z.string(), json),
  was: z.record(z.string(), json),
});

const campaign = z.object({
  do: z.literal('campaign'),
  id,
  org: id,
  app: id,
  name: z.string(),
  countries: z.array(z.string()),
  status: z.enum(['ENABLED', 'PAUSED']),
  dailyBudget: z.number(),
  totalBudget: z.number().nullable(),
  /** Journals of earlier versions do not say them. */
  bidStrategy: z.enum(['MANUAL_CPT', 'MAX_CONVERSIONS']).default('MANUAL_CPT'),
  targetCpa: z.number().nullable().default(null),
  invoice: z.record(z.string(), json).nullable(),
});

const adGroup = z.object({
  do: z.literal('adGroup'),
  id,
  campaign: id,
  name: z.string(),
  status: z.enum(['ENABLED', 'PAUSED']),
  defaultBid: z.number(),
  cpaGoal: z.number().nullable(),
  searchMatch: z.boolean(),
  /** As it was written. Journals of earlier versions do not say it. */
  startTime: z.string().optional(),
  targeting: z.record(z.string(), json).nullable(),
});

const keyword = z.object({
  do: z.literal('keyword'),
  id,
  campaign: id,
  adGroup: id,
  text: z.string(),
  matchType: z.enum(['EXACT', 'BROAD']),
  bid: z.number().nullable(),
  status: z.enum(['ACTIVE', 'PAUSED']),
});

/** `adGroup` null: for the whole campaign. */
const negative = z.object({
  do: z.literal('negative'),
  id,
  campaign: id,
  adGroup: id.nullable(),
  text: z.string(),
  matchType: z.enum(['EXACT', 'BROAD']),
  status: z.enum(['ACTIVE', 'PAUSED']),
});

const ad = z.object({
  do: z.literal('ad'),
  id,
  campaign: id,
  adGroup: id,
  creative: id,
  name: z.string(),
  status: z.enum(['ENABLED', 'PAUSED']),
});

const creative = z.object({ do: z.literal('creative'), id, org: id, app: id, name: z.string(), page: z.string() });

/** Settings return to those of the market; what was created is deleted. */
const reset = z.object({ do: z.literal('reset') });

export const effectSchema = z.discriminatedUnion('do', [
  set,
  campaign,
  adGroup,
  keyword,
  negative,
  ad,
  creative,
  reset,
]);
export type Effect = z.infer<typeof effectSchema>;
export type EffectOf<Kind extends Effect['do']> = Extract<Effect, { do: Kind }>;

/** One call that was to change something, successful or not. */
export const writeRecordSchema = z.object({
  /** Counts from 1. */
  number: id,
  /** Instant of the world, ms. */
  at: z.number(),
  org: id,
  /** Id of the API's user that called; journals of earlier versions do not say it. */
  user: id.optional(),
  method: z.string(),
  /** The API that was called; `path` is below its base. */
  api: z.enum(['v5', 'v1']).default('v5'),
  path: z.string(),
  body: json,
  /** Of the answer; 0 when the connection was cut instead. */
  status: id,
  /** What a fault did to the call. */
  fault: z.string().nullable(),
  effects: z.array(effectSchema),
  /** Settings that tests had caused by then: decides who was first at one instant. */
  caused: id,
});
export type WriteRecord = z.infer<typeof writeRecordSchema>;
