import { z } from 'zod';
import type { AppUsers } from '../app-users/app-users.ts';
import type { Delivery } from '../app-users/courier.ts';
import { dayAt } from '../base/calendar/calendar-days.ts';
import type { SimulatorClock } from '../base/clock.ts';
import type { ActivityStore } from '../market/activity/activity-store.ts';
import { INSTALL_CAUSED } from '../market/activity/day-columns.ts';
import { type CausedEvent, type CausedPurchase, PURCHASE_CAUSES } from '../market/caused/caused-events.ts';
import { soldProduct } from '../market/caused/caused-story.ts';
import { type PeopleSource, type Person, personAt } from '../market/people/person.ts';
import type { StoreEvent } from '../market/people/purchase.ts';
import { purchaseStoryOf } from '../market/people/purchase-story.ts';
import { appOf } from '../market/world/apps.ts';
import { STOREFRONTS } from '../market/world/storefronts.ts';
import type { World } from '../market/world/world.ts';
import { type AdSource, adSourceOf, CauseError, causedSetting } from './cause-targets.ts';

/** Where traffic comes from: a keyword, an ad group, a campaign, or (with `app` alone) no ad at all. */
const trafficSource = {
  app: z.number().int().optional(),
  campaign: z.number().int().optional(),
  ad_group: z.number().int().optional(),
  keyword: z.number().int().optional(),
  country: z.string().length(2).optional(),
  device: z.enum(['iphone', 'ipad']).default('iphone'),
};

const count = z.number().int().min(1).max(1_000).default(1);

/** What a test may make happen now. */
export const causeSchema = z.discriminatedUnion('cause', [
  z.strictObject({
    cause: z.literal('install'),
    ...trafficSource,
    claim: z.enum(['click', 'view']).default('click'),
    count,
  }),
  z.strictObject({
    cause: z.literal('taps'),
    ...trafficSource,
    count,
    /** Of one tap, in units of the organization's currency; without it 80 % of the bid. */
    spend: z.number().min(0).max(10_000).optional(),
  }),
  z.strictObject({ cause: z.literal('impressions'), ...trafficSource, count }),
  z.strictObject({
    cause: z.enum(PURCHASE_CAUSES),
    ...trafficSource,
    /** Buyer; without it a user installs the app first, at the place given. */
    install_id: z.string().optional(),
    product: z.string().optional(),
  }),
  z.strictObject({
    cause: z.literal('setting'),
    campaign: z.number().int().optional(),
    ad_group: z.number().int().optional(),
    keyword: z.number().int().optional(),
    name: z.string().min(1).optional(),
    status: z.enum(['ENABLED', 'ACTIVE', 'PAUSED']).optional(),
    daily_budget: z.number().positive().optional(),
    bid: z.number().positive().optional(),
    deleted: z.boolean().optional(),
    by: z.enum(['person', 'api', 'apple']).default('person'),
  }),
]);

export type Cause = z.infer<typeof causeSchema>;
type Placed = Extract<Cause, { device: string }>;
type PurchaseRequest = Extract<Cause, { install_id?: string | undefined }>;

export interface CauseSite {
  readonly world: World;
  readonly activity: ActivityStore;
  readonly clock: SimulatorClock;
  readonly users: AppUsers;
}

/** A post that a cause led to. `posted` is false while no product serves the app or it does not answer. */
interface Posted {
  readonly install_id: string;
  readonly posted: boolean;
  readonly log_position: string | null;
}

/** How long an answer waits for the product to take what was posted. */
const DELIVERY_MS = 10_000;

/**
 * Makes something happen at the present moment of the world. From then on it is part of reports, sales files and truth; the
 * answer comes when the product has acknowledged the posts.
 *
 * @returns the instant, and for people their install ids, purchases and where the product wrote them
 * @throws CauseError for objects and people that do not exist, or purchases with nothing to act on
 */
