import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const usage = `Usage: npm run --silent restore -- <folder> --newest-keys <folder of keys> | --keep-keys
Keys that were destroyed after the backup was made must not come back: their people would be there again. Name the newest folder of keys
there is: keys of the old DATA_DIR, or of a later backup. Where there is none, name keys in the folder of this backup; whoever was erased
since it was made is back then and has to be erased again. --keep-keys: the keys are all there still, only the log was lost.`;

export interface RestoreArguments {
  /** Of the backup. */
  readonly folder: string;
  /** The newest folder of keys; `undefined` when the keys of the installation are there still. */
  readonly newestKeys: string | undefined;
}

/**
 * There is no default for the keys: whoever was erased after the backup was made must not come back because nobody thought of it.
 * @throws Error in words for an operator.
 */
export function readRestoreArguments(args: readonly string[]): RestoreArguments {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { 'newest-keys': { type: 'string' }, 'keep-keys': { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const [folder, ...rest] = positionals;
  const newest = values['newest-keys'];
  const isClear = folder !== undefined && rest.length === 0 && (newest !== undefined) !== values['keep-keys'];
  if (!isClear) throw new Error(usage);
  if (newest === undefined) return { folder, newestKeys: undefined };
  const newestKeys = resolve(newest);
  if (basename(newestKeys) !== 'keys' || !existsSync(newestKeys)) throw new Error(`${newestKeys} is no folder of keys`);
  return { folder, newestKeys };
}
