import {
  type EventLog,
  type FoldFollower,
  handleCommand,
  type KeyVault,
  type Logger,
  type StoreReportsKey,
} from '@tapwise/adapters';
import {
  applicationDecider,
  applicationStream,
  type Directory,
  findApplication,
  type OpenApplication,
  reportStoreCheck,
  type StoreCheckOutcome,
} from '@tapwise/domain';
import { workflowActor } from '../../streams/actor.ts';

export interface StoreConnectionSource {
  readonly log: EventLog;
  readonly directory: FoldFollower<Directory>;
  readonly vault: KeyVault;
  readonly logger: Logger;
}

/** The application and its key in the clear, which is sent to the store alone; `undefined` when there is none to use. */
export async function knowConnection(
  { directory, vault }: Pick<StoreConnectionSource, 'directory' | 'vault'>,
  applicationId: number,
): Promise<{ application: OpenApplication; key: StoreReportsKey } | undefined> {
  await directory.caughtUp;
  const application = findApplication(directory.state, applicationId);
  if (!application?.store_connection) return undefined;
  const { private_key: cipher, key_id, issuer_id, vendor_number } = application.store_connection;
  const private_key = await vault.decrypt(cipher);
  return private_key === undefined
    ? undefined
    : { application, key: { key_id, issuer_id, vendor_number, private_key } };
}

/** Records what the store said of the key, where it is news. */
export async function recordCheck(
  { log, directory }: Pick<StoreConnectionSource, 'log' | 'directory'>,
  applicationId: number,
  outcome: StoreCheckOutcome,
): Promise<void> {
  const at = new Date().toISOString();
  const application = findApplication(directory.state, applicationId);
  // Asked every half hour: the stream is only read when there is something to record.
  if (application === undefined || reportStoreCheck(application, { outcome, at }).length === 0) return;
  await handleCommand(log, {
    stream: applicationStream(applicationId),
    decider: applicationDecider,
    context: workflowActor('pull-store-reports'),
    cause: `store check ${at}`,
    decide: (state) => reportStoreCheck(state, { outcome, at }),
  });
}
