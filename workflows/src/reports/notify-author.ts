import { type EventLog, type FoldFollower, requestMail } from '@tapwise/adapters';
import { type Directory, type ExistingReportSchedule, findApplication, findMembership } from '@tapwise/domain';
import { workflowActor } from '../streams/actor.ts';

export interface AuthorSources {
  readonly log: EventLog;
  readonly directory: Pick<FoldFollower<Directory>, 'state'>;
}

/** What the author of a report is mailed about a send. */
export interface SendProblem {
  readonly slot: string;
  /** A sentence. */
  readonly problem: string;
  /** ISO 8601. */
  readonly at: string;
}

/** A mail takes no longer fact. */
const longestProblem = 500;

/** Mails who made a report, or who changed it last if that person has left: once for each send. */
export async function notifyAuthor(
  { log, directory }: AuthorSources,
  { schedule_id, application_id, team_id, created_by, changed_by, report }: ExistingReportSchedule,
  { slot, problem, at }: SendProblem,
): Promise<void> {
  const isHere = (accountId: number): boolean => findMembership(directory.state, accountId)?.team.team_id === team_id;
  const accountId = [created_by, changed_by].find(isHere);
  if (accountId === undefined) return;
  const application = findApplication(directory.state, application_id)?.name ?? '';
  await requestMail(log, workflowActor('send-report'), {
    kind: 'report-failed',
    key: `report-failed|${schedule_id}|${slot}`,
    to: { accountId },
    facts: {
      report: report.name,
      application,
      problem: problem.slice(0, longestProblem),
      path: `/client/automation/reports/${schedule_id}`,
    },
    requestedAt: at,
  });
}
