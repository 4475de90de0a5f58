/**
 * The simulator's time, in milliseconds since 1970. `now` never stops: tokens, time-outs and retries live by it.
 * `revealed` is the moment up to which the world's events have happened; pausing holds it still.
 */
export interface SimulatorClock {
  now(): number;
  revealed(): number;
  readonly paused: boolean;
  /** Holds the world at this moment, or lets it go on; what happened meanwhile is then revealed at once. */
  pause(isPaused: boolean): void;
}

/** @param startAt the instant the clock starts at; without it the machine's clock is the simulator's clock */
export function createClock(startAt: number | null): SimulatorClock {
  const offset = startAt === null ? 0 : startAt - Date.now();
  const now = () => Date.now() + offset;
  let heldAt: number | null = null;
  return {
    now,
    revealed: () => heldAt ?? now(),
    get paused() {
      return heldAt !== null;
    },
    pause(isPaused) {
      heldAt = isPaused ? (heldAt ?? now()) : null;
    },
  };
}
