import { setImmediate as nextTurn } from 'node:timers/promises';
import { type DayNumber, dayAt } from '../base/calendar/calendar-days.ts';
import type { SimulatorClock } from '../base/clock.ts';
import type { ActivityStore } from '../market/activity/activity-store.ts';
import { type Person, peopleOf, personAt, sourceOfKey, sourcesOf } from '../market/people/person.ts';
import type { PurchaseStory, StoreEvent } from '../market/people/purchase.ts';
import { isBuyer, purchaseStoryOf } from '../market/people/purchase-story.ts';
import type { App } from '../market/world/apps.ts';
import type { World } from '../market/world/world.ts';
import type { EarlierRun } from './acknowledgements.ts';
import { AppHistory } from './app-history.ts';
import type { Courier, Delivery } from './courier.ts';
import { type DueJob, DueQueue } from './due-queue.ts';
import type { HistoryFront } from './history-front.ts';
import type { HistoryWindow } from './history-window.ts';
import { testLaunchesOf } from './phones/phone-traits.ts';
import type { UserImporter } from './user-importer.ts';

/** Posts of the present that may be under way at once. */
export const PRESENT_LANES = 16;
/** The past waits while something of the present is overdue by this much. */
const LATE_MS = 500;

export interface CrowdSite {
  readonly world: World;
  readonly activity: ActivityStore;
  readonly clock: SimulatorClock;
  readonly app: App;
  /** For what happens now, and for what has happened before: each over connections of its own. */
  readonly courier: Courier;
  readonly historyCourier: Courier;
  readonly importer: UserImporter | null;
  readonly window: HistoryWindow;
  readonly front: HistoryFront;
  /** Instant that divides history from the present. */
  readonly startedAt: number;
  readonly earlier: EarlierRun | undefined;
  readonly signal: AbortSignal;
}

/**
 * All users of one app. Their past is posted day by day, the newest first, while their present is posted as it
 * happens; what happens now to people whose past is not posted yet waits for that.
 */
export class AppCrowd {
  private readonly queue = new DueQueue();
  private readonly underWay = new Set<DueJob>();
  /** Jobs under way that are not waiting. */
  private busy = 0;
  private readonly history: AppHistory;
  private readonly loadedDays = new Set<DayNumber>();
  private readonly resumeAt: number;
  /** People an earlier run still waited for, as long as they have not been asked about again. */
  private readonly askedAgain: Set<number>;
  /** People whom a test caused in this run; they are delivered when they happen, not when their day is loaded. */
  private readonly caused = new Set<number>();
  /** Launches that are queued: the number of the person and the instant. */
  private readonly launches = new Map<number, number>();
  private loading = true;
  historyDone = false;

  constructor(private readonly site: CrowdSite) {
    const follow = (person: Person, story: PurchaseStory, next: number) => this.queueEvent(person, story, next);
    this.history = new AppHistory(
      { ...site, courier: site.historyCourier, follow },
      site.earlier?.postedDays ?? new Set(),
    );
    this.askedAgain = new Set(site.earlier?.awaiting ?? []);
    this.resumeAt = site.earlier?.watermark ?? site.startedAt;
  }

  /** Everything of the present up to this instant is delivered; never moves back. */
  get progress(): EarlierRun {
    const open = [...this.underWay].map((job) => job.due);
    const reached = Math.min(this.site.clock.revealed(), this.queue.nextDue - 1, ...open.map((due) => due - 1));
    const watermark = this.loading ? this.resumeAt : Math.max(this.resumeAt, reached);
    const awaiting = new Set([...this.awaiting, ...this.askedAgain]);
    return { postedDays: this.history.postedDays, watermark, awaiting };
  }

  /** Deliveries of the present that are due and not acknowledged. */
  get backlog(): number {
    return this.queue.countDue(this.site.clock.revealed()) + this.underWay.size + this.awaiting.length;
  }

  /** Whether something of the present has waited too long for its turn. */
  get isLate(): boolean {
    return this.queue.nextDue < this.site.clock.revealed() - LATE_MS;
  }

  private get awaiting(): readonly number[] {
    return [...this.site.courier.awaiting, ...this.site.historyCourier.awaiting];
  }

  get historyDaysLeft(): readonly DayNumber[] {
    return this.historyDone ? [] : this.history.daysLeft();
  }

  /** Takes up the present where an earlier run left it, and posts the past. Ends when all of the past is posted. */
  async start(): Promise<void> {
    const { world, clock } = this.site;
    const today = dayAt('UTC', clock.now());
    for (let day = today + 1; day >= world.peopleFrom; day -= 1) await this.load(day);
    this.loading = false;
    await this.history.post();
    this.historyDone = !this.site.signal.aborted;
  }

  /** Starts what has fallen due; called many times a second. */
  tick(): void {
    const now = this.site.clock.revealed();
    while (this.queue.nextDue <= now && this.busy < PRESENT_LANES) {
      const job = this.queue.pop();
      if (job === undefined) break;
      this.begin(job);
    }
    const tomorrow = dayAt('UTC', this.site.clock.now()) + 1;
    if (!this.loading && !this.loadedDays.has(tomorrow)) void this.load(tomorrow);
  }

