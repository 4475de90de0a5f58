import type { FoldFollower, KeyVault, Logger } from '@tapwise/adapters';
import type { Directory } from '@tapwise/domain';
import type { CheckpointFile } from '../starter/checkpoint-file.ts';
import { keepWorking } from '../starter/keep-working.ts';
import { eraseAccount, erasureWork } from './erase-account.ts';
import { type ExportDependencies, exportAccount, exportWork } from './export-account.ts';

export interface PersonalDataOptions extends Pick<ExportDependencies, 'log' | 'files' | 'tables'> {
  readonly vault: Pick<KeyVault, 'decrypt' | 'erase'>;
  readonly directory: FoldFollower<Directory>;
  readonly checkpoint: (name: string) => CheckpointFile;
  readonly logger: Logger;
  readonly signal: AbortSignal;
  readonly now?: () => Date;
}

/** Makes copies of what is kept about people and erases accounts, until the signal aborts. Needs no durable engine: the log says all. */
export async function keepPersonalData(options: PersonalDataOptions): Promise<void> {
  const { log, logger, signal, checkpoint, now = () => new Date() } = options;
  const deps = { ...options, now, directory: options.directory.state, caughtUp: options.directory.caughtUp };
  const following = { log, logger, signal };
  const exporting = { name: 'loop' as const, apply: (id: string) => exportAccount(deps, id) };
  const erasing = { name: 'loop' as const, apply: (id: string) => eraseAccount(deps, id) };
  await Promise.all([
    keepWorking(exportWork, { ...following, checkpoint: checkpoint('pending-exports'), driver: () => exporting }),
    keepWorking(erasureWork, { ...following, checkpoint: checkpoint('pending-erasures'), driver: () => erasing }),
  ]);
}
