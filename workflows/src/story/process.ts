import type { Story } from './steps.ts';

/** Where an activity runs: what changes something at a partner, and posts to addresses that may hang, hold up nothing else. */
export type ActivityQueue = 'pulls' | 'storeReports' | 'fits' | 'records' | 'writes' | 'deliveries';

/** How an activity is called. */
export interface ActivityOptions {
  readonly queue: ActivityQueue;
  /** One attempt may take so long. */
  readonly longestSeconds: number;
  /** A worker that died is noticed after this long, and the activity is given to another; absent: after the usual time. */
  readonly heartbeatSeconds?: number;
  readonly retry: RetryOptions;
}

export interface RetryOptions {
  readonly firstPauseSeconds: number;
  /** Pauses double up to this. */
  readonly longestPauseSeconds: number;
  /** Attempts until the activity counts as failed; absent: it is repeated until it succeeds. */
  readonly attempts?: number;
}

/** Functions with one input each, by name. Inputs and results are JSON. */
// biome-ignore lint/suspicious/noExplicitAny: the inputs of activities differ, and only their own process knows them
export type ActivityFunctions = { readonly [name: string]: (input: any) => Promise<unknown> };

/** What others must know of a process: its name, what tells one from another, what it does and what wakes it. */
export interface ProcessContract<Input, Activities extends object> {
  /** Also the name of its workflow type. */
  readonly name: string;
  /** From business keys: of one id there is never more than one at a time. */
  readonly id: (input: Input) => string;
  readonly activities: { readonly [name in keyof Activities]: ActivityOptions };
  /** One that ended well is not started again. Absent: it is, and finds in the log what is left. */
  readonly once?: true;
}

/** @returns the contract, with the types of input and activities checked. */
export const defineProcess = <Input, Activities extends object>(
  contract: ProcessContract<Input, Activities>,
): ProcessContract<Input, Activities> => contract;

/** For activities that only read or write the log. */
export const recordOptions: ActivityOptions = {
  queue: 'records',
  longestSeconds: 60,
  retry: { firstPauseSeconds: 1, longestPauseSeconds: 60 },
};

/** A contract and its story, whose types have been checked against each other. */
export interface Process {
  readonly contract: ProcessContract<unknown, object>;
  readonly story: Story<unknown, object>;
}

export const processOf = <Input, Activities extends object>(
  contract: ProcessContract<Input, Activities>,
  story: Story<Input, Activities>,
): Process => ({ contract, story }) as unknown as Process;
