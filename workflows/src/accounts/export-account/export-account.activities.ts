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
import { workflowActor } from '../../streams/actor.ts';
import { type AccountState, readAccount } from '../../streams/read-account.ts';
import type { ExportAccountActivities, ExportAccountInput } from './export-account.contract.ts';
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

const context = workflowActor('export-account');

export const createExportAccountActivities = (deps: ExportDependencies): ExportAccountActivities => ({
  readCopy: (copy) => readCopy(deps, copy),
  makeCopy: (copy) => makeCopy(deps, copy),
  removeCopy: async ({ account_id, request_id }) => {
    await deps.files.remove(request_id);
    await changeAccount(deps, { account_id, request_id }, 'export removed', (state, at) =>
      removeExport(state, { account_id, request_id, at }),
    );
  },
});

async function readCopy(
  { log, directory, caughtUp, now }: ExportDependencies,
  { account_id, request_id }: ExportAccountInput,
): ReturnType<ExportAccountActivities['readCopy']> {
  await caughtUp;
  const account = await readAccount(log, account_id);
  const over = { status: 'over', seconds_left: 0 } as const;
  const requested = account?.export;
  if (requested?.request_id !== request_id || findMembership(directory, account_id) === undefined) return over;
  if (requested.expires_at === null) return { status: 'wanted', seconds_left: 0 };
  const seconds_left = (Date.parse(requested.expires_at) - now().getTime()) / 1000;
  return seconds_left > 0 ? { status: 'made', seconds_left } : over;
}

async function makeCopy(deps: ExportDependencies, copy: ExportAccountInput): Promise<void> {
  const membership = findMembership(deps.directory, copy.account_id);
  if (membership === undefined) return;
  const content = await packExport(deps, membership);
  await deps.files.write(copy.account_id, copy.request_id, content);
  await changeAccount(deps, copy, 'export ready', (state, at) =>
    finishExport(state, { request_id: copy.request_id, bytes: content.length, at }),
  );
}

async function changeAccount(
  { log, now }: ExportDependencies,
  { account_id, request_id }: ExportAccountInput,
  cause: string,
  decide: (state: AccountState, at: string) => AccountEvent[],
): Promise<void> {
  const at = now().toISOString();
  await handleCommand(log, {
    stream: accountStream(account_id),
    decider: accountDecider,
    context,
    cause: `${cause} ${request_id}`,
    decide: (state) => decide(state, at),
  });
}
