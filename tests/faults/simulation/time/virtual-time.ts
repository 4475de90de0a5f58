import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as turn } from 'node:timers/promises';

/** A computer that one process runs on. While it is frozen nothing of it goes on, and once it is dead nothing ever does. */
export class Machine {
  readonly name: string;
  /** How far its clock is ahead of that of others; milliseconds. */
  readonly aheadMs: number;
  isAlive = true;
  frozenUntil = 0;

  constructor(name: string, aheadMs: number) {
    this.name = name;
    this.aheadMs = aheadMs;
  }
}

/** Something that happens at an instant. */
export interface Timer {
  at: number;
  order: number;
  readonly machine: Machine | undefined;
  readonly run: () => void;
  readonly isMessage: boolean;
  isCancelled: boolean;
}

/** One for all runs: each further one would cost something at every promise for as long as this process runs. */
const machines = new AsyncLocalStorage<Machine | undefined>();

/**
 * Time that passes only from one event to the next. What happens at one instant happens in the order in which it was planned, so that a run
 * depends on nothing but what was drawn for it.
 */
export class VirtualTime {
  readonly #timers: Timer[] = [];
  #now: number;
  #planned = 0;

  /** @param now Milliseconds since 1970. */
  constructor(now: number) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  /** The machine whose program runs now; `undefined` for what is outside of all of them. */
  machine(): Machine | undefined {
    return machines.getStore();
  }

  /** Runs a program on a machine. */
  on<Result>(machine: Machine | undefined, program: () => Result): Result {
    return machines.run(machine, program);
  }

  /** @param machine Whose it is: it waits while that one is frozen, and never happens once it is dead. */
  after(ms: number, run: () => void, machine: Machine | undefined): Timer {
    return this.#plan(ms, run, machine, false);
  }

  /** A message that comes to a machine. One that goes on after a while reads what has come before it looks at its timers, as Node does. */
  arrive(ms: number, run: () => void, machine: Machine | undefined): Timer {
    return this.#plan(ms, run, machine, true);
  }

  #plan(ms: number, run: () => void, machine: Machine | undefined, isMessage: boolean): Timer {
    this.#planned += 1;
    const timer = { at: this.#now + ms, order: this.#planned, machine, run, isMessage, isCancelled: false };
    this.#insert(timer);
    return timer;
  }

  /** Lets time pass until something is so, or nothing is planned until an instant. @returns whether it is so. */
  async pass(isReached: () => boolean, until: number): Promise<boolean> {
    for (;;) {
      // Everything that follows at this instant without waiting has happened after this.
      await turn();
      if (isReached()) return true;
      const timer = this.#next();
      if (timer === undefined || timer.at > until) return false;
      this.#now = timer.at;
      this.on(timer.machine, timer.run);
    }
  }

  #next(): Timer | undefined {
    for (let timer = this.#timers.pop(); timer !== undefined; timer = this.#timers.pop()) {
      const { machine, isCancelled } = timer;
      if (isCancelled || machine?.isAlive === false) continue;
      if (machine === undefined || machine.frozenUntil <= timer.at) return timer;
      timer.at = machine.frozenUntil;
      if (timer.isMessage && timer.order > 0) timer.order -= Number.MAX_SAFE_INTEGER / 2;
      this.#insert(timer);
    }
    return undefined;
  }

  /** The next one is the last. */
  #insert(timer: Timer): void {
    let low = 0;
    for (let high = this.#timers.length; low < high; ) {
      const middle = (low + high) >>> 1;
      const other = this.#timers[middle] as Timer;
      if (other.at > timer.at || (other.at === timer.at && other.order > timer.order)) low = middle + 1;
      else high = middle;
    }
    this.#timers.splice(low, 0, timer);
  }
}
