import {
  type Directory,
  type FailureCause,
  type FailureEvent,
  type FailureSubject,
  type Failures,
  failureDecider,
  failureStream,
  noFailures,
  reportFailedTry,
  reportSuccessfulTry,
} from '@tapwise/domain';
import type { CommandContext } from '../event-log/commands/command-context.ts';
import { handleCommand } from '../event-log/commands/handle-command.ts';
import type { EventLog } from '../event-log/event-log.ts';
import type { FoldFollower } from '../event-log/folds/fold-follower.ts';
import type { Logger } from '../observability/logger.ts';

export interface FailureRecorderOptions {
  readonly log: EventLog;
  readonly directory: Pick<FoldFollower<Directory>, 'state'>;
  readonly context: CommandContext;
  readonly logger: Pick<Logger, 'warn' | 'info'>;
  readonly now?: () => Date;
}

/** Records how tries at outside services ended. Neither method throws: what is tried matters more than the record of it. */
export interface FailureRecorder {
  failed(subject: FailureSubject, cause: FailureCause): Promise<void>;
  succeeded(subject: FailureSubject): Promise<void>;
}

/**
 * The one way to say how a try ended. A failure is written when it begins, changes and ends; every other try costs a look at the
 * directory.
 */
export function createFailureRecorder({
  log,
  directory,
  context,
  logger,
  now = () => new Date(),
}: FailureRecorderOptions): FailureRecorder {
  const record = async (subject: FailureSubject, decide: (state: Failures, at: string) => FailureEvent[]) => {
    const at = now().toISOString();
    const { application_id, org_id, source } = subject;
    if (decide(directory.state.failures.get(application_id) ?? noFailures, at).length === 0) return;
    try {
      await handleCommand(log, {
        stream: failureStream(application_id),
        decider: failureDecider,
        context,
        cause: `tried ${source} ${org_id ?? 'all'} ${at}`,
        decide: (state) => decide(state, at),
      });
    } catch (error) {
      logger.warn({ err: error, application_id, source }, 'how a try ended could not be recorded; the next one is');
    }
  };
  return {
    failed: async (subject, cause) => {
      await record(subject, (state, at) => reportFailedTry(state, subject, { ...cause, at }));
    },
    succeeded: async (subject) => {
      await record(subject, (state, at) => reportSuccessfulTry(state, subject, at));
    },
  };
}
