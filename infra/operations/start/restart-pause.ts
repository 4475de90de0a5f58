const longestPauseMs = 30_000;
const firstPauseMs = 200;
/** A part that answered for this long was well; what happened before does not count against it. */
const wellMs = 60_000;

/** Decides how long a part that died rests before it is started again. */
export interface RestartPause {
  /**
   * @param answeredMs How long it had answered before it died; 0 when it never did.
   * @returns milliseconds: none after a minute of answering, then longer with each death until it answers for a minute again.
   */
  afterDeath(answeredMs: number): number;
}

export function createRestartPause(): RestartPause {
  let failures = 0;
  return {
    afterDeath: (answeredMs) => {
      if (answeredMs >= wellMs) {
        failures = 0;
        return 0;
      }
      failures += 1;
      return Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(failures - 1, 10));
    },
  };
}
