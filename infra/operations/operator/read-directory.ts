import { type EventLog, startFoldFollower } from '@tapwise/adapters';
import { createDirectory, type Directory, directoryStreamPrefixes, evolveDirectory } from '@tapwise/domain';

/** Who is who, read once. */
export async function readDirectory(log: EventLog): Promise<Directory> {
  const stop = new AbortController();
  const fold = startFoldFollower(log, {
    state: createDirectory(),
    evolve: (state, recorded) => evolveDirectory(state, recorded.event, recorded),
    streamPrefixes: directoryStreamPrefixes,
    signal: stop.signal,
  });
  await fold.caughtUp;
  stop.abort();
  return fold.state;
}
