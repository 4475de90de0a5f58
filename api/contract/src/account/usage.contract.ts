import { z } from 'zod';
import { okSchema } from '../envelope.ts';
import { creationKinds } from '../settings-changes/creation.contract.ts';

export const usagePaths = { usage: '/api/usage', clientError: '/api/client_error' } as const;

const count = z.number().int().min(0).max(1_000_000_000);
const days = z.number().int().min(-4000).max(4000);
/** Addresses as the page's router has them, so without ids and words of a person. */
const route = z.string().regex(/^\/[a-z_/:*]{0,79}$/);
const code = z.string().regex(/^[a-z_]{1,40}$/);
const level = z.enum(['campaign', 'campaigns', 'ad_group', 'adgroups', 'keyword', 'keywords']);
const plan = { plan: z.union([z.literal(2), z.literal(3), z.literal(4)]), period: z.enum(['monthly', 'annual']) };

/**
 * Everything that is reported about how the page is used: names and the properties of each. Nothing is free text, so no name, keyword,
 * amount or address can be among it.
 */
export const usageCatalogue = {
  charts_report_update_requested: z.strictObject({ report_type: level, end_offset_days: days, range_days: days }),
  reports_level_opened: z.strictObject({ level }),
  reports_export_finished: z.strictObject({ rows: count, ms: count }),
  creation_step_completed: z.strictObject({
    kind: z.enum(creationKinds),
    step: z.enum(['started', 'finished']),
    keywords: count,
  }),
  bids_submitted: z.strictObject({ count }),
  wizard_step_completed: z.strictObject({
    kind: z.enum(['ads', 'store', 'notifications', 'sdk']),
    step: z.enum(['name', 'keys', 'vendor', 'secret', 'confirmation']),
    ok: z.boolean(),
  }),
  signup_completed: z.strictObject({ by: z.enum(['form', 'invitation']) }),
  plan_selected: z.strictObject(plan),
  checkout_opened: z.strictObject({}),
  checkout_completed: z.strictObject({}),
  checkout_closed: z.strictObject({}),
  page_error_shown: z.strictObject({ code, route }),
} as const;

type Catalogue = typeof usageCatalogue;
export type UsageName = keyof Catalogue;
export type UsageProperties<Name extends UsageName> = z.infer<Catalogue[Name]>;

/** What is taken from callers without a session. */
export const usageWithoutSession: ReadonlySet<UsageName> = new Set(['page_error_shown', 'signup_completed']);

export const mostUsageEvents = 50;

/** Events are looked at one by one: what is unknown is dropped and counted, a page is never refused for it. */
export const usageBodySchema = z.strictObject({
  events: z.array(z.unknown()),
  token: z.string().max(200).nullish(),
});
export const usageEventSchema = z.object({
  name: z.enum(Object.keys(usageCatalogue) as [UsageName, ...UsageName[]]),
  at: z.iso.datetime({ offset: true }),
  properties: z.unknown().optional(),
});
export const usageResponseSchema = okSchema.extend({ accepted: z.number(), dropped: z.number() });

/** A fault of the page. Long texts are cut by the page, so that the whole stays below 8 kB. */
export const clientErrorBodySchema = z.strictObject({
  message: z.string(),
  stack: z.string().nullish(),
  route: z.string().max(200).nullish(),
  build: z.string().max(100).nullish(),
  request_id: z.string().max(100).nullish(),
  token: z.string().max(200).nullish(),
});
export type ClientErrorBody = z.infer<typeof clientErrorBodySchema>;
