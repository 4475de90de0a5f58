import type { FoldFollower, Logger } from '@tapwise/adapters';
import type { Directory, OpenApplication } from '@tapwise/domain';
import type { ChangeSignal } from '../linking/change-signal.ts';

export interface ApplicationStarterOptions {
  readonly directory: FoldFollower<Directory>;
  /** Notified when an application is added, or the key of its store reports is given. */
  readonly changed: ChangeSignal;
  /** Starts the pull of an application's store reports; `renewed` when it has to hear of another key. */
  readonly startStoreReports: (application: OpenApplication, renewed: boolean) => Promise<void>;
  /** Starts the refits of an application, or does nothing while they run; absent while there are no tables. */
  readonly startRefits: ((application: OpenApplication) => Promise<void>) | undefined;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

/** All work is asked for again this often, in case the workflow engine lost its own memory. */
const reviewMs = 60_000;
const retryMs = 2000;

/** Makes sure that every application's store reports are pulled and its models fitted. */
export async function keepApplicationsServed(options: ApplicationStarterOptions): Promise<void> {
  const { directory, changed, logger, signal } = options;
  await directory.caughtUp;
  /** Store connections the workflows have heard of, by application. */
  const started = new Map<number, unknown>();
  let failing = false;
  while (!signal.aborted) {
    let waitMs = reviewMs;
    try {
      for (const application of [...directory.state.applications.values()]) await serve(options, application, started);
      failing = false;
    } catch (error) {
      if (!failing && !signal.aborted)
        logger.warn({ err: error }, 'work for applications cannot be started now; it waits');
      failing = true;
      waitMs = retryMs;
    }
    await changed.wait(waitMs, signal);
  }
}

async function serve(
  { startStoreReports, startRefits }: ApplicationStarterOptions,
  application: OpenApplication,
  started: Map<number, unknown>,
): Promise<void> {
  const { application_id, store_connection: connection } = application;
  if (connection !== null) {
    await startStoreReports(application, started.get(application_id) !== connection);
    started.set(application_id, connection);
  }
  await startRefits?.(application);
}
