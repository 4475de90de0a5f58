import { z } from 'zod';

/** What a test may make a buyer do. */
export const PURCHASE_CAUSES = ['trial', 'charge', 'one_time', 'refund', 'cancel', 'billing_issue', 'expire'] as const;
export type PurchaseCause = (typeof PURCHASE_CAUSES)[number];

/** One impression of a cell of a campaign, and what it led to. `spend` is in ten-thousandths of the currency. */
const ad = z.object({
  kind: z.literal('ad'),
  campaign: z.number().int(),
  day: z.number().int(),
  at: z.number(),
  cell: z.number().int(),
  spend: z.number().int().nullable(),
  install: z.enum(['click', 'view']).nullable(),
});

/** An install that no ad brought; the index of its storefront in STOREFRONTS. */
const organic = z.object({
  kind: z.literal('organic'),
  app: z.number().int(),
  day: z.number().int(),
  at: z.number(),
  storefront: z.number().int(),
  ipad: z.boolean(),
});

/** `person` is the number of the buyer, `product` null for the app's usual one. */
const purchase = z.object({
  kind: z.literal('purchase'),
  person: z.number().int(),
  what: z.enum(PURCHASE_CAUSES),
  product: z.string().nullable(),
  at: z.number(),
});

/** A setting of a campaign, an ad group or a keyword by its id; `part` is what it becomes. */
const setting = z.object({
  kind: z.literal('setting'),
  id: z.number().int(),
  at: z.number(),
  part: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  /** Who did it, by the service's own account of it. */
  by: z.enum(['person', 'api', 'apple']).default('person'),
});

export const causedEvent = z.discriminatedUnion('kind', [ad, organic, purchase, setting]);
export type CausedEvent = z.infer<typeof causedEvent>;
export type CausedAd = z.infer<typeof ad>;
export type CausedOrganic = z.infer<typeof organic>;
export type CausedPurchase = z.infer<typeof purchase>;
export type CausedSetting = z.infer<typeof setting>;

/** What tests have made happen, beside what follows from the seed; in the order in which it happened. */
export interface CausedEvents {
  /** Grows with every event; who keeps something made of them compares it. */
  readonly revision: number;
  add(event: CausedEvent): void;
  adsOn(campaignIndex: number, day: number): readonly CausedAd[];
  organicOn(appIndex: number, day: number): readonly CausedOrganic[];
  purchasesOf(person: number): readonly CausedPurchase[];
  settings(): readonly CausedSetting[];
}

/**
 * @param earlier events of earlier runs
 * @param keep called with each new event
 */
export function createCausedEvents(
  earlier: readonly CausedEvent[] = [],
  keep: (event: CausedEvent) => void = () => {},
): CausedEvents {
  let revision = 0;
  const bySource = new Map<string, CausedEvent[]>();
  const at = <Event extends CausedEvent>(key: string): readonly Event[] => (bySource.get(key) ?? []) as Event[];
  const apply = (event: CausedEvent) => {
    revision += 1;
    const key = sourceOf(event);
    const there = bySource.get(key);
    if (there === undefined) bySource.set(key, [event]);
    else there.push(event);
  };
  for (const event of earlier) apply(event);
  return {
    get revision() {
      return revision;
    },
    add(event) {
      apply(event);
      keep(event);
    },
    adsOn: (campaign, day) => at(`ad/${campaign}/${day}`),
    organicOn: (app, day) => at(`organic/${app}/${day}`),
    purchasesOf: (person) => at(`purchase/${person}`),
    settings: () => at('setting'),
  };
}

function sourceOf(event: CausedEvent): string {
  switch (event.kind) {
    case 'ad':
      return `ad/${event.campaign}/${event.day}`;
    case 'organic':
      return `organic/${event.app}/${event.day}`;
    case 'purchase':
      return `purchase/${event.person}`;
    case 'setting':
      return 'setting';
  }
}
