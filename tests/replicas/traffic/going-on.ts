import { setTimeout as pause } from 'node:timers/promises';

/** Traffic that goes on until it is ended. */
export interface GoingOn {
  readonly signal: AbortSignal;
  /** Between two calls, in milliseconds of the long run; over at once when the traffic ends. */
  rest(ms: number): Promise<void>;
}

/** @param slower How many times as long everyone rests as in the long run. */
export const untilAborted = (signal: AbortSignal, slower: number): GoingOn => ({
  signal,
  rest: (ms) => pause(ms * slower, undefined, { signal }).catch(() => undefined),
});
