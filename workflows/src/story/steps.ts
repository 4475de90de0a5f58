/** All that a story may do. Every wait and every effect goes through it, so that a story can be repeated anywhere. */
export interface Steps<Input, Activities extends object> {
  /** Runs an activity to its end. @throws ActivityFailed after its last attempt. */
  readonly call: Activities;
  readonly sleep: (seconds: number) => Promise<void>;
  /** @param instant Milliseconds since 1970. */
  readonly sleepUntil: (instant: number) => Promise<void>;
  /**
   * Waits until the process is woken, at most `seconds`. Having been woken since the last such wait ended counts.
   * @returns whether it was woken.
   */
  readonly untilWoken: (seconds: number) => Promise<boolean>;
  /**
   * Ends a pass of a story that repeats itself: after a failure it begins again with this input, and a history that has grown
   * long ends here.
   */
  readonly continueWith: (input: Input) => Promise<void>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * A process from its beginning to its end. It has no memory that cannot be lost: begun again with the same input it reads from
 * the log, by its activities, what is done already.
 */
export type Story<Input, Activities extends object> = (steps: Steps<Input, Activities>, input: Input) => Promise<void>;

/** An activity failed for the last time. */
export class ActivityFailed extends Error {
  override readonly name = 'ActivityFailed';
  /**
   * @param activity Its name.
   * @param isLasting Whether the reason does not pass by itself, so that the outside service is asked ever more rarely.
   */
  constructor(
    readonly activity: string,
    readonly isLasting: boolean,
    cause: unknown,
  ) {
    super(`${activity} failed`, { cause });
  }
}
