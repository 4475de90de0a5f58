import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DayNumber } from '../../base/calendar/calendar-days.ts';
import type { ActivityStore } from '../activity/activity-store.ts';
import { type Person, peopleOf, sourcesOf } from '../people/person.ts';
import type { StoreEvent } from '../people/purchase.ts';
import { purchaseStoryOf } from '../people/purchase-story.ts';
import type { App } from '../world/apps.ts';
import type { World } from '../world/world.ts';
import { type Booking, bookingsOf, linesOf } from './bookings.ts';

/** One subscription, or one single purchase, from its first message to its last, the future included. */
export interface PurchaseLine {
  readonly person: Person;
  readonly events: readonly StoreEvent[];
  readonly bookings: readonly Booking[];
}

/** What the people of an app buy. */
export interface Buyers {
  /** All lines that have begun by the end of a Pacific day; younger ones may be among them. */
  linesUntil(app: App, day: DayNumber): Promise<readonly PurchaseLine[]>;
}

interface Shelf {
  /** Of the caused events when it was begun: what is caused later may belong to a day that was read. */
  readonly revision: number;
  readonly lines: PurchaseLine[];
  next: DayNumber;
  reading: Promise<void>;
}

/** Reads people once, day by day, when a report first needs them; at scale 1 a day has about 800 buyers. */
export function createBuyers(world: World, activity: ActivityStore): Buyers {
  const shelves = new Map<App, Shelf>();
  const read = async (app: App, shelf: Shelf, last: DayNumber) => {
    for (; shelf.next <= last; shelf.next += 1) {
      for (const source of sourcesOf(world, app, shelf.next)) {
        for (const person of peopleOf(world, activity, source)) addLines(world, shelf, person);
        await nextTurn();
      }
    }
  };
  return {
    async linesUntil(app, day) {
      const first = world.peopleFrom;
      const { revision } = world.caused;
      const existing = shelves.get(app);
      const shelf =
        existing?.revision === revision ? existing : { revision, lines: [], next: first, reading: Promise.resolve() };
      shelves.set(app, shelf);
      // A Pacific day ends during the next day of every zone east of it.
      shelf.reading = shelf.reading.then(() => read(app, shelf, day + 1));
      await shelf.reading;
      return shelf.lines;
    },
  };
}

function addLines(world: World, shelf: Shelf, person: Person): void {
  const story = purchaseStoryOf(world, person);
  if (story === null) return;
  for (const events of linesOf(story)) shelf.lines.push({ person, events, bookings: bookingsOf(events) });
}