  private begin(job: DueJob): void {
    this.underWay.add(job);
    this.busy += 1;
    let isBusy = true;
    const freeSlot = () => {
      if (isBusy) this.busy -= 1;
      isBusy = false;
    };
    void job.run(freeSlot).finally(() => {
      freeSlot();
      this.underWay.delete(job);
    });
  }

  /** Posts what a test caused: the person's first launch, or one of the purchases. */
  deliver(person: Person, event: StoreEvent | null): Promise<Delivery> {
    const { courier, world } = this.site;
    if (event === null) this.caused.add(person.key);
    const { source } = sourceOfKey(person.key);
    // What was written brings people behind those who were caused: their numbers have moved.
    if (event === null && source.kind === 'campaign' && world.written.countUntil(source.index, source.day) > 0)
      this.reload(source.index);
    return new Promise((resolve) => {
      const run = async () =>
        resolve(await (event === null ? courier.install(person) : courier.purchase(person, true, event)));
      this.queue.push({ due: event?.deliverAt ?? person.launchedAt, run });
    });
  }

  /** Puts into the queue what is still to come from the people of a day. */
  private async load(day: DayNumber): Promise<void> {
    this.loadedDays.add(day);
    const { world, activity, app, startedAt } = this.site;
    const isPosted = this.history.postedDays.has(day);
    if (!isPosted && day < world.anchorDay - 2) return;
    if (world.stillFrom === null) this.queueTestLaunches(day);
    for (const source of sourcesOf(world, app, day)) {
      for (const person of peopleOf(world, activity, source)) {
        if (this.caused.has(person.key)) continue;
        if (this.askedAgain.has(person.key))
          this.queue.push({ due: this.resumeAt, run: (freeSlot) => this.askAgain(person, freeSlot) });
        if (person.launchedAt <= startedAt ? isPosted : person.launchedAt <= this.resumeAt)
          this.follow(person, this.resumeAt);
        else if (person.launchedAt > startedAt) this.queueLaunch(person);
      }
      await nextTurn();
    }
  }

  private queueTestLaunches(day: DayNumber): void {
    const { world, app, courier } = this.site;
    for (const launch of testLaunchesOf(world, app, day)) {
      if (launch.at > this.resumeAt) this.queue.push({ due: launch.at, run: () => courier.testLaunch(launch) });
    }
  }

  private async askAgain(person: Person, freeSlot: () => void): Promise<void> {
    await this.site.courier.install(person, freeSlot);
    this.askedAgain.delete(person.key);
  }

  /** Queues the people that a campaign has yet to bring, after a write has changed who they are. */
  reload(campaignIndex: number): void {
    const { world, activity, clock } = this.site;
    const now = clock.revealed();
    const today = dayAt('UTC', now);
    for (let day = today - 2; day <= today + 1; day += 1) {
      if (!this.loadedDays.has(day)) continue;
      for (const person of peopleOf(world, activity, { kind: 'campaign', index: campaignIndex, day })) {
        if (person.launchedAt > now && !this.caused.has(person.key)) this.queueLaunch(person);
      }
    }
  }

  private queueLaunch(person: Person): void {
    if (this.launches.get(person.key) === person.launchedAt) return;
    this.launches.set(person.key, person.launchedAt);
    this.queue.push({ due: person.launchedAt, run: (freeSlot) => this.launch(person, freeSlot) });
  }

  /** A write may have prevented the install since the launch was queued, or given its number to another user. */
  private isStillDue(person: Person): boolean {
    if (this.launches.get(person.key) !== person.launchedAt) return false;
    this.launches.delete(person.key);
    const { world, activity } = this.site;
    const { source, ordinal } = sourceOfKey(person.key);
    if (source.kind === 'organic' || world.written.countUntil(source.index, source.day) === 0) return true;
    return personAt(world, activity, source, ordinal)?.launchedAt === person.launchedAt;
  }

  private async launch(person: Person, freeSlot: () => void): Promise<void> {
    if (!this.isStillDue(person)) return;
    await this.site.courier.install(person, freeSlot);
    this.follow(person, Number.NEGATIVE_INFINITY);
  }

  /** Queues the first of a person's purchase events that is delivered after an instant. */
  private follow(person: Person, after: number): void {
    if (!isBuyer(this.site.world, person)) return;
    const story = purchaseStoryOf(this.site.world, person);
    if (story === null) return;
    const next = story.events.findIndex((event) => event.deliverAt > after);
    if (next >= 0) this.queueEvent(person, story, next);
  }

  /** Events of a person go one after the other: the next is queued when the one before is acknowledged. */
  private queueEvent(person: Person, story: PurchaseStory, index: number): void {
    const event = story.events[index];
    if (event === undefined) return;
    const run = async (freeSlot: () => void) => {
      await this.site.courier.purchase(person, story.tagged, event, freeSlot);
      this.queueEvent(person, story, index + 1);
    };
    this.queue.push({ due: event.deliverAt, run });
  }
}