export async function carryOut(site: CauseSite, cause: Cause): Promise<object> {
  const at = site.clock.revealed();
  switch (cause.cause) {
    case 'impressions':
    case 'taps':
      return causeTraffic(site, at, cause);
    case 'install':
      return {
        at,
        installs: await Promise.all(Array.from({ length: cause.count }, () => post(site, installed(site, at, cause)))),
      };
    case 'setting': {
      const event = causedSetting(site.world, at, cause);
      site.world.caused.add(event);
      return { at, id: event.id, ...event.part };
    }
    default:
      return causePurchase(site, at, cause);
  }
}

function causeTraffic(
  { world }: CauseSite,
  at: number,
  cause: Extract<Cause, { cause: 'taps' | 'impressions' }>,
): object {
  const adSource = adSourceOf(world, cause);
  if (adSource === null) throw new CauseError('campaign, ad_group or keyword is needed');
  const price = cause.cause === 'taps' ? (cause.spend ?? adSource.target.bid * 0.8) : null;
  const spend = price === null ? null : Math.round(price * 10_000);
  for (let index = 0; index < cause.count; index += 1)
    world.caused.add(adEvent(adSource, at, { spend, install: null }));
  return {
    at,
    ...idsOf(adSource),
    spend: ((spend ?? 0) * cause.count) / 10_000,
    currency: adSource.campaign.org.currency,
  };
}

/** Installs the app and opens it. Not posted yet. */
function installed(
  site: Pick<CauseSite, 'world' | 'activity'>,
  at: number,
  cause: Placed & { claim?: 'click' | 'view' },
): Person {
  const { world, activity } = site;
  const adSource = adSourceOf(world, cause);
  const { source, event } =
    adSource === null ? organicInstall(world, at, cause) : adInstall(adSource, at, cause.claim ?? 'click');
  world.caused.add(event);
  const person = personAt(world, activity, source, lastOrdinal(site, source));
  if (person === null) throw new CauseError('The install did not happen');
  return person;
}

interface Install {
  readonly source: PeopleSource;
  readonly event: CausedEvent;
}

function adInstall(adSource: AdSource, at: number, claim: 'click' | 'view'): Install {
  const spend = claim === 'click' ? Math.round(adSource.target.bid * 8_000) : null;
  const event = adEvent(adSource, at, { spend, install: claim });
  return { source: { kind: 'campaign', index: event.campaign, day: event.day }, event };
}

function organicInstall(world: World, at: number, cause: Placed): Install {
  const app = appOf(cause.app ?? 0);
  const storefront = STOREFRONTS.findIndex(({ code }) => code === (cause.country ?? 'US'));
  if (app === null || !world.apps.includes(app)) throw new CauseError('app, campaign, ad_group or keyword is needed');
  if (storefront < 0) throw new CauseError(`There is no storefront ${cause.country}`);
  const day = dayAt('UTC', at);
  const ipad = cause.device === 'ipad';
  return {
    source: { kind: 'organic', index: app.index, day },
    event: { kind: 'organic', app: app.index, day, at, storefront, ipad },
  };
}

function lastOrdinal({ world, activity }: Pick<CauseSite, 'world' | 'activity'>, source: PeopleSource): number {
  if (source.kind === 'campaign') {
    const campaign = world.campaigns[source.index];
    if (campaign === undefined) return -1;
    // Behind the caused ones may be those that what was written will bring later today.
    return activity.campaignDay(campaign, source.day).installs.flags.findLastIndex((flags) => flags & INSTALL_CAUSED);
  }
  const app = world.apps[source.index];
  return app === undefined ? -1 : activity.organicDay(app, source.day).launch.length - 1;
}

function adEvent(
  { campaign, cell }: AdSource,
  at: number,
  led: { spend: number | null; install: 'click' | 'view' | null },
): Extract<CausedEvent, { kind: 'ad' }> {
  return { kind: 'ad', campaign: campaign.index, day: dayAt(campaign.org.timeZone, at), at, cell, ...led };
}

