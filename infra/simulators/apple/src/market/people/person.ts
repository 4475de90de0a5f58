import type { DayNumber } from '../../base/calendar/calendar-days.ts';
import { shareOf, uuidOf } from '../../base/random/prng.ts';
import type { ActivityStore } from '../activity/activity-store.ts';
import {
  type CampaignDay,
  INSTALL_BY_VIEW,
  INSTALL_CAUSED,
  INSTALL_LAUNCHED,
  INSTALL_REDOWNLOAD,
} from '../activity/day-columns.ts';
import type { OrganicDay } from '../activity/organic-day.ts';
import type { App } from '../world/apps.ts';
import { STOREFRONTS } from '../world/storefronts.ts';
import { type Campaign, countryOfCell, isIpadCell, type Target, targetOfCell } from '../world/structure.ts';
import type { World } from '../world/world.ts';

/** The ad that led to an install. Instants in milliseconds. */
export interface AdOrigin {
  readonly campaign: Campaign;
  readonly target: Target;
  readonly claim: 'click' | 'view';
  readonly redownload: boolean;
  readonly impressionAt: number;
}

/** Someone who installed an app and opened it. */
export interface Person {
  /** Unique number, a function of where and when the install happened. */
  readonly key: number;
  readonly installId: string;
  readonly app: App;
  readonly launchedAt: number;
  readonly country: string;
  readonly device: 'iphone' | 'ipad';
  /** Null for an install that no ad brought. */
  readonly origin: AdOrigin | null;
  /** Factor on the willingness to pay. */
  readonly value: number;
  /** Made to happen by a test; buys only what is caused. */
  readonly caused: boolean;
}

/** A place where people come from on one day: a campaign, or the organic installs of an app. */
export interface PeopleSource {
  readonly kind: 'campaign' | 'organic';
  readonly index: number;
  readonly day: DayNumber;
}

const ORGANIC_INDEX = 500;
const PLACES_PER_DAY = 65_536;
const DAYS = 100_000;

/** The number of the n-th install of a source. */
export const personKey = (source: PeopleSource, ordinal: number): number =>
  ((source.kind === 'organic' ? ORGANIC_INDEX + source.index : source.index) * DAYS + source.day) * PLACES_PER_DAY +
  ordinal;

/** The source and place of a person's number. */
export function sourceOfKey(key: number): { source: PeopleSource; ordinal: number } {
  const ordinal = key % PLACES_PER_DAY;
  const sourceNumber = Math.floor(key / PLACES_PER_DAY);
  const index = Math.floor(sourceNumber / DAYS);
  const day = sourceNumber % DAYS;
  const organic = index >= ORGANIC_INDEX;
  return {
    source: { kind: organic ? 'organic' : 'campaign', index: organic ? index - ORGANIC_INDEX : index, day },
    ordinal,
  };
}

/** Whether AdServices names the ad: installs of ad groups aimed at a gender are never attributed. */
export const isAttributed = (origin: AdOrigin | null): origin is AdOrigin =>
  origin !== null && origin.target.adGroup.gender === null;

/** All sources of people of an app on a day. */
export function sourcesOf(world: World, app: App, day: DayNumber): readonly PeopleSource[] {
  const campaigns = world.campaigns.filter((campaign) => campaign.app === app);
  return [
    ...campaigns.map((campaign): PeopleSource => ({ kind: 'campaign', index: campaign.index, day })),
    { kind: 'organic', index: app.index, day },
  ];
}

/** The people of a source, in the order of their places. */
export function peopleOf(world: World, activity: ActivityStore, source: PeopleSource): readonly Person[] {
  const people: Person[] = [];
  const size = installCount(world, activity, source);
  for (let ordinal = 0; ordinal < size; ordinal += 1) {
    const person = personAt(world, activity, source, ordinal);
    if (person !== null) people.push(person);
  }
  return people;
}

/** One person; null for an install that was never opened or does not exist. */
export function personAt(world: World, activity: ActivityStore, source: PeopleSource, ordinal: number): Person | null {
  if (source.kind === 'organic') {
    const app = world.apps[source.index];
    return app === undefined ? null : organicPerson(world, activity.organicDay(app, source.day), source, ordinal);
  }
  const campaign = world.campaigns[source.index];
  return campaign === undefined ? null : paidPerson(world, activity.campaignDay(campaign, source.day), source, ordinal);
}

function installCount(world: World, activity: ActivityStore, source: PeopleSource): number {
  if (source.kind === 'organic') {
    const app = world.apps[source.index];
    return app === undefined ? 0 : activity.organicDay(app, source.day).launch.length;
  }
  const campaign = world.campaigns[source.index];
  return campaign === undefined ? 0 : activity.campaignDay(campaign, source.day).installs.time.length;
}

function paidPerson(world: World, day: CampaignDay, source: PeopleSource, ordinal: number): Person | null {
  const { campaign, installs, impressions } = day;
  const flags = installs.flags[ordinal];
  if (flags === undefined || (flags & INSTALL_LAUNCHED) === 0) return null;
  const impression = installs.impression[ordinal] as number;
  const cell = impressions.cell[impression] as number;
  const target = targetOfCell(campaign, cell);
  const key = personKey(source, ordinal);
  return {
    key,
    installId: uuidOf(world.seed, 'install', key),
    app: campaign.app,
    launchedAt: day.start + (installs.launch[ordinal] as number),
    country: countryOfCell(campaign, cell),
    device: isIpadCell(cell) ? 'ipad' : 'iphone',
    origin: {
      campaign,
      target,
      claim: (flags & INSTALL_BY_VIEW) === 0 ? 'click' : 'view',
      redownload: (flags & INSTALL_REDOWNLOAD) !== 0,
      impressionAt: day.start + (impressions.time[impression] as number),
    },
    value: world.model.value(campaign) * target.valueFactor * personalFactor(world, key),
    caused: (flags & INSTALL_CAUSED) !== 0,
  };
}

function organicPerson(world: World, day: OrganicDay, source: PeopleSource, ordinal: number): Person | null {
  const launch = day.launch[ordinal];
  if (launch === undefined) return null;
  const key = personKey(source, ordinal);
  return {
    key,
    installId: uuidOf(world.seed, 'install', key),
    app: day.app,
    launchedAt: day.start + launch,
    country: STOREFRONTS[day.country[ordinal] ?? 0]?.code ?? 'US',
    device: day.ipad[ordinal] === 1 ? 'ipad' : 'iphone',
    origin: null,
    value: personalFactor(world, key),
    caused: ordinal >= day.ownInstalls,
  };
}

const personalFactor = (world: World, key: number): number => 0.7 + 0.6 * shareOf(world.seed, 'value', key);
