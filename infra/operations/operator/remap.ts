import {
  createAppLookup,
  openSecrets,
  readEnvironment,
  readTrustedRoots,
  StoreSignature,
  startFoldFollower,
} from '@tapwise/adapters';
import { createDirectory, directoryStreamPrefixes, evolveDirectory } from '@tapwise/domain';
import { remapNotifications } from '@tapwise/sdk-ingest/remap';
import { type Subcommand, UsageError } from './subcommand.ts';

/** Interprets the kept store notifications with the present mapping, after the mapping was improved; running it twice changes nothing. */
export const remap: Subcommand = {
  usage: 'remap',
  async run(args, { log, print }) {
    if (args.length > 0) throw new UsageError('remap takes no arguments');
    const environment = readEnvironment();
    const stopping = new AbortController();
    const directory = startFoldFollower(log, {
      state: createDirectory(),
      evolve: (state, recorded) => evolveDirectory(state, recorded.event, recorded),
      streamPrefixes: directoryStreamPrefixes,
      signal: stopping.signal,
    });
    await directory.caughtUp;
    const result = await remapNotifications(log, directory.state, {
      lookup: createAppLookup(environment.APP_STORE_LOOKUP_URL),
      signature: new StoreSignature(await readTrustedRoots(environment.APPLE_ROOT_CERTIFICATES)),
      vault: (await openSecrets(environment)).vault,
    });
    stopping.abort();
    print(result);
    return result.unreadable.length === 0 ? 0 : 1;
  },
};
