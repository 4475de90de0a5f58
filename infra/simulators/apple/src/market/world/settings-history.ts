import { DAY_MS, MINUTE_MS } from '../../base/calendar/calendar-days.ts';
import { type Random, randomFor } from '../../base/random/prng.ts';
import type { WrittenTurn } from '../written/written.ts';
import type { Organization } from './organizations.ts';
import type { Ad, AdGroup, Campaign, Creative, Keyword, NegativeKeyword } from './structure.ts';
import type { World } from './world.ts';

/** Settings at an instant: each object as it then is, with the moment it was last touched. */
export interface SettingsInForce {
  campaign(campaign: Campaign): Campaign;
  adGroup(adGroup: AdGroup): AdGroup;
  keyword(keyword: Keyword): Keyword;
  negative(negative: NegativeKeyword): NegativeKeyword;
  ad(ad: Ad): Ad;
  creative(creative: Creative): Creative;
}

/** A change of settings that was made elsewhere than through the ads APIs. */
export interface OutsideChange {
  readonly moment: number;
  /** Of the object. */
  readonly id: number;
  readonly part: Readonly<Record<string, unknown>>;
  /** A person in the service's own console, another program of the customer's, or the service's support. */
  readonly by: 'person' | 'api' | 'apple';
}

/** What the advertiser's staff change, tests cause and the ads API writes, over all time. */
export interface SettingsHistory {
  at(instant: number): SettingsInForce;
  /** What was changed elsewhere in an organization, oldest first. Both instants are included. */
  outsideChanges(organization: Organization, from: number, to: number): readonly OutsideChange[];
}

/** A setting of an object; `part` says what it is from then on. Turns of one instant are in the order of `sequence`. */
interface Turn {
  readonly moment: number;
  readonly sequence?: number;
  readonly part: object;
}

interface StaffTurn extends Turn {
  readonly id: number;
}

/** The staff had been at it for this long when the simulator first started. */
const PAST_MS = 14 * DAY_MS;
/** One turn in each of these stretches, in every organization; in the first hour of the present they hurry. */
const USUAL_MS = 30 * MINUTE_MS;
const HURRIED_MS = 5 * MINUTE_MS;
const HURRIED_TURNS = 12;

/**
 * Settings turn at fixed, seeded moments. Amounts only go up from those the market was built with and down to them again, and
 * only keywords without traffic are switched, so that every tap fits the settings it happened under.
 *
 * @param startedAt instant (ms) of the first start of the world
 */
export function createSettingsHistory(world: World, startedAt: number): SettingsHistory {
  const staffs = world.organizations.map((organization) => createStaff(world, organization, startedAt));
  const firstWriteOf = (written: readonly WrittenTurn[]): number =>
    written.find(({ reset }) => !reset)?.moment ?? Number.POSITIVE_INFINITY;
  return {
    outsideChanges(organization, from, to) {
      const staff = staffs[world.organizations.indexOf(organization)];
      const staffUntil = Math.min(to, world.stillFrom ?? to);
      const turns = [...(staff?.turnsUntil(staffUntil).values() ?? [])]
        .flat()
        .filter(({ moment, id }) => moment <= staffUntil && moment < firstWriteOf(writtenTurns(world, id, moment)))
        .map(({ moment, id, part }): OutsideChange => ({ moment, id, part: { ...part }, by: 'person' }));
      const ids = idsIn(world.campaigns.filter(({ org }) => org === organization));
      const caused = world.caused
        .settings()
        .filter(({ id }) => ids.has(id))
        .map(({ at, id, part, by }): OutsideChange => ({ moment: at, id, part, by }));
      return [...turns, ...caused]
        .filter(({ moment }) => moment >= from && moment <= to)
        .sort((left, right) => left.moment - right.moment);
    },
    at(instant) {
      const turned = staffs.map((staff) => staff.turnsUntil(instant));
      const caused = causedTurns(world, instant);
      const staffUntil = Math.min(instant, world.stillFrom ?? instant);
      const lastOf = <Item extends { id: number }>(item: Item): Item => {
        const written = writtenTurns(world, item.id, instant);
        const firstWrite = firstWriteOf(written);
        const turns = turned
          .flatMap((byObject): readonly Turn[] => byObject.get(item.id) ?? [])
          // What is written through the API is left alone by the staff.
          .filter(({ moment }) => moment <= staffUntil && moment < firstWrite)
          .concat(caused.get(item.id) ?? [], written)
          .sort((left, right) => left.moment - right.moment || (left.sequence ?? 0) - (right.sequence ?? 0));
        const modifiedAt = turns.at(-1)?.moment;
        return modifiedAt === undefined
          ? item
          : Object.assign({}, item, ...turns.map(({ part }) => part), { modifiedAt });
      };
      return { campaign: lastOf, adGroup: lastOf, keyword: lastOf, negative: lastOf, ad: lastOf, creative: lastOf };
    },
  };
}

