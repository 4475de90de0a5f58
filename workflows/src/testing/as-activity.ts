import { MockActivityEnvironment } from '@temporalio/testing';
import { DefaultLogger } from '@temporalio/worker';

/** Runs an activity as a worker does, each time in an attempt of its own. */
export const asActivity =
  <Input, Result>(activity: (input: Input) => Promise<Result>) =>
  (input: Input): Promise<Result> =>
    new MockActivityEnvironment({}, { logger: new DefaultLogger('ERROR') }).run(activity, input) as Promise<Result>;
