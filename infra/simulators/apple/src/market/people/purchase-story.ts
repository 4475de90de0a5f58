import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../base/calendar/calendar-days.ts';
import { type Random, randomFor, shareOf } from '../../base/random/prng.ts';
import { storyWithCauses } from '../caused/caused-story.ts';
import type { Product } from '../world/apps.ts';
import { STOREFRONTS } from '../world/storefronts.ts';
import type { World } from '../world/world.ts';
import type { Person } from './person.ts';
import type { PurchaseEvent, PurchaseStory } from './purchase.ts';
import { StoryWriter } from './story-writer.ts';
import { writeSubscription } from './subscription-story.ts';

/** Shares of people who buy, before the person's own factor. */
const SHARES = { trial: 0.085, direct: 0.02, oneTime: 0.008 };

/** Stories end this long after the first launch. */
const HORIZON_MS = 1_100 * DAY_MS;

/** Whether a person buys anything at all; cheap, since it is asked for everyone. */
export const isBuyer = (world: World, person: Person): boolean =>
  buysUnasked(world, person) || world.caused.purchasesOf(person.key).length > 0;

const buysUnasked = (world: World, person: Person): boolean =>
  !person.caused &&
  shareOf(world.seed, 'buys', person.key) <
    world.model.buyers * person.value * (SHARES.trial + SHARES.direct + SHARES.oneTime);

/** What a person buys over the years to come; null for those who buy nothing. A function of world and person. */
export function purchaseStoryOf(world: World, person: Person): PurchaseStory | null {
  const baseStory = ownStory(world, person);
  const causes = world.caused.purchasesOf(person.key);
  return causes.length === 0 ? baseStory : storyWithCauses(person, baseStory, causes);
}

function ownStory(world: World, person: Person): PurchaseStory | null {
  if (!buysUnasked(world, person)) return null;
  const random = randomFor(world.seed, 'story', person.key);
  const tagged = random.chance(0.75);
  const storefront = random.chance(0.02) ? random.pick(STOREFRONTS).code : person.country;
  const writer = new StoryWriter({ person, random, tagged, storefront, horizon: person.launchedAt + HORIZON_MS });
  const luck = random.next() * (SHARES.trial + SHARES.direct + SHARES.oneTime);
  if (luck < SHARES.trial) {
    writeSubscription(writer, introductoryProduct(person, random), person.launchedAt + startDelay(random));
  } else if (luck < SHARES.trial + SHARES.direct) {
    writeSubscription(writer, directProduct(person, random), person.launchedAt + startDelay(random), { direct: true });
  } else {
    writeOneTime(writer, person, random);
  }
  const { stillFrom } = world;
  const happened = stillFrom === null ? writer.events : writer.events.filter(({ deliverAt }) => deliverAt <= stillFrom);
  return { tagged, events: ordered(happened) };
}

/** Most offers are taken on the day of the install, often within minutes. */
function startDelay(random: Random): number {
  return random.chance(0.85) ? MINUTE_MS + random.exponential(6 * MINUTE_MS) : random.between(HOUR_MS, 7 * DAY_MS);
}

function introductoryProduct(person: Person, random: Random): Product {
  const offered = person.app.products.filter((product) => product.introductory !== null);
  return random.pick(offered);
}

function directProduct(person: Person, random: Random): Product {
  const offered = person.app.products.filter((product) => product.period !== null);
  const total = offered.reduce((sum, product) => sum + product.directWeight, 0);
  let luck = random.next() * total;
  for (const product of offered) {
    luck -= product.directWeight;
    if (luck < 0) return product;
  }
  return offered[0] as Product;
}

function writeOneTime(writer: StoryWriter, person: Person, random: Random): void {
  const product = person.app.products.find((candidate) => candidate.period === null);
  if (product === undefined) return;
  const at = person.launchedAt + startDelay(random) + (random.chance(0.4) ? random.between(0, 20 * DAY_MS) : 0);
  const transaction = writer.transaction({
    product,
    purchasedAt: at,
    offer: null,
    previous: null,
    baseUsd: product.baseUsd,
  });
  writer.say('ONE_TIME_CHARGE', null, at, { transaction });
  if (random.chance(0.03)) writer.refund(transaction, at);
}

/** By delivery, but nothing about a purchase comes before the store knows of it. */
function ordered(events: readonly PurchaseEvent[]): readonly PurchaseEvent[] {
  return [...events].sort((left, right) => left.deliverAt - right.deliverAt || left.number - right.number);
}
