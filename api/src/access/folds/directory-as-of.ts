import { type EventLog, readLog } from '@tapwise/adapters';
import { createDirectory, directoryStreamPrefixes, evolveDirectory } from '@tapwise/domain';
import type { DirectoryFollower } from './directory-follower.ts';

/** Who was who when the log ended at this position; it follows nothing. @throws the log's error. */
export async function directoryAsOf(log: EventLog, to: bigint): Promise<DirectoryFollower> {
  const state = createDirectory();
  await readLog(
    log,
    { to, streamPrefixes: directoryStreamPrefixes },
    (events) => {
      for (const { event, position } of events) evolveDirectory(state, event, { position });
    },
    // The directory that follows the log passes over what it cannot read, too.
    () => undefined,
  );
  return {
    state,
    ready: () => true,
    caughtUp: Promise.resolve(),
    reached: async () => undefined,
    caughtUpWith: async () => true,
    onEvent: () => () => undefined,
    ended: Promise.resolve(),
  };
}
