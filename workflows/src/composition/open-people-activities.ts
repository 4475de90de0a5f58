import {
  createPaymentProvider,
  openExportFiles,
  openMailSender,
  openReportFiles,
  paymentSettings,
  publicUrl,
  reportEverySeconds,
} from '@tapwise/adapters';
import {
  type BillingContext,
  createApplyBillingRequestActivities,
} from '../accounts/apply-billing-request/apply-billing-request.activities.ts';
import type { ApplyBillingRequestActivities } from '../accounts/apply-billing-request/apply-billing-request.contract.ts';
import { createEraseAccountActivities } from '../accounts/erase-account/erase-account.activities.ts';
import type { EraseAccountActivities } from '../accounts/erase-account/erase-account.contract.ts';
import { createExportAccountActivities } from '../accounts/export-account/export-account.activities.ts';
import type { ExportAccountActivities } from '../accounts/export-account/export-account.contract.ts';
import { createBillingMailActivities } from '../accounts/periodic-mails/billing-mails.activities.ts';
import type { BillingMailActivities, RuleMailActivities } from '../accounts/periodic-mails/periodic-mails.contract.ts';
import { createRuleMailActivities } from '../accounts/periodic-mails/rule-mails.activities.ts';
import { createReconcilePaymentsActivities } from '../accounts/reconcile-payments/reconcile-payments.activities.ts';
import type { ReconcilePaymentsActivities } from '../accounts/reconcile-payments/reconcile-payments.contract.ts';
import { createReportLastingFailuresActivities } from '../accounts/report-lasting-failures/report-lasting-failures.activities.ts';
import type { ReportLastingFailuresActivities } from '../accounts/report-lasting-failures/report-lasting-failures.contract.ts';
import { createSendMailActivities } from '../accounts/send-mail/send-mail.activities.ts';
import type { SendMailActivities } from '../accounts/send-mail/send-mail.contract.ts';
import { createKeepScheduleActivities } from '../reports/keep-schedule/keep-schedule.activities.ts';
import type { KeepScheduleActivities } from '../reports/keep-schedule/keep-schedule.contract.ts';
import { pastStatesFrom } from '../reports/send-report/past-state.ts';
import { readSchedule } from '../reports/send-report/send-context.ts';
import { createSendReportActivities } from '../reports/send-report/send-report.activities.ts';
import type { SendReportActivities } from '../reports/send-report/send-report.contract.ts';
import type { ActivitySources } from './activity-sources.ts';

/** Activities about accounts and teams: mail, payments, copies and deletions. */
export type PeopleActivities = SendMailActivities &
  RuleMailActivities &
  BillingMailActivities &
  ReportLastingFailuresActivities &
  ApplyBillingRequestActivities &
  ReconcilePaymentsActivities &
  KeepScheduleActivities &
  SendReportActivities &
  ExportAccountActivities &
  EraseAccountActivities;

const defaultSupport = 'the operator of this server';

export async function openPeopleActivities(
  sources: ActivitySources,
): Promise<{ activities: PeopleActivities; close: () => void }> {
  const { environment, log, logger, failures, vault } = sources;
  const { directory, automations, reportSchedules: schedules } = sources.facts;
  const tables = sources.tables?.client;
  const sender = await openMailSender(environment);
  const support = environment.SUPPORT_EMAIL ?? defaultSupport;
  const reportFiles = openReportFiles(sources.files, vault);
  const reports = { files: reportFiles, readSchedule: (id: number) => readSchedule(log, id) };
  const showsMails = environment.SMTP_URL === undefined;
  const context = {
    directory: directory.state,
    vault,
    publicUrl: publicUrl(environment),
    support,
    showsMails,
    reports,
  };
  const now = () => new Date();
  const { state, caughtUp } = directory;
  const settings = paymentSettings(environment);
  const provider = 'faults' in settings ? undefined : createPaymentProvider(settings);
  const billing: BillingContext = { log, directory, provider, logger, now };
  const files = openExportFiles(sources.files, vault);
  const personal = { log, vault, directory: state, caughtUp, now };
  return {
    close: () => sender.close(),
    activities: {
      ...createSendMailActivities({ log, sender, failures, context, caughtUp, now }),
      ...createRuleMailActivities({ log, directory, automations }),
      ...createBillingMailActivities({ log, directory, tables }),
      ...createReportLastingFailuresActivities({ log, directory }),
      ...createApplyBillingRequestActivities(billing),
      ...createReconcilePaymentsActivities(billing),
      ...createKeepScheduleActivities({
        log,
        directory,
        schedules,
        everySeconds: reportEverySeconds(environment),
        now,
      }),
      ...createSendReportActivities({
        log,
        directory,
        schedules,
        tables,
        withPastState: sources.tables && pastStatesFrom(log, sources.tables.url, sources.signal),
        files: reportFiles,
        completeAfterHours: environment.COMPLETE_DAY_HOURS,
        publicUrl: publicUrl(environment),
        now,
      }),
      ...createExportAccountActivities({ ...personal, files, tables }),
      ...createEraseAccountActivities({ ...personal, directory, schedules }),
    },
  };
}
