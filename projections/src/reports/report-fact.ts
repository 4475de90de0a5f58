import { z } from 'zod';

const settings = { status: z.string(), is_deleted: z.boolean(), name: z.string() };
const micros = z.number().nullable();

/** The shapes of what a report statement says, by section. */
const bodies = {
  structure: z.object({
    ...settings,
    display_status: z.string().optional(),
    search_match: z.boolean().optional(),
    bid_micros: micros.optional(),
    goal_micros: micros.optional(),
    modified_ms: z.number().nullable().optional(),
    budget_micros: micros.optional(),
    daily_budget_micros: micros.optional(),
  }),
  ads: z.object({
    ...{ impressions: z.number(), taps: z.number(), tap_installs: z.number(), view_installs: z.number() },
    micros,
  }),
  today: z.object({ spend_micros: z.number() }),
  installs: z.object({ first_launches: z.number() }),
  subscriptions: z.object({
    ...{ product_id: z.string(), status: z.string(), count: z.number() },
    ...{ trials: z.number(), trial_conversions: z.number(), conversions: z.number(), refunded_conversions: z.number() },
  }),
  income: z.object({
    product_id: z.string(),
    micros,
    /** How many sales there were, and of how many no price is known. */
    ...{ sales: z.number(), unpriced: z.number() },
    /** Storefronts whose tax and currencies whose rate is not known. */
    ...{ untaxed: z.array(z.string()), unrated: z.array(z.string()) },
  }),
  unlinked: z.object({ users: z.number() }),
} as const;

export type StructureFact = z.infer<typeof bodies.structure>;
export type AdsFact = z.infer<typeof bodies.ads>;
export type SubscriptionFact = z.infer<typeof bodies.subscriptions>;
export type IncomeFact = z.infer<typeof bodies.income>;

const json = z.string().transform((text): unknown => JSON.parse(text));
const fact = <Section extends string, Body extends z.ZodType>(section: Section, body: Body) =>
  z.object({ section: z.literal(section), id: z.number(), body: json.pipe(body) });

/** One row of a report statement. Ids 0 and −1 are users without a campaign; `parent_` is the object the rows belong to. */
export const factRow = z.discriminatedUnion('section', [
  fact('structure', bodies.structure),
  fact('parent_structure', bodies.structure),
  fact('ads', bodies.ads),
  fact('parent_ads', bodies.ads),
  fact('today', bodies.today),
  fact('installs', bodies.installs),
  fact('subscriptions', bodies.subscriptions),
  fact('income', bodies.income),
  fact('unknown_sales', bodies.income),
  fact('unlinked', bodies.unlinked),
]);
export type Fact = z.infer<typeof factRow>;
