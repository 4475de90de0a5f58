import type { Random } from '../../../../projections/src/testing/random/seeded-random.ts';
import type { Machine, VirtualTime } from './virtual-time.ts';

/** What machines call; each can be out of reach for a while. */
export type Server = 'log' | 'tables' | 'ad service' | 'mail server' | 'customer server' | 'files' | 'sdk-ingest';

/** How often, of all calls, something goes wrong with one while the weather is bad. */
export interface Weather {
  readonly lost: number;
  readonly unanswered: number;
  readonly repeated: number;
  readonly crashBefore: number;
  readonly crashAfter: number;
  readonly freezeAfter: number;
  readonly slow: number;
}

export const calm: Weather = {
  lost: 0,
  unanswered: 0,
  repeated: 0,
  crashBefore: 0,
  crashAfter: 0,
  freezeAfter: 0,
  slow: 0,
};

/** Every kind of fault, as it is counted. */
export type FaultKind = keyof Weather | 'crash' | 'freeze' | 'outage' | 'cut off' | 'subscription cut';

interface NetworkOptions {
  readonly time: VirtualTime;
  readonly random: Random;
  /** Ends a machine at once. */
  readonly crash: (machine: Machine) => void;
  /** Stops a machine for a while. */
  readonly freeze: (machine: Machine) => void;
  readonly count: (kind: FaultKind) => void;
}

export interface CallOptions {
  /** What the caller gets when it is not answered. */
  readonly fault: () => Error;
  /** Whether the network may bring it twice. */
  readonly mayRepeat?: true;
  /** How long a caller waits for an answer at most; milliseconds. */
  readonly patienceMs?: number;
}

/** A call when it comes to the server. */
interface Arrival<Result> {
  readonly effect: () => Result;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
  readonly fail: () => void;
  readonly machine: Machine | undefined;
  readonly fate: keyof Weather | undefined;
  readonly patienceMs: number;
}

const quickMs = 4;
const slowMs = 3000;

/** What lies between machines and servers: it loses calls and answers, delays them, and brings them twice. */
export class Network {
  readonly #options: NetworkOptions;
  readonly #downUntil = new Map<Server, number>();
  readonly #cutOff = new Map<Machine, Map<Server, number>>();
  weather: Weather = calm;

  constructor(options: NetworkOptions) {
    this.#options = options;
  }

  /** Whether calls go wrong at times. */
  isBad(): boolean {
    return this.weather !== calm;
  }

  /** Nobody reaches a server for a while. */
  takeDown(server: Server, ms: number): void {
    this.#downUntil.set(server, this.#options.time.now() + ms);
  }

  /** One machine does not reach a server for a while. */
  cutOff(machine: Machine, server: Server, ms: number): void {
    const servers = this.#cutOff.get(machine) ?? new Map<Server, number>();
    this.#cutOff.set(machine, servers.set(server, this.#options.time.now() + ms));
  }

  reaches(machine: Machine | undefined, server: Server): boolean {
    const now = this.#options.time.now();
    const cutUntil = machine === undefined ? undefined : this.#cutOff.get(machine)?.get(server);
    return (this.#downUntil.get(server) ?? 0) <= now && (cutUntil ?? 0) <= now;
  }

  /** Milliseconds that something is under way. */
  delay(): number {
    const { random, count } = this.#options;
    if (random.next() >= this.weather.slow) return random.next() * quickMs;
    count('slow');
    return random.next() * slowMs;
  }

  /**
   * Calls a server from the machine that runs now. The effect happens there once, never, or twice; the caller may die, and may not learn
   * of it.
   */
  call<Result>(server: Server, effect: () => Result, options: CallOptions): Promise<Result> {
    const { time, random, count } = this.#options;
    const machine = time.machine();
    const { patienceMs = 5000, fault } = options;
    return new Promise((resolve, reject) => {
      const fail = (): void => reject(fault());
      const isReached = this.reaches(machine, server);
      const fate = isReached ? this.#fate(machine, options) : undefined;
      if (fate !== undefined) count(fate);
      if (!isReached) time.after(this.delay() + 1, fail, machine);
      else if (fate === 'lost') time.after(this.delay() + random.next() * patienceMs, fail, machine);
      else
        time.after(
          this.delay(),
          () => this.#arrive({ effect, resolve, reject, fail, machine, fate, patienceMs }),
          undefined,
        );
    });
  }

  #arrive<Result>(call: Arrival<Result>): void {
    const { time, random, crash, freeze } = this.#options;
    const { effect, resolve, reject, fail, machine, fate, patienceMs } = call;
    if (fate === 'crashBefore' && machine !== undefined) {
      crash(machine);
      return;
    }
    let settle: () => void;
    try {
      const result = effect();
      settle = () => resolve(result);
    } catch (error) {
      settle = () => reject(error);
    }
    // What it does next, it does long after it decided to.
    if (fate === 'freezeAfter' && machine !== undefined) freeze(machine);
    if (fate === 'repeated') time.after(this.delay(), () => repeat(effect), undefined);
    if (fate === 'crashAfter' && machine !== undefined) crash(machine);
    else if (fate === 'unanswered') time.after(random.next() * patienceMs, fail, machine);
    else time.arrive(this.delay(), settle, machine);
  }

  #fate(machine: Machine | undefined, { mayRepeat }: CallOptions): keyof Weather | undefined {
    const { lost, unanswered, repeated, crashBefore, crashAfter, freezeAfter } = this.weather;
    const rates = { lost, unanswered, repeated: mayRepeat ? repeated : 0 };
    const deaths = machine === undefined ? {} : { crashBefore, crashAfter, freezeAfter };
    let drawn = this.#options.random.next();
    for (const [kind, rate] of Object.entries({ ...rates, ...deaths }) as [keyof Weather, number][]) {
      if (drawn < rate) return kind;
      drawn -= rate;
    }
    return undefined;
  }
}

/** What a server says to a call that comes a second time reaches nobody. */
function repeat(effect: () => unknown): void {
  try {
    effect();
  } catch {
    // As above.
  }
}
