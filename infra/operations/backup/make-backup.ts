import {
  type Environment,
  type EventLog,
  type Files,
  masterKeyLocation,
  noteBackup,
  parseMasterKey,
  variableGroups,
} from '@tapwise/adapters';
import { type CopiedKeys, copyKeys } from './copy-keys.ts';
import { copyLog } from './copy-log.ts';
import { fingerprintOf, type Manifest, readManifest, writeManifest } from './manifest.ts';

export interface BackupRequest {
  readonly log: EventLog;
  /** The installation's keys. */
  readonly files: Files;
  readonly environment: Pick<Environment, 'MASTER_KEY_FILE' | 'rawVariables'>;
  readonly backup: Files;
  /** Whether the master key is to be in the backup too. */
  readonly withMasterKey: boolean;
  readonly now: Date;
}

/** What a run has done. */
export interface BackupResult {
  readonly manifest: Manifest;
  /** Events and bytes that the run has added. */
  readonly events: number;
  readonly bytes: number;
  readonly keys: CopiedKeys;
}

/**
 * Makes a backup, or continues one, while the product runs. Keys come after the log: no event in it misses its key, unless that was
 * destroyed.
 * @throws Error when there is no master key, or the backup is of another installation; the errors of the log and of the files.
 */
export async function makeBackup(request: BackupRequest): Promise<BackupResult> {
  const { log, files, environment, backup, now } = request;
  const location = masterKeyLocation(environment, files);
  const masterKey = await location.files.read(location.name);
  if (masterKey === undefined) throw new Error('There is no master key: no product has run with these settings');
  const fingerprint = fingerprintOf(parseMasterKey(masterKey, location.name));
  const before: Manifest = (await readManifest(backup)) ?? noBackup(fingerprint);
  if (before.master_key !== fingerprint)
    throw new Error('The folder has a backup of an installation with another master key');
  const copied = await copyLog(log, backup, before);
  const keys = await copyKeys(files, backup);
  if (request.withMasterKey) await backup.replace('master.key', masterKey);
  await backup.replace('settings.json', settingsOf(environment));
  const position = copied.segments.at(-1)?.position ?? null;
  const manifest: Manifest = {
    ...copied,
    restorable: { segments: copied.segments.length, position, at: now.toISOString() },
  };
  await writeManifest(backup, manifest);
  await noteBackup(files, now);
  const kept = new Set(before.segments.map(({ sha256 }) => sha256));
  const added = manifest.segments.filter(({ sha256 }) => !kept.has(sha256));
  const sum = (field: 'events' | 'bytes'): number => added.reduce((total, segment) => total + segment[field], 0);
  return { manifest, events: sum('events'), bytes: sum('bytes'), keys };
}

const noBackup = (master_key: string): Manifest => ({ format: 1, master_key, segments: [], restorable: null });

/** Names alone: values may be secrets, or addresses that others must not know. */
function settingsOf({ rawVariables }: Pick<Environment, 'rawVariables'>): Buffer {
  const names = variableGroups.flatMap((group) => Object.keys(group.variables));
  const variables = names.filter((name) => rawVariables[name] !== undefined);
  return Buffer.from(`${JSON.stringify({ variables }, undefined, 1)}\n`);
}
