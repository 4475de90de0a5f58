import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openEventLog, openFileFolder, openFiles, readEnvironment } from '@tapwise/adapters';
import { logAddress } from '../addresses/engine-addresses.ts';
import { makeBackup } from './make-backup.ts';

/** Copies the log, the keys and the names of the settings into a folder, while the product runs; again, it adds what is new. */
const usage = 'Usage: npm run --silent backup -- <folder> [--with-master-key]';

try {
  const { folder, withMasterKey } = readArguments();
  const environment = readEnvironment();
  const began = performance.now();
  const { manifest, events, bytes, keys } = await makeBackup({
    log: openEventLog(logAddress(environment)),
    files: await openFiles(environment),
    environment,
    backup: openFileFolder(folder),
    withMasterKey,
    now: new Date(),
  });
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const position = manifest.restorable?.position ?? 'none';
  console.log(`${events} events added (${(bytes / 1e6).toFixed(1)} MB) in ${seconds} s, up to position ${position}`);
  console.log(`${keys.total} keys: ${keys.copied} added, ${keys.removed} removed because they were destroyed`);
  console.log(`The backup is in ${resolve(folder)}`);
  if (!withMasterKey)
    console.log('The master key is not in it. Keep a copy of it elsewhere: without it no key can be read.');
  // A stream that was left half way keeps the log's client from ending.
  process.exit(0);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}

function readArguments(): { folder: string; withMasterKey: boolean } {
  const { values, positionals } = parseArgs({
    options: { 'with-master-key': { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const [folder, ...rest] = positionals;
  if (folder === undefined || rest.length > 0) throw new Error(usage);
  return { folder, withMasterKey: values['with-master-key'] };
}
