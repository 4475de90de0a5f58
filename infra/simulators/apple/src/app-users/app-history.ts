import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DayNumber } from '../base/calendar/calendar-days.ts';
import type { SimulatorClock } from '../base/clock.ts';
import type { ActivityStore } from '../market/activity/activity-store.ts';
import { type Person, peopleOf, sourcesOf } from '../market/people/person.ts';
import type { PurchaseStory } from '../market/people/purchase.ts';
import { purchaseStoryOf } from '../market/people/purchase-story.ts';
import type { App } from '../market/world/apps.ts';
import type { World } from '../market/world/world.ts';
import type { Courier } from './courier.ts';
import type { HistoryFront } from './history-front.ts';
import { type HistoryWindow, MOST } from './history-window.ts';

export interface HistorySite {
  readonly world: World;
  readonly activity: ActivityStore;
  readonly clock: SimulatorClock;
  readonly app: App;
  readonly courier: Courier;
  readonly window: HistoryWindow;
  readonly front: HistoryFront;
  /** Instant that divides history from the present. */
  readonly startedAt: number;
  readonly signal: AbortSignal;
  /** Takes over what has not happened yet of a person's purchases. */
  readonly follow: (person: Person, story: PurchaseStory, next: number) => void;
}

interface Day {
  readonly day: DayNumber;
  open: number;
}

/** Posts the past of an app: newest day first, and of each person the launch and the purchases in their order. */
export class AppHistory {
  private readonly posted: Set<DayNumber>;

  /** @param posted days that an earlier run has posted completely */
  constructor(
    private readonly site: HistorySite,
    posted: ReadonlySet<DayNumber>,
  ) {
    this.posted = new Set(posted);
  }

  /** Install days (of the source of people) that are posted completely. */
  get postedDays(): ReadonlySet<DayNumber> {
    return this.posted;
  }

  /** Install days still to post, newest first; a source's day may begin before and end after that of the anchor. */
  daysLeft(): readonly DayNumber[] {
    const { anchorDay, peopleFrom } = this.site.world;
    const all = Array.from({ length: anchorDay - peopleFrom + 2 }, (_, index) => anchorDay + 1 - index);
    return all.filter((day) => !this.posted.has(day));
  }

  /** Posts all that is left. A day's last people and the next day's first ones are under way together. */
  async post(): Promise<void> {
    const days = this.people();
    const lane = async () => {
      for (let next = await days.next(); next.done !== true; next = await days.next()) {
        const { day, person } = next.value;
        await this.postPerson(person);
        this.close(day);
      }
    };
    await Promise.all(Array.from({ length: MOST }, lane));
  }

  private async *people(): AsyncGenerator<{ day: Day; person: Person }> {
    const { world, activity, app, front, startedAt, signal } = this.site;
    for (const number of this.daysLeft()) {
      await front.reach(app, number);
      const people: Person[] = [];
      for (const source of sourcesOf(world, app, number)) {
        for (const person of peopleOf(world, activity, source)) if (person.launchedAt <= startedAt) people.push(person);
        await nextTurn();
      }
      people.sort((left, right) => right.launchedAt - left.launchedAt);
      const day: Day = { day: number, open: people.length + 1 };
      for (const person of people) {
        if (signal.aborted) return;
        yield { day, person };
      }
      this.close(day);
    }
    front.leave(app);
  }

  /** A post that was cut off does not count: its day is posted again. */
  private close(day: Day): void {
    day.open -= 1;
    if (day.open === 0 && !this.site.signal.aborted) this.posted.add(day.day);
  }

  /** A person's launch and purchases up to now; what comes later is followed. */
  private async postPerson(person: Person): Promise<void> {
    const { courier, window, clock, world, follow } = this.site;
    await window.run(() => courier.install(person));
    const story = purchaseStoryOf(world, person);
    if (story === null) return;
    for (const [index, event] of story.events.entries()) {
      if (event.deliverAt > clock.revealed()) return follow(person, story, index);
      await window.run(() => courier.purchase(person, story.tagged, event));
    }
  }
}
