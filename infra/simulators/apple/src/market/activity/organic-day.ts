import { DAY_MS, type DayNumber } from '../../base/calendar/calendar-days.ts';
import { cumulativeOf, randomFor } from '../../base/random/prng.ts';
import type { App } from '../world/apps.ts';
import { momentOfShare } from '../world/market.ts';
import { STOREFRONTS } from '../world/storefronts.ts';
import type { World } from '../world/world.ts';

/** Installs of one app on one UTC day that no ad brought. `launch` is in milliseconds after `start`. */
export interface OrganicDay {
  readonly app: App;
  readonly day: DayNumber;
  readonly start: number;
  readonly launch: Uint32Array;
  /** Index into STOREFRONTS. */
  readonly country: Uint8Array;
  readonly ipad: Uint8Array;
  /** Installs that were not caused; the caused ones come after them. */
  readonly ownInstalls: number;
}

const countryWeights = cumulativeOf(STOREFRONTS.map((storefront) => storefront.organicWeight));

/** Generates a day; a function of the world and its two arguments alone. */
export function generateOrganicDay(world: World, app: App, day: DayNumber): OrganicDay {
  const random = randomFor(world.seed, 'organic-day', app.adamId, day);
  const { model, anchorDay, scale } = world;
  const mean =
    day < world.peopleFrom && model.sharedAmongRunning
      ? 0
      : model.volumes.organicInstalls * scale * app.organicShare * model.growth(anchorDay, day) * model.season(day);
  const count = random.poisson(mean);
  const start = day * DAY_MS;
  const stillFrom = (world.stillFrom ?? Number.POSITIVE_INFINITY) - start;
  const launch: number[] = [];
  const country: number[] = [];
  const ipad: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const time = Math.floor(momentOfShare((index + random.next()) / count) * DAY_MS);
    if (time > stillFrom) break;
    launch.push(time);
    country.push(random.pickCumulative(countryWeights));
    ipad.push(random.next() < 0.09 ? 1 : 0);
  }
  const ownInstalls = launch.length;
  for (const caused of world.caused.organicOn(app.index, day)) {
    launch.push(caused.at - start);
    country.push(caused.storefront);
    ipad.push(caused.ipad ? 1 : 0);
  }
  return {
    app,
    day,
    start,
    launch: Uint32Array.from(launch),
    country: Uint8Array.from(country),
    ipad: Uint8Array.from(ipad),
    ownInstalls,
  };
}