/** Ids of campaigns and of what is in them. */
const idsIn = (campaigns: readonly Campaign[]): ReadonlySet<number> =>
  new Set(
    campaigns.flatMap(({ id, adGroups }) => [
      id,
      ...adGroups.flatMap((group) => [group.id, ...group.keywords.map((keyword) => keyword.id)]),
    ]),
  );

/** What tests set, by object. */
function causedTurns(world: World, instant: number): ReadonlyMap<number, readonly Turn[]> {
  const turns = new Map<number, Turn[]>();
  world.caused.settings().forEach(({ id, at, part }, index) => {
    if (at <= instant) turns.set(id, [...(turns.get(id) ?? []), { moment: at, sequence: index + 1, part }]);
  });
  return turns;
}

/** What was written of an object since the last reset; the reset itself comes first. */
function writtenTurns({ written }: World, id: number, instant: number): readonly WrittenTurn[] {
  const turns = written.turnsOf(id).filter(({ moment }) => moment <= instant);
  return turns.slice(
    Math.max(
      0,
      turns.findLastIndex(({ reset }) => reset),
    ),
  );
}

/** What the people of an organization work on, and each amount's distance above its first value, in steps. */
interface Desk {
  readonly campaigns: readonly Campaign[];
  readonly steps: Map<number, number>;
}

/** The people of one organization; their turns are made up as far as they are asked for. */
function createStaff(world: World, organization: Organization, startedAt: number) {
  const campaigns = world.campaigns.filter(
    ({ org, status, deleted }) => org === organization && status === 'ENABLED' && !deleted,
  );
  const turns = new Map<number, StaffTurn[]>();
  const desk: Desk = { campaigns, steps: new Map() };
  let next = -PAST_MS / USUAL_MS;
  return {
    turnsUntil(instant: number): ReadonlyMap<number, readonly StaffTurn[]> {
      for (; campaigns.length > 0 && stretchOf(next, startedAt).start <= instant; next += 1) {
        const turn = turnOf(randomFor(world.seed, 'settings', organization.orgId, next), next, desk, startedAt);
        turns.set(turn.id, [...(turns.get(turn.id) ?? []), turn]);
      }
      return turns;
    },
  };
}

/** Stretches are counted from the first start: the past ones are negative. */
function stretchOf(index: number, startedAt: number): { start: number; length: number } {
  if (index < 0) return { start: startedAt + index * USUAL_MS, length: USUAL_MS };
  if (index < HURRIED_TURNS) return { start: startedAt + index * HURRIED_MS, length: HURRIED_MS };
  return { start: startedAt + HURRIED_TURNS * HURRIED_MS + (index - HURRIED_TURNS) * USUAL_MS, length: USUAL_MS };
}

/** Amounts are up to this many steps of 5 % above their first value. */
const STEPS = 6;

/** Every third turn is of a daily budget, the others of bids and of keywords that are switched; each changes something. */
function turnOf(random: Random, index: number, { campaigns, steps }: Desk, startedAt: number): StaffTurn {
  const { start, length } = stretchOf(index, startedAt);
  const moment = Math.floor(start + random.between(0.2, 0.9) * length);
  const campaign = random.pick(campaigns);
  const adGroup = random.pick(campaign.adGroups);
  /** Another step than the object is at. */
  const step = (id: number, count: number): number => {
    const next = ((steps.get(id) ?? 0) + 1 + random.int(count - 1)) % count;
    steps.set(id, next);
    return next;
  };
  const raised = (id: number, base: number) => Math.round(base * (1 + 0.05 * step(id, STEPS + 1)) * 100) / 100;
  if (index % 3 === 0 || adGroup.deleted) {
    const { id, dailyBudget } = campaign;
    return { moment, id, part: { dailyBudget: raised(id, dailyBudget) } };
  }
  const { id, keywords, defaultBid } = adGroup;
  const paused = keywords.filter(({ status, deleted }) => status === 'PAUSED' && !deleted);
  if (paused.length > 0 && random.chance(0.2)) {
    const switched = random.pick(paused);
    return { moment, id: switched.id, part: { status: step(switched.id, 2) === 0 ? 'PAUSED' : 'ACTIVE' } };
  }
  const biddable = keywords.filter(({ bid, status, deleted }) => bid !== null && status === 'ACTIVE' && !deleted);
  if (biddable.length === 0 || random.chance(0.3)) return { moment, id, part: { defaultBid: raised(id, defaultBid) } };
  const keyword = random.pick(biddable);
  return { moment, id: keyword.id, part: { bid: raised(keyword.id, keyword.bid ?? defaultBid) } };
}