async function causePurchase(site: CauseSite, at: number, cause: PurchaseRequest): Promise<object> {
  const { world } = site;
  const isNew = cause.install_id === undefined;
  if (isNew) checkFirstPurchase(world, cause);
  const buyer = isNew ? installed(site, at, cause) : causedPerson(site, cause.install_id ?? '');
  const event: CausedPurchase = {
    kind: 'purchase',
    person: buyer.key,
    what: cause.cause,
    product: cause.product ?? null,
    at,
  };
  const message = messageOf(world, buyer, event);
  if (isNew) await post(site, buyer);
  world.caused.add(event);
  const { transaction } = message;
  return {
    at,
    ...(await post(site, buyer, message)),
    product_id: transaction.product.productId,
    transaction_id: transaction.id,
    original_transaction_id: transaction.originalId,
    price: transaction.priceMilli / 1000,
    currency: transaction.currency,
  };
}

/** Before a user installs the app for it. @throws CauseError when the app sells no such thing, or it is no sale */
function checkFirstPurchase(world: World, cause: PurchaseRequest): void {
  const app = adSourceOf(world, cause)?.campaign.app ?? appOf(cause.app ?? 0);
  if (app === null) throw new CauseError('app, campaign, ad_group or keyword is needed');
  const { cause: what, product = null } = cause;
  if (what !== 'trial' && what !== 'charge' && what !== 'one_time')
    throw new CauseError(`A ${what} needs the install_id of a buyer`);
  attempt(() => soldProduct(app, what, product));
}

function attempt<T>(act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw new CauseError(error instanceof Error ? error.message : String(error));
  }
}

/** The message the purchase leads to. @throws CauseError when there is nothing to act on */
function messageOf(world: World, buyer: Person, event: CausedPurchase): StoreEvent {
  const tried = {
    ...world,
    caused: { ...world.caused, purchasesOf: () => [...world.caused.purchasesOf(buyer.key), event] },
  };
  const last = attempt(() => purchaseStoryOf(tried, buyer)?.events.at(-1));
  if (last?.kind !== 'notification') throw new CauseError('Nothing would happen');
  return last;
}

/** A user whose install was caused; the days since the first start are looked through. */
function causedPerson({ world, activity, clock }: CauseSite, installId: string): Person {
  for (let day = dayAt('UTC', clock.revealed()) + 1; day >= world.anchorDay - 1; day -= 1) {
    const sources: PeopleSource[] = [
      ...world.campaigns.map(({ index }): PeopleSource => ({ kind: 'campaign', index, day })),
      ...world.apps.map(({ index }): PeopleSource => ({ kind: 'organic', index, day })),
    ];
    for (const source of sources) {
      const events =
        source.kind === 'campaign' ? world.caused.adsOn(source.index, day) : world.caused.organicOn(source.index, day);
      if (events.length === 0) continue;
      for (let number = lastOrdinal({ world, activity }, source); number >= 0; number -= 1) {
        const person = personAt(world, activity, source, number);
        if (person?.installId === installId) return person;
      }
    }
  }
  throw new CauseError(`install_id ${installId} is not that of an install that was caused`);
}

async function post({ users }: CauseSite, person: Person, event: StoreEvent | null = null): Promise<Posted> {
  const delivering = users.deliver(person, event);
  const late = new Promise<null>((resolve) => setTimeout(resolve, DELIVERY_MS, null).unref());
  const delivery: Delivery | null = delivering === null ? null : await Promise.race([delivering, late]);
  return {
    install_id: person.installId,
    posted: delivery?.acknowledged ?? false,
    log_position: delivery?.logPosition ?? null,
  };
}

const idsOf = ({ campaign, target }: AdSource) => ({
  campaign: campaign.id,
  ad_group: target.adGroup.id,
  keyword: target.keyword?.id ?? null,
});
