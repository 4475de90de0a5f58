import { setImmediate as nextTurn } from 'node:timers/promises';
import { type DayNumber, dayAt } from '../../base/calendar/calendar-days.ts';
import { shareOf } from '../../base/random/prng.ts';
import type { ActivityStore } from '../activity/activity-store.ts';
import { INSTALL_REDOWNLOAD, NEVER } from '../activity/day-columns.ts';
import { type PeopleSource, personKey, sourcesOf } from '../people/person.ts';
import type { App } from '../world/apps.ts';
import { STOREFRONTS } from '../world/storefronts.ts';
import { countryOfCell, isIpadCell } from '../world/structure.ts';
import type { World } from '../world/world.ts';
import { STORE_ZONE } from './store-catalogue.ts';

/** Downloads of an app on one Pacific day from one storefront to one kind of device. */
export interface Downloads {
  readonly country: string;
  readonly device: 'iphone' | 'ipad';
  /** By people who had the app before. */
  readonly again: boolean;
  units: number;
}

/** Share of the installs without an ad whose owner had the app before. */
const ORGANIC_AGAIN_SHARE = 0.2;

/** Every install by an ad and every other one, opened or not, by the moment of the download. */
export async function downloadsOn(
  world: World,
  activity: ActivityStore,
  app: App,
  day: DayNumber,
): Promise<readonly Downloads[]> {
  const sums = new Map<string, Downloads>();
  const add = (at: number, country: string, isIpad: boolean, again: boolean) => {
    if (dayAt(STORE_ZONE, at) !== day) return;
    const device = isIpad ? 'ipad' : 'iphone';
    const key = `${country}/${device}/${again}`;
    const sum = sums.get(key) ?? { country, device, again, units: 0 };
    sum.units += 1;
    sums.set(key, sum);
  };
  // A Pacific day ends during the next day of every zone east of it.
  for (let source = Math.max(day - 1, world.peopleFrom); source <= day + 1; source += 1) {
    for (const peopleSource of sourcesOf(world, app, source)) {
      if (peopleSource.kind === 'campaign') addPaid(world, activity, peopleSource, add);
      else addOrganic(world, activity, app, peopleSource, add);
      await nextTurn();
    }
  }
  return [...sums.values()];
}

type Add = (at: number, country: string, isIpad: boolean, again: boolean) => void;

function addPaid(world: World, activity: ActivityStore, source: PeopleSource, add: Add): void {
  const campaign = world.campaigns[source.index];
  if (campaign === undefined) return;
  const { start, installs, impressions } = activity.campaignDay(campaign, source.day);
  for (const [index, time] of installs.time.entries()) {
    if (time === NEVER) continue;
    const cell = impressions.cell[installs.impression[index] as number] as number;
    const again = ((installs.flags[index] as number) & INSTALL_REDOWNLOAD) !== 0;
    add(start + time, countryOfCell(campaign, cell), isIpadCell(cell), again);
  }
}

function addOrganic(world: World, activity: ActivityStore, app: App, source: PeopleSource, add: Add): void {
  const { start, launch, country, ipad } = activity.organicDay(app, source.day);
  for (const [index, time] of launch.entries()) {
    const again = shareOf(world.seed, 'organic-again', personKey(source, index)) < ORGANIC_AGAIN_SHARE;
    add(start + time, STOREFRONTS[country[index] ?? 0]?.code ?? 'US', ipad[index] === 1, again);
  }
}
