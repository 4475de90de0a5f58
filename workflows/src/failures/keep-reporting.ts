import { setTimeout as pause } from 'node:timers/promises';
import { type EventLog, type FoldFollower, handleCommand, type Logger } from '@tapwise/adapters';
import { type Directory, failureDecider, failureStream, findApplication, reportLastingFailures } from '@tapwise/domain';
import { isIdle } from '../activity/idle-teams.ts';
import { workflowActor } from '../streams/actor.ts';

export interface ReportingOptions {
  readonly log: EventLog;
  readonly directory: FoldFollower<Directory>;
  readonly logger: Logger;
  readonly signal: AbortSignal;
  readonly now?: () => Date;
}

const lookMs = 30_000;

/** Records which failures have lasted an hour, until the signal aborts; mails follow from these events. */
export async function keepReporting(options: ReportingOptions): Promise<void> {
  const { directory, logger, signal } = options;
  await directory.caughtUp;
  while (!signal.aborted) {
    await reportLasting(options).catch((error: unknown) =>
      logger.warn({ err: error }, 'failures that last cannot be reported now; trying again'),
    );
    await pause(lookMs, undefined, { signal }).catch(() => undefined);
  }
}

/** Records what has lasted by now. Nothing is asked for teams that are not served, so nothing is reported to them either. */
export async function reportLasting({ log, directory, now = () => new Date() }: ReportingOptions): Promise<void> {
  const at = now().toISOString();
  for (const [applicationId, failures] of [...directory.state.failures]) {
    if (reportLastingFailures(failures, at).length === 0 || isUnserved(directory, applicationId)) continue;
    await handleCommand(log, {
      stream: failureStream(applicationId),
      decider: failureDecider,
      context: workflowActor('failures'),
      cause: `lasting ${at}`,
      decide: (state) => reportLastingFailures(state, at),
    });
  }
}

function isUnserved(directory: FoldFollower<Directory>, applicationId: number | null): boolean {
  if (applicationId === null) return false;
  return findApplication(directory.state, applicationId) === undefined || isIdle(directory, applicationId);
}
