import { setImmediate as nextTurn } from 'node:timers/promises';
import pLimit from 'p-limit';
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
import type { PastUser, UserImporter } from './user-importer.ts';

/** Days before the present one whose people are posted one by one, as the SDK and the store would have. */
const POSTED_DAYS = 1;
/** People in one post of an import, and such posts of an app under way at once. */
const PEOPLE_OF_IMPORT = 100;
const IMPORTS_AT_ONCE = 2;

export interface HistorySite {
  readonly world: World;
  readonly activity: ActivityStore;
  readonly clock: SimulatorClock;
  readonly app: App;
  readonly courier: Courier;
  /** Sends users of all but the newest days; null = their posts are made one by one as well. */
  readonly importer: UserImporter | null;
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

  /** Posts all that is left: the newest days as they came, the others by import where there is one. */
  async post(): Promise<void> {
    const { importer, world, front, app } = this.site;
    const days = this.daysLeft();
    const oldestPosted = importer === null ? world.peopleFrom : world.anchorDay - POSTED_DAYS;
    await this.postEach(days.filter((day) => day >= oldestPosted));
    const older = days.filter((day) => day < oldestPosted);
    if (importer !== null) await this.importAll(importer, older);
    front.leave(app);
  }

  /** A day's last people and the next day's first ones are under way together. */
  private async postEach(numbers: readonly DayNumber[]): Promise<void> {
    const people = this.people(numbers);
    const worker = async () => {
      for (let next = await people.next(); next.done !== true; next = await people.next()) {
        const { day, person } = next.value;
        await this.postPerson(person);
        this.close(day);
      }
    };
    await Promise.all(Array.from({ length: MOST }, worker));
  }

  private async *people(numbers: readonly DayNumber[]): AsyncGenerator<{ day: Day; person: Person }> {
    for (const number of numbers) {
      const people = await this.peopleOn(number);
      const day: Day = { day: number, open: people.length + 1 };
      for (const person of people) {
        if (this.site.signal.aborted) return;
        yield { day, person };
      }
      this.close(day);
    }
  }

  /** One post for each day, or several where it has many people. */
  private async importAll(importer: UserImporter, numbers: readonly DayNumber[]): Promise<void> {
    const { window, signal } = this.site;
    const room = pLimit(IMPORTS_AT_ONCE);
    const underWay = new Set<Promise<void>>();
    for (const number of numbers) {
      const people = await this.peopleOn(number);
      const day: Day = { day: number, open: people.length + 1 };
      for (let from = 0; from < people.length && !signal.aborted; from += PEOPLE_OF_IMPORT) {
        const some = people.slice(from, from + PEOPLE_OF_IMPORT);
        const post = room(async () => {
          await window.run(() => this.importPeople(importer, some));
          day.open -= some.length - 1;
          this.close(day);
        });
        underWay.add(post);
        void post.finally(() => underWay.delete(post));
        if (underWay.size > IMPORTS_AT_ONCE) await Promise.race(underWay);
      }
      this.close(day);
    }
    await Promise.all(underWay);
    if (!signal.aborted) await importer.complete();
  }

  private async importPeople(importer: UserImporter, people: readonly Person[]): Promise<void> {
    const { world, clock, follow } = this.site;
    const stories = people.map((person) => purchaseStoryOf(world, person));
    const now = clock.revealed();
    const users = people.map((person, index): PastUser => {
      const { tagged = true, events = [] } = stories[index] ?? {};
      return { person, tagged, events: events.filter((event) => event.deliverAt <= now) };
    });
    await importer.import(users);
    for (const [index, { person, events }] of users.entries()) {
      const story = stories[index];
      if (story != null && events.length < story.events.length) follow(person, story, events.length);
    }
  }

  /** People of an install day who came before the present began, newest first. */
  private async peopleOn(number: DayNumber): Promise<Person[]> {
    const { world, activity, app, front, startedAt } = this.site;
    await front.reach(app, number);
    const people: Person[] = [];
    for (const source of sourcesOf(world, app, number)) {
      for (const person of peopleOf(world, activity, source)) if (person.launchedAt <= startedAt) people.push(person);
      await nextTurn();
    }
    return people.sort((left, right) => right.launchedAt - left.launchedAt);
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
