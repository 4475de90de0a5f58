import { randomUUID } from 'node:crypto';
import {
  endLeaseHolder,
  type LeaseHolder,
  type LeaseHolderEvent,
  leaseHolderDecider,
  leaseHolderStream,
  renewLeaseHolder,
} from '@tapwise/domain';
import { handleCommand } from '../commands/handle-command.ts';
import type { EventLog } from '../event-log.ts';
import type { LeaseClock } from './lease-clock.ts';
import { newHolderId, type PartStart } from './part-start.ts';

export interface LeaseSessionOptions {
  /** What runs here, such as `projections`; the id of each session begins with it. */
  readonly holder: string;
  /** Which start of its part this process is. */
  readonly start?: PartStart | undefined;
  /** How long leases stay with this process after its last renewal. */
  readonly seconds: number;
  readonly clock: LeaseClock;
  readonly onFault: (error: unknown) => void;
}

/** A session renews after a third of its time and ends itself after this part of it, before anyone else may end it. */
const usablePart = 5 / 6;
const pauseAfterFaultMs = 250;
/** Whoever waits for a session that could not be ended gets its leases a little later; an end is not held up for that. */
const longestEndMs = 2000;

/**
 * All that one process holds: leases name a session as their holder, and one renewal keeps them all. It is lost permanently when another
 * process has ended it, or when no renewal has succeeded for so long that another may.
 */
export class LeaseSession {
  readonly id: string;
  /** Aborts when the session is lost. */
  readonly lost: AbortSignal;
  /** Leases that this process holds or is taking. */
  readonly #names = new Set<string>();
  readonly #log: EventLog;
  readonly #options: LeaseSessionOptions;
  readonly #losing = new AbortController();
  /** Aborts when the session ends, lost or not. */
  readonly #over = new AbortController();
  #renewedAt: number;
  #folded: { readonly state: LeaseHolder; readonly revision: bigint } | undefined;

  private constructor(log: EventLog, options: LeaseSessionOptions) {
    this.id = newHolderId(options.holder, options.start);
    this.lost = this.#losing.signal;
    this.#log = log;
    this.#options = options;
    this.#renewedAt = options.clock.now();
  }

  /** @throws the log's error when it does not take the first renewal. */
  static async start(log: EventLog, options: LeaseSessionOptions): Promise<LeaseSession> {
    const session = new LeaseSession(log, options);
    // Of the renewals the log may drop all but the newest.
    await log.keepNewest(leaseHolderStream(session.id), 1);
    await session.#renew();
    void session.#keepRenewing();
    void session.#loseInTime();
    return session;
  }

  /** @returns whether nothing else in this process holds or is taking a lease of this name. */
  reserve(name: string): boolean {
    if (this.#names.has(name)) return false;
    this.#names.add(name);
    return true;
  }

  free(name: string): void {
    this.#names.delete(name);
  }

  /** Whether nobody else can have ended this session by now, also where no timer has noticed yet how late it is. */
  isCurrent(): boolean {
    return !this.lost.aborted && this.#options.clock.now() < this.#renewedAt + this.#usableMs;
  }

  /** Ends the session, so that nobody need wait for it. */
  async end(): Promise<void> {
    if (this.#over.signal.aborted) return;
    this.#over.abort();
    await this.#recordEnd();
  }

  async #keepRenewing(): Promise<void> {
    const { clock, seconds, onFault } = this.#options;
    let wait = (seconds * 1000) / 3;
    for (;;) {
      await clock.sleep(wait, this.#over.signal);
      if (this.#over.signal.aborted) return;
      try {
        await this.#renew();
        wait = (seconds * 1000) / 3;
      } catch (error) {
        onFault(error);
        wait = pauseAfterFaultMs;
      }
    }
  }

  async #renew(): Promise<void> {
    const { clock, seconds } = this.#options;
    // Counted from before the append: others count from when they see it.
    const began = clock.now();
    const now = Date.now();
    const { status } = await this.#change(
      (state) => renewLeaseHolder(state, { holder: this.id, seconds, now }),
      this.#usableMs,
    );
    if (status === 'ended') this.#lose('Another process has ended this one as a holder of leases');
    else this.#renewedAt = began;
  }

  async #loseInTime(): Promise<void> {
    const { clock } = this.#options;
    while (!this.#over.signal.aborted) {
      const left = this.#renewedAt + this.#usableMs - clock.now();
      if (left > 0) await clock.sleep(left, this.#over.signal);
      else {
        this.#lose('No renewal of the leases has succeeded in time');
        await this.#recordEnd();
      }
    }
  }

  #lose(reason: string): void {
    if (this.#over.signal.aborted) return;
    this.#over.abort();
    this.#losing.abort(new Error(reason));
  }

  async #recordEnd(): Promise<void> {
    const now = Date.now();
    await this.#change((state) => endLeaseHolder(state, { holder: this.id, now }), longestEndMs).catch(
      this.#options.onFault,
    );
  }

  get #usableMs(): number {
    return this.#options.seconds * 1000 * usablePart;
  }

  async #change(decide: (state: LeaseHolder) => LeaseHolderEvent[], timeoutMs: number): Promise<LeaseHolder> {
    const { state, revision } = await handleCommand(this.#log, {
      stream: leaseHolderStream(this.id),
      decider: leaseHolderDecider,
      decide,
      cause: randomUUID(),
      context: { actor: { kind: 'system', id: this.#options.holder } },
      timeoutMs,
      ...(this.#folded === undefined
        ? { assume: 'new' as const }
        : { assume: 'current' as const, since: this.#folded }),
    });
    if (revision !== undefined) this.#folded = { state, revision };
    return state;
  }
}
