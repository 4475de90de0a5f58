import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { dayAt, HOUR_MS, parseDay } from '../base/calendar/calendar-days.ts';
import { createActivityStore } from '../market/activity/activity-store.ts';
import { type Person, peopleOf, sourcesOf } from '../market/people/person.ts';
import { APPS, type App } from '../market/world/apps.ts';
import { createWorld } from '../market/world/world.ts';
import type { Effect } from '../market/written/write-records.ts';
import { bids, set, write } from '../testing/written-effects.ts';
import { AppCrowd, PRESENT_LANES } from './app-crowd.ts';
import type { Courier, Delivery } from './courier.ts';
import { createHistoryFront } from './history-front.ts';
import { createHistoryWindow } from './history-window.ts';
import { createPace } from './pace.ts';

const startedAt = Date.parse('2026-11-20T15:00:00Z');
const app = APPS[0] as App;
const ending = new AbortController();
afterEach(() => ending.abort());

const accepted: Delivery = { acknowledged: true, logPosition: null };

/** Users of an app from an instant on, with nothing of the past left to post. */
async function startCrowd(install: Courier['install']) {
  const anchorDay = parseDay('2026-11-20') ?? 0;
  const world = createWorld({ seed: 3, scale: 6, anchorDay, historyMonths: 0 });
  const activity = createActivityStore(world);
  let now = startedAt;
  const clock = { now: () => now, revealed: () => now, paused: false, pause: () => {} };
  const courier: Courier = {
    awaiting: new Set(),
    install,
    purchase: async () => accepted,
    testLaunch: async () => {},
    testNotification: async () => accepted,
    unknownNotification: async () => {},
    repeatLast: async () => {},
  };
  const { signal } = ending;
  const postedDays = new Set(Array.from({ length: 60 }, (_, before) => anchorDay + 1 - before));
  const crowd = new AppCrowd({
    world,
    activity,
    clock,
    app,
    courier,
    historyCourier: courier,
    importer: null,
    startedAt,
    signal,
    window: createHistoryWindow(createPace(100_000, signal), () => false, signal),
    front: createHistoryFront(signal),
    earlier: { postedDays, watermark: startedAt, awaiting: new Set() },
  });
  await crowd.start();
  /** Until no more than some jobs are left that are due. */
  const runUntil = async (instant: number, left = 0): Promise<void> => {
    now = instant;
    do {
      crowd.tick();
      await nextTurn();
    } while (crowd.backlog > left);
  };
  return { world, activity, anchorDay, clock, crowd, runUntil };
}

it('lets other people post while phones wait, and begins again with those that wait', async () => {
  const waiting: Person[] = [];
  const posted: Person[] = [];
  const { crowd, runUntil } = await startCrowd(async (person, freeSlot) => {
    if (waiting.length === 2 * PRESENT_LANES) {
      posted.push(person);
      return accepted;
    }
    waiting.push(person);
    freeSlot?.();
    return new Promise(() => {});
  });
  await runUntil(startedAt + 5 * HOUR_MS, 2 * PRESENT_LANES);
  expect(posted.length).toBeGreaterThan(10);
  expect(crowd.progress.watermark).toBe(Math.min(...waiting.map(({ launchedAt }) => launchedAt)) - 1);
});

it('posts exactly the installs that happen under what was written, each once', async () => {
  const posted: Person[] = [];
  const { world, activity, anchorDay, clock, crowd, runUntil } = await startCrowd(async (person) => {
    posted.push(person);
    return accepted;
  });
  const writeNow = (effects: Effect[]): void => {
    write(world, clock.now(), effects);
    for (const index of world.written.drainTouched()) crowd.reload(index);
  };
  const named = (name: string) => {
    const match = world.campaigns.find((campaign) => campaign.name === name);
    if (match === undefined) throw new Error(name);
    return match;
  };
  const stopped = named('US | Brand | Exact');
  const raised = named('US | Category | Exact');
  await runUntil(startedAt + HOUR_MS);
  writeNow([set(stopped, stopped.id, { status: 'PAUSED' })]);
  const { dailyBudget } = raised;
  writeNow([set(raised, raised.id, { dailyBudget: dailyBudget * 9 }, { dailyBudget }), ...bids(raised, 3)]);
  await runUntil(startedAt + 3 * HOUR_MS);
  writeNow(bids(raised, 0.4));
  await runUntil(startedAt + 5 * HOUR_MS);

  const happened = [-2, -1, 0, 1]
    .flatMap((ahead) => sourcesOf(world, app, dayAt('UTC', clock.now()) + ahead))
    .flatMap((source) => peopleOf(world, activity, source))
    .filter(({ launchedAt }) => launchedAt > startedAt && launchedAt <= clock.now());
  const namesOf = (people: readonly Person[]) =>
    people.map(({ installId, launchedAt }) => `${launchedAt} ${installId}`).sort();
  expect(namesOf(posted)).toEqual(namesOf(happened));
  expect(new Set(posted.map(({ installId }) => installId)).size).toBe(posted.length);
  const laterPeople = posted.filter(({ origin }) => (origin?.impressionAt ?? 0) > startedAt + HOUR_MS);
  expect(laterPeople.filter(({ origin }) => origin?.campaign === stopped)).toEqual([]);
  const before = createWorld({ seed: 3, scale: 6, anchorDay, historyMonths: 0 });
  const usual = peopleOf(before, createActivityStore(before), {
    kind: 'campaign',
    index: raised.index,
    day: anchorDay,
  });
  const usualIds = new Set(usual.map(({ installId }) => installId));
  expect(
    posted.filter(({ origin, installId }) => origin?.campaign === raised && !usualIds.has(installId)).length,
  ).toBeGreaterThan(3);
});
