import {
  type Environment,
  type EventLog,
  type Files,
  fillEmptyLog,
  isLogEmpty,
  masterKeyLocation,
  parseMasterKey,
} from '@tapwise/adapters';
import { keyFolder } from './copy-keys.ts';
import { eraseAgain } from './erase-again.ts';
import { fingerprintOf, type Manifest, readManifest } from './manifest.ts';
import { keysToRestore, writeKeys } from './restore-keys.ts';
import { backupEvents, surveyBackup } from './survey-backup.ts';

export interface RestoreRequest {
  readonly backup: Files;
  /** Is called when everything else is checked: the log of an empty machine begins with it. */
  readonly openLog: () => Promise<EventLog>;
  /** The keys of the installation that is restored. */
  readonly files: Files;
  readonly environment: Pick<Environment, 'MASTER_KEY_FILE'>;
  /** The newest keys there are; `files` when those of the installation are all there still. */
  readonly newestKeys: Files;
  readonly now: Date;
}

/** What was restored. */
export interface RestoreResult {
  readonly events: number;
  /** Of the log that was copied. */
  readonly position: string | null;
  readonly keys: number;
  /** Keys of the backup that were destroyed since. */
  readonly destroyed: number;
  /** Accounts that are erased once more. */
  readonly erasedAgain: number;
}

/**
 * Fills an empty log and an empty folder of keys from a backup. Every file of the backup is checked before anything is written.
 * @throws Error in words for an operator when it is refused, and then nothing is changed; the log's own error.
 */
export async function restoreBackup(request: RestoreRequest): Promise<RestoreResult> {
  const { backup, files, environment, newestKeys, now } = request;
  const manifest = await readManifest(backup);
  if (manifest?.restorable == null) throw new Error('The folder has no whole backup');
  const keepsKeys = newestKeys === files;
  if (!keepsKeys) await refuseKeys(files);
  const masterKey = await findMasterKey(request, manifest);
  const { names, destroyed } = await keysToRestore(backup, newestKeys);
  const { survey, accountIds } = await surveyBackup(backup, manifest);
  const log = await request.openLog();
  if (!(await isLogEmpty(log)))
    throw new Error('The log is not empty. Nothing was changed: a backup is restored into an empty log.');
  const location = masterKeyLocation(environment, files);
  await location.files.writeIfAbsent(location.name, masterKey);
  if (!keepsKeys) await writeKeys(backup, files, names);
  const copy = { events: backupEvents(backup, manifest), survey, now };
  const events = await fillEmptyLog(log, copy).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The log holds a part of the backup: empty it and the keys, and begin again. ${reason}`, {
      cause: error,
    });
  });
  const erasedAgain = await eraseAgain(log, { files, accountIds, now });
  const { position } = manifest.restorable;
  return { events, position, keys: names.length, destroyed: destroyed.length, erasedAgain };
}

async function refuseKeys(files: Files): Promise<void> {
  if ((await files.list(keyFolder)).length === 0) return;
  throw new Error(
    'There are keys already. Nothing was changed: a backup is restored on an empty machine. If they are those of the installation itself, say --keep-keys.',
  );
}

/** The master key that is there, or else that of the backup. */
async function findMasterKey({ files, environment, backup }: RestoreRequest, manifest: Manifest): Promise<Buffer> {
  const { files: folder, name } = masterKeyLocation(environment, files);
  const masterKey = (await folder.read(name)) ?? (await backup.read('master.key'));
  if (masterKey === undefined)
    throw new Error(
      `There is no master key. Nothing was changed: put the copy of it that was kept elsewhere into ${name}.`,
    );
  if (fingerprintOf(parseMasterKey(masterKey, name)) === manifest.master_key) return masterKey;
  throw new Error(`${name} is another master key than that of the backup. Nothing was changed.`);
}
