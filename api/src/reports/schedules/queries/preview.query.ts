import {
  previewReportBodySchema,
  reportPreviewResponseSchema,
  reportSchedulePaths,
} from '@tapwise/contract/report-schedules';
import {
  dayInZone,
  daysOfReport,
  htmlBody,
  lastReportDay,
  type OpenApplication,
  plainBody,
  type ReportDefinition,
} from '@tapwise/domain';
import { askScheduledReport, reportContent } from '@tapwise/projections/queries';
import type { Session } from '../../../access/sign-in/sessions.ts';
import type { ApiServer } from '../../../http/api-server.ts';
import { holdsUpTo } from '../../../http/log-position.ts';
import { sessionOf } from '../../../http/rights.plugin.ts';
import { ownSchedule, reportedOrganization, type SchedulesContext, scheduledApplication } from '../own-schedule.ts';
import { readSchedule, reportFields } from '../read-schedule.ts';

/** `POST report_schedules/preview`: the mail as it would be sent now, with all columns. */
export function previewRoute(app: ApiServer, context: SchedulesContext): void {
  const { deps } = context;
  app.post(
    reportSchedulePaths.preview,
    {
      schema: { body: previewReportBodySchema, response: { 200: reportPreviewResponseSchema } },
      config: { right: 'act' },
    },
    (request, reply) =>
      app.trialLimit(request, async () => {
        const { body } = request;
        const session = sessionOf(request);
        const { application, report } = await previewed(context, session, body);
        const organization = reportedOrganization(application, report.scope.asa_organization_id);
        const now = deps.now();
        const result = await askScheduledReport(deps.tables, {
          application,
          organization,
          report,
          // The preview has no receipt, which names them.
          labels: [],
          range: daysOfReport(report.range, lastReportDay(dayInZone(now.getTime(), organization.time_zone))),
          corrected: false,
          now,
          madeAt: now,
          completeAfterHours: deps.settings.completeDayHours ?? completeDayHours,
          publicUrl: deps.settings.publicUrl ?? '',
        });
        const { mail, columns, rows } = reportContent(result, 'full');
        holdsUpTo(reply, result.answer.position);
        return {
          status: 'ok' as const,
          subject: mail.subject,
          text: plainBody(mail.blocks),
          html: htmlBody(mail.blocks),
          columns: columns.map(({ name }) => name),
          rows: rows.length,
          incomplete: [...result.incomplete],
        };
      }),
  );
}

const completeDayHours = 3;

type PreviewBody = Readonly<Record<string, unknown>> & {
  readonly application_id: number | string;
  readonly id?: number | string | undefined;
};

/** A stored report, or one that was entered and needs no recipients yet. */
async function previewed(
  context: SchedulesContext,
  session: Pick<Session, 'account'>,
  body: PreviewBody,
): Promise<{ application: OpenApplication; report: ReportDefinition }> {
  const applicationId = Number(body.application_id);
  if (body.id !== undefined) {
    const { application, schedule } = await ownSchedule(context, session, applicationId, Number(body.id));
    return { application, report: schedule.report };
  }
  const application = scheduledApplication(context, session, applicationId);
  const entered = { recipients: [{ account_id: session.account.account_id }], ...reportFields(body) };
  const { report } = await readSchedule(context, application, entered);
  return { application, report };
}
