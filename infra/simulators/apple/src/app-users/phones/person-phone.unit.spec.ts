import { firstLaunchByOurClock } from '@tapwise/domain';
import { describe, expect, it } from 'vitest';
import { parseDay } from '../../base/calendar/calendar-days.ts';
import { readToken } from '../../endpoints/install-attribution/attribution-token.ts';
import { createActivityStore } from '../../market/activity/activity-store.ts';
import { type Person, peopleOf, sourcesOf } from '../../market/people/person.ts';
import { APPS } from '../../market/world/apps.ts';
import { createWorld } from '../../market/world/world.ts';
import type { ProductResponse } from '../product-client.ts';
import { reportInstall } from './person-phone.ts';
import {
  currentSdk,
  isTokenless,
  noTroubles,
  type PhoneTroubles,
  sdkVersionOf,
  testLaunchesOf,
  troublesOf,
} from './phone-traits.ts';

const anchorDay = parseDay('2026-11-20') ?? 0;
const world = createWorld({ seed: 1, scale: 4, anchorDay });
const activity = createActivityStore(world);
const people = APPS.flatMap((app) => sourcesOf(world, app, anchorDay)).flatMap((source) =>
  peopleOf(world, activity, source),
);
const withToken = people.find((person) => !isTokenless(person) && sdkVersionOf(person) === currentSdk) as Person;

const reply = (status: number, body: unknown, retryAfterMs: number | null = null): ProductResponse => ({
  status,
  body,
  retryAfterMs,
  logPosition: status === 200 ? '7' : null,
});
const ok = reply(200, { status: 'ok', attribution: null });

/** Has a phone report its install to a product with these replies; `null`: no connection. Waits take no time. */
async function report(
  person: Person,
  troubles: Partial<PhoneTroubles>,
  replies: (ProductResponse | null)[],
): Promise<{ last: ProductResponse; waits: number[]; bodies: Record<string, unknown>[] }> {
  const waits: number[] = [];
  const bodies: Record<string, unknown>[] = [];
  let now = person.launchedAt;
  const last = await reportInstall(
    person,
    { ...noTroubles, ...troubles },
    {
      clock: { now: () => now, revealed: () => now, paused: false, pause: () => {} },
      replied: () => undefined,
      async post(_call, body) {
        bodies.push(body as Record<string, unknown>);
        const response = replies.shift();
        if (response === undefined) throw new Error('more posts than replies');
        if (response === null) throw new TypeError('no connection');
        return response;
      },
      async wait(seconds) {
        waits.push(Math.round(seconds));
        now += seconds * 1000;
      },
    },
  );
  return { last, waits, bodies };
}

describe("a person's phone", () => {
  it('asks for a token again after 2, 6 and 15 seconds, and posts nothing before it has one', async () => {
    const { last, waits, bodies } = await report(withToken, { failingTokens: 3 }, [ok]);
    expect({ last, waits }).toEqual({ last: ok, waits: [2, 6, 15] });
    expect(bodies).toHaveLength(1);
    expect(readToken(String(bodies[0]?.attribution_token))?.person).toBe(withToken.key);
  });

  it('posts again after what the service asks for, a page and a lost reply, until it is answered', async () => {
    const pending = reply(202, { status: 'pending', retry_after: 5 });
    const { waits, bodies } = await report(withToken, {}, [
      reply(503, 'busy', 3000),
      pending,
      reply(200, '<html>'),
      ok,
    ]);
    expect(waits.slice(0, 2)).toEqual([3, 5]);
    expect(waits).toHaveLength(3);
    expect(new Set(bodies.map(({ install_id }) => install_id))).toEqual(new Set([withToken.installId]));
    for (const [obstacle, posts] of [
      ['page', 1],
      ['lost', 1],
      ['reply lost', 2],
    ] as const) {
      expect((await report(withToken, { obstacle }, [ok, ok])).bodies, obstacle).toHaveLength(posts);
    }
  });

  it('rests after five posts until the app is opened again, and gives up when it is refused', async () => {
    const { waits, last } = await report(withToken, {}, [null, null, null, null, null, ok]);
    expect([waits.length, waits.at(-1), last]).toEqual([5, 30, ok]);
    const refused = reply(400, { status: 'error' });
    expect(await report(withToken, {}, [refused])).toMatchObject({ last: refused, waits: [] });
  });

  it('says when it sends and of which build it is, but for older versions', async () => {
    const { bodies } = await report(withToken, {}, [ok]);
    expect(bodies[0]).toMatchObject({ sdk_version: '1.4.0', build: 'store', sent_at: expect.stringMatching(/Z$/) });
    const old = people.find((person) => sdkVersionOf(person) !== currentSdk) as Person;
    const [body] = (await report(old, {}, [ok])).bodies;
    expect(body).toMatchObject({ sdk_version: sdkVersionOf(old).name, device_class: old.device });
    expect([body?.sent_at, body?.build]).toEqual([undefined, undefined]);
  });
});

describe('the phones of a day', () => {
  const share = (some: readonly Person[], has: (person: Person) => boolean) => some.filter(has).length / some.length;

  it('lack a token only where no ad came before, and more often with an older SDK', () => {
    expect(people.filter((person) => person.origin !== null && isTokenless(person))).toEqual([]);
    const older = people.filter((person) => sdkVersionOf(person) !== currentSdk);
    const newest = people.filter((person) => sdkVersionOf(person) === currentSdk);
    expect(older.length / people.length).toBeGreaterThan(0.1);
    expect(share(older, isTokenless)).toBeGreaterThan(3 * share(newest, isTokenless));
    expect(share(newest, isTokenless)).toBeGreaterThan(0);
  });

  it('have some tokens that fail, some wrong clocks and some bad networks', () => {
    for (const has of [
      ({ failingTokens }: PhoneTroubles) => failingTokens > 0,
      ({ clockAhead }: PhoneTroubles) => clockAhead !== 0,
      ({ obstacle }: PhoneTroubles) => obstacle !== undefined,
    ]) {
      const troubled = share(people, (person) => has(troublesOf(person)));
      expect(troubled).toBeGreaterThan(0.01);
      expect(troubled).toBeLessThan(0.08);
    }
  });

  it('are of the same quarter of an hour for the service, however wrong their clocks are', async () => {
    const wrong = people.filter((person) => troublesOf(person).clockAhead !== 0);
    for (const person of wrong) {
      const { bodies } = await report(person, troublesOf(person), [ok, ok]);
      const launch = bodies.at(-1) as { first_launch_at: string; sent_at: string };
      const sent = Date.parse(launch.sent_at) - troublesOf(person).clockAhead * 1000;
      const received = new Date(sent + 50_000).toISOString();
      const counted = Date.parse(firstLaunchByOurClock(launch, received));
      expect(Math.floor(counted / 900_000)).toBe(Math.floor(person.launchedAt / 900_000));
    }
  });

  it('are joined by builds that are not from the store, other ones each day', () => {
    const launches = [anchorDay, anchorDay + 1].flatMap((day) =>
      APPS.flatMap((app) => testLaunchesOf(world, app, day)),
    );
    expect(new Set(launches.map(({ build }) => build))).toEqual(new Set(['simulator', 'debug', 'testflight']));
    expect(new Set(launches.map(({ installId }) => installId)).size).toBe(launches.length);
  });
});
