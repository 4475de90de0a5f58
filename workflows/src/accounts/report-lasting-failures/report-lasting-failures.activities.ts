import { type EventLog, type FoldFollower, handleCommand } from '@tapwise/adapters';
import {
  type Directory,
  failureDecider,
  failureStream,
  findApplication,
  lastsFrom,
  reportLastingFailures,
} from '@tapwise/domain';
import { isIdle } from '../../activity/idle-teams.ts';
import { workflowActor } from '../../streams/actor.ts';
import type { ReportLastingFailuresActivities } from './report-lasting-failures.contract.ts';

export interface ReportingOptions {
  readonly log: EventLog;
  readonly directory: FoldFollower<Directory>;
  readonly now?: () => Date;
}

export const createReportLastingFailuresActivities = (options: ReportingOptions): ReportLastingFailuresActivities => ({
  reportLasting: async () => {
    await options.directory.caughtUp;
    await reportLasting(options);
    return { pause_seconds: pauseSeconds(options) };
  },
});

/** A failure may be recorded as having begun earlier, and a team may be served again. */
const longestPauseSeconds = 60;

/** Until the next failure will have lasted long enough. */
function pauseSeconds({ directory, now = () => new Date() }: ReportingOptions): number {
  const at = now().getTime();
  const instants = [...directory.state.failures.values()].flatMap(({ open }) => open.map(lastsFrom));
  const left = instants.map((instant) => (instant - at) / 1000).filter((seconds) => seconds > 0);
  return Math.min(longestPauseSeconds, ...left);
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
