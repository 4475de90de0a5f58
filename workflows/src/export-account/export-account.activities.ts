import {
  type ClickHouseClient,
  type EventLog,
  type ExportFiles,
  handleCommand,
  type KeyVault,
} from '@tapwise/adapters';
import {
  type AccountEvent,
  accountDecider,
  accountStream,
  type Directory,
  findMembership,
  finishExport,
  removeExport,
} from '@tapwise/domain';
import type { Step } from '../activity/step.ts';
import { workflowActor } from '../streams/actor.ts';
import type { ExportAccountInput } from './export-account.contract.ts';
import { packExport } from './pack-export.ts';

export interface ExportAccountActivities {
  /** Makes the copy, or removes it when it has expired or another was wanted. */
  makeOrRemoveCopy(copy: ExportAccountInput): Promise<Step>;
}

export interface ExportDependencies {
  readonly log: EventLog;
  readonly vault: Pick<KeyVault, 'decrypt'>;
  readonly directory: Directory;
  /** Resolves when the directory has everything that was in the log at the start. */
  readonly caughtUp: Promise<void>;
  readonly files: ExportFiles;
  /** Absent: without reports. */
  readonly tables?: ClickHouseClient | undefined;
  readonly now: () => Date;
}

const context = workflowActor('export-account');

export const createExportAccountActivities = (deps: ExportDependencies): ExportAccountActivities => ({
  makeOrRemoveCopy: (copy) => makeOrRemoveCopy(deps, copy),
});

/** Makes the copy; when it has expired, or another was wanted, removes it. Making it again after an interruption replaces the file. */
async function makeOrRemoveCopy(
  deps: ExportDependencies,
  { account_id, request_id }: ExportAccountInput,
): Promise<Step> {
  const { directory, files, log, now } = deps;
  await deps.caughtUp;
  const membership = findMembership(directory, account_id);
  const at = now().toISOString();
  const wanted = membership?.account.export;
  const change = (cause: string, decide: Parameters<typeof handleCommand<AccountState, AccountEvent>>[1]['decide']) =>
    handleCommand(log, {
      stream: accountStream(account_id),
      decider: accountDecider,
      context,
      decide,
      cause: `${cause} ${request_id}`,
    });
  if (membership === undefined || wanted?.request_id !== request_id) {
    await files.remove(request_id);
    await change('export removed', (state) => removeExport(state, { account_id, request_id, at }));
    return { done: true };
  }
  const leftMs = wanted.expires_at === null ? undefined : Date.parse(wanted.expires_at) - now().getTime();
  if (leftMs === undefined) {
    const content = await packExport(deps, membership);
    await files.write(account_id, request_id, content);
    await change('export ready', (state) => finishExport(state, { request_id, bytes: content.length, at }));
    return { done: false, again_seconds: 1 };
  }
  if (leftMs > 0) return { done: false, again_seconds: leftMs / 1000 };
  await files.remove(request_id);
  await change('export removed', (state) => removeExport(state, { account_id, request_id, at }));
  return { done: true };
}

type AccountState = ReturnType<typeof accountDecider.initialState>;
