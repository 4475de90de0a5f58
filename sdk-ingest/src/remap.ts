import { join } from 'node:path';
import {
  createAppLookup,
  loadMasterKey,
  openEventLog,
  openKeyVault,
  readEnvironment,
  readTrustedRoots,
  StoreSignature,
  startLiveFold,
} from '@tapwise/adapters';
import { createDirectory, directoryStreamPrefixes, evolveDirectory } from '@tapwise/domain';
import { remapNotifications } from './remap-notifications.ts';

/** Run after a change of the mapping of store notifications, beside the running product. Prints one line of JSON. */
const environment = readEnvironment();
const log = openEventLog(environment.EVENTSTORE_URL ?? 'esdb://127.0.0.1:2113?tls=false');
const stopping = new AbortController();
const directory = startLiveFold(log, {
  state: createDirectory(),
  evolve: (state, recorded) => evolveDirectory(state, recorded.event, recorded),
  streamPrefixes: directoryStreamPrefixes,
  signal: stopping.signal,
});
await directory.caughtUp;
const masterKey = await loadMasterKey(environment.MASTER_KEY_FILE ?? join(environment.DATA_DIR, 'master.key'));
const result = await remapNotifications(log, directory.state, {
  lookup: createAppLookup(environment.APP_STORE_LOOKUP_URL),
  signature: new StoreSignature(await readTrustedRoots(environment.APPLE_ROOT_CERTIFICATES)),
  vault: await openKeyVault(join(environment.DATA_DIR, 'keys'), masterKey),
});
console.log(JSON.stringify(result));
stopping.abort();
await log.close();
process.exit(result.unreadable.length === 0 ? 0 : 1);
