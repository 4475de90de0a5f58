import {
  DomainError,
  type ExistingReportSchedule,
  type LinkedOrganization,
  type OpenApplication,
  type SendSummary,
  sendsOf,
} from '@tapwise/domain';
import type { ReportSchedulesFollower } from '../../access/folds/report-schedules-follower.ts';
import { linkedOrganization, ownApplication } from '../../access/own-application.ts';
import type { Session } from '../../access/sign-in/sessions.ts';
import { integrated } from '../../automation/own-rule.ts';
import type { ApiDependencies } from '../../http/dependencies.ts';

/** What calls about scheduled reports share. */
export interface SchedulesContext {
  readonly deps: ApiDependencies;
  readonly schedules: ReportSchedulesFollower;
}

/** A schedule and the application it belongs to. */
export interface OwnSchedule {
  readonly application: OpenApplication;
  readonly schedule: ExistingReportSchedule;
}

const notFound = () => new DomainError('not_found', { message: 'This report was not found.' });

/** @throws DomainError `not_found`, `not_integrated`. */
export const scheduledApplication = (
  { deps }: SchedulesContext,
  session: Pick<Session, 'account'>,
  applicationId: number,
): OpenApplication => integrated(ownApplication(deps, session, applicationId));

/** @throws DomainError `not_found`, the same for one that does not exist, a deleted one, and one of another application. */
export async function ownSchedule(
  context: SchedulesContext,
  session: Pick<Session, 'account'>,
  applicationId: number,
  id: number,
): Promise<OwnSchedule> {
  const application = scheduledApplication(context, session, applicationId);
  await context.schedules.caughtUp;
  const schedule = context.schedules.state.schedules.get(id);
  if (schedule === undefined || schedule.application_id !== applicationId || schedule.status === 'deleted') {
    throw notFound();
  }
  return { application, schedule };
}

/** @throws DomainError `not_found`, the same for one that does not exist and one of another application. */
export async function ownSend(
  context: SchedulesContext,
  session: Pick<Session, 'account'>,
  applicationId: number,
  sendId: string,
): Promise<OwnSchedule & { readonly send: SendSummary }> {
  const { state, caughtUp } = context.schedules;
  scheduledApplication(context, session, applicationId);
  await caughtUp;
  for (const [id, sends] of state.sends) {
    const send = sends.find(({ due }) => due.send_id === sendId && due.application_id === applicationId);
    if (send !== undefined) return { ...(await ownSchedule(context, session, applicationId, id)), send };
  }
  throw notFound();
}

/** The organization of a report. @throws DomainError `not_found`. */
export const reportedOrganization = (application: OpenApplication, orgId: number): LinkedOrganization =>
  linkedOrganization(application, orgId);

/** Sends of a schedule, the newest first. */
export const newestSends = ({ schedules }: SchedulesContext, scheduleId: number): SendSummary[] =>
  sendsOf(schedules.state, scheduleId).toReversed();
