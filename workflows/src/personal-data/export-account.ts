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
import type { KeptWork, WorkStep } from '../starter/keep-working.ts';
import { workflowActor } from '../streams/actor.ts';
import { packExport } from './pack-export.ts';

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

/** Copies of what is kept about a person, until their files are removed. */
export const exportWork: KeptWork = {
  name: 'export of an account',
  streamPrefix: 'account-',
  begun: (event) =>
    event.type === 'AccountExportRequested'
      ? { id: `${event.data.account_id}.${event.data.request_id}`, campaigns: [] }
      : undefined,
  ended: (event) =>
    event.type === 'AccountExportRemoved' ? `${event.data.account_id}.${event.data.request_id}` : undefined,
  // The account's own events say all there is.
  markClaimed: async () => undefined,
};

const context = workflowActor('export-account');

/** Makes the copy; when it has expired, or another was wanted, removes it. Making it again after an interruption replaces the file. */
export async function exportAccount(deps: ExportDependencies, id: string): Promise<WorkStep> {
  const { directory, files, log, now } = deps;
  const [account = '', request_id = ''] = id.split('.');
  const account_id = Number(account);
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
    return 'settled';
  }
  const leftMs = wanted.expires_at === null ? undefined : Date.parse(wanted.expires_at) - now().getTime();
  if (leftMs === undefined) {
    const content = await packExport(deps, membership);
    await files.write(account_id, request_id, content);
    await change('export ready', (state) => finishExport(state, { request_id, bytes: content.length, at }));
    return { again_seconds: 1 };
  }
  if (leftMs > 0) return { again_seconds: leftMs / 1000 };
  await files.remove(request_id);
  await change('export removed', (state) => removeExport(state, { account_id, request_id, at }));
  return 'settled';
}

type AccountState = ReturnType<typeof accountDecider.initialState>;
