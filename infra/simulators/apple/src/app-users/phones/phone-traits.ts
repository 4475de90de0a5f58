import { DAY_MS, type DayNumber } from '../../base/calendar/calendar-days.ts';
import { shareOf, uuidOf } from '../../base/random/prng.ts';
import type { Person } from '../../market/people/person.ts';
import type { App } from '../../market/world/apps.ts';
import type { World } from '../../market/world/world.ts';

/** A version of the SDK, by what its calls differ in. */
export interface SdkVersion {
  readonly name: string;
  /** Part of the phones that have it. */
  readonly share: number;
  /** It asks again for a token that fails, and says in its calls when it sends them and of which build it is. */
  readonly isCurrent: boolean;
  /** Part of the phones without an ad that report themselves without a token. */
  readonly tokenlessShare: number;
}

export const currentSdk: SdkVersion = { name: '1.4.0', share: 0.84, isCurrent: true, tokenlessShare: 0.02 };
/** They take a token that fails once for none. */
const older: readonly SdkVersion[] = [
  { name: '1.3.2', share: 0.13, isCurrent: false, tokenlessShare: 0.6 },
  { name: '1.2.5', share: 0.03, isCurrent: false, tokenlessShare: 0.6 },
];

/** The version of the SDK in a person's app. */
export function sdkVersionOf(person: Person): SdkVersion {
  let rest = shareOf('sdk version', person.key);
  for (const version of older) {
    rest -= version.share;
    if (rest < 0) return version;
  }
  return currentSdk;
}

/** Whether a phone reports itself without a token. Only people whom no ad brought do, so that every ad keeps its users. */
export const isTokenless = (person: Person): boolean =>
  person.origin === null && shareOf('tokenless', person.key) < sdkVersionOf(person).tokenlessShare;

/** What is in the way of a phone's first post: a hotel's page in place of the service, no network, or a reply that is lost. */
export type Obstacle = 'page' | 'lost' | 'reply lost';

/** What goes wrong on a phone before its install is reported. */
export interface PhoneTroubles {
  /** How often Apple's token fails before there is one. */
  readonly failingTokens: number;
  /** Seconds by which the clock is ahead; negative where it is behind. */
  readonly clockAhead: number;
  readonly obstacle: Obstacle | undefined;
}

export const noTroubles: PhoneTroubles = { failingTokens: 0, clockAhead: 0, obstacle: undefined };

/** A little off, set ahead by a day and by ten years, and in 1970 after an empty battery. */
const clockErrors: readonly number[] = [-45, 400, 90_000, 315_360_000, -1_780_000_000];
const obstacles: readonly Obstacle[] = ['page', 'lost', 'reply lost'];
const shares = { failing: 0.06, wrongClock: 0.03, obstacle: 0.03 };
const quarterMs = 900_000;
const nearMs = 60_000;

/** The troubles of a person's phone; the same at each look. */
export function troublesOf(person: Person): PhoneTroubles {
  const draw = (what: string) => shareOf(what, person.key);
  const { isCurrent } = sdkVersionOf(person);
  // The service sets a wrong clock right by the time of arrival. No launch may come into another day by what a post takes.
  const isCorrectable = isCurrent && quarterMs - (person.launchedAt % quarterMs) > nearMs;
  return {
    failingTokens: isCurrent && draw('failing token') < shares.failing ? 1 + Math.floor(3 * draw('failures')) : 0,
    clockAhead: isCorrectable && draw('clock') < shares.wrongClock ? pick(clockErrors, draw('clock error'), 0) : 0,
    obstacle: draw('obstacle') < shares.obstacle ? pick(obstacles, draw('which obstacle'), undefined) : undefined,
  };
}

const pick = <T, Other>(items: readonly T[], share: number, otherwise: Other): T | Other =>
  items[Math.floor(items.length * share)] ?? otherwise;

/** A first launch of a build that is not from the store: on a developer's desk or with a tester. */
export interface TestLaunch {
  readonly at: number;
  readonly installId: string;
  readonly build: 'simulator' | 'debug' | 'testflight';
}

const testBuilds: readonly TestLaunch['build'][] = ['simulator', 'simulator', 'debug', 'testflight'];

/** The test launches of an app on a day, in UTC. */
export const testLaunchesOf = ({ seed }: World, app: App, day: DayNumber): readonly TestLaunch[] =>
  testBuilds.map((build, number) => {
    const name = `test launch ${app.index} ${day} ${number}`;
    return { at: Math.floor((day + shareOf(seed, name)) * DAY_MS), installId: uuidOf(seed, name), build };
  });
