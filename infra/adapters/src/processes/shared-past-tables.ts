/** Up to where tables of the past hold the log. */
export interface PastPoint {
  readonly at: Date;
  /** Of the last event they hold; absent: all that was recorded by the instant. */
  readonly position?: bigint | undefined;
  /** Id of the only caller who uses them, and may have them continued; absent: all who want the same share them. */
  readonly own?: string | undefined;
}

/** Tables as they were at an instant. */
export interface PastTables {
  readonly database: string;
  /** Of the last event they hold; 0 when there was none. */
  readonly position: bigint;
  /**
   * Of those with one caller: makes them what they were at a later point.
   * @returns the position of the last event that they hold then. @throws when what fills them has ended.
   */
  readonly continueTo?: ((point: PastPoint) => Promise<bigint>) | undefined;
}

/** Makes and drops them, where tables are written. */
export interface PastTablesMaker {
  /** @param onProgress called with the part of the log that has been read, 0 to 1. @throws when they cannot be made; nothing is left then. */
  make(point: PastPoint, onProgress: (part: number) => void, signal: AbortSignal): Promise<PastTables>;
  drop(database: string): Promise<void>;
}

/** Tables of one instant, for all who want them. */
interface Instant {
  users: number;
  progress: number;
  readonly listeners: Set<(part: number) => void>;
  readonly made: Promise<PastTables>;
  readonly unwanted: AbortController;
}

/** What one of those who want tables of an instant has. */
export interface PastTablesUse {
  /** @throws when the tables cannot be made, or nobody wants them any more. */
  readonly made: Promise<PastTables>;
  /** Tables that nobody uses any more are dropped. Resolves when that is done; called again, it does nothing else. */
  leave(): Promise<void>;
}

/** Makes tables of past instants, each once for all who want them, and drops them when the last has left. */
export class SharedPastTables {
  readonly #maker: PastTablesMaker;
  readonly #atMost: number;
  readonly #signal: AbortSignal;
  readonly #instants = new Map<string, Instant>();
  #making = false;

  /** @param atMost instants at once. @param signal ends what is being made. */
  constructor(maker: PastTablesMaker, atMost: number, signal: AbortSignal) {
    this.#maker = maker;
    this.#atMost = atMost;
    this.#signal = signal;
  }

  /** Whether tables of an instant can be had now: they are there or being made, or there is room for them. */
  hasRoomFor(point: PastPoint): boolean {
    const instant = this.#instants.get(keyOf(point));
    // What is being dropped is made again later.
    if (instant !== undefined) return instant.users > 0;
    return !this.#making && this.#instants.size < this.#atMost;
  }

  /** @param onProgress called with the part of the log that has been read, 0 to 1. */
  use(point: PastPoint, onProgress: (part: number) => void): PastTablesUse {
    const key = keyOf(point);
    const instant = this.#instants.get(key) ?? this.#begin(point);
    this.#instants.set(key, instant);
    instant.users += 1;
    instant.listeners.add(onProgress);
    if (instant.progress > 0) onProgress(instant.progress);
    let left: Promise<void> | undefined;
    const leave = async (): Promise<void> => {
      instant.listeners.delete(onProgress);
      instant.users -= 1;
      if (instant.users > 0) return;
      instant.unwanted.abort();
      try {
        const tables = await instant.made.catch(() => undefined);
        if (tables !== undefined) await this.#maker.drop(tables.database);
      } finally {
        this.#instants.delete(key);
      }
    };
    return {
      made: instant.made,
      leave: () => {
        left ??= leave();
        return left;
      },
    };
  }

  #begin(point: PastPoint): Instant {
    this.#making = true;
    const unwanted = new AbortController();
    const listeners: Instant['listeners'] = new Set();
    const onProgress = (part: number): void => {
      instant.progress = part;
      for (const listener of listeners) listener(part);
    };
    const made = this.#maker.make(point, onProgress, AbortSignal.any([this.#signal, unwanted.signal])).finally(() => {
      this.#making = false;
    });
    // Each user hears of a failure for itself.
    made.catch(() => undefined);
    const instant: Instant = { users: 0, progress: 0, listeners, made, unwanted };
    return instant;
  }
}

/** One instant may be wanted with all that was recorded by it and up to several of its events. */
function keyOf({ at, position, own }: PastPoint): string {
  if (own !== undefined) return `own ${own}`;
  return position === undefined ? `${at.getTime()}` : `position ${position}`;
}
