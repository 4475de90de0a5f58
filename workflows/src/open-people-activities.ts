import { createPaymentProvider, openExportFiles, openMailSender, paymentSettings, publicUrl } from '@tapwise/adapters';
import type { ActivitySources } from './activity-sources.ts';
import {
  type BillingContext,
  createApplyBillingRequestActivities,
} from './apply-billing-request/apply-billing-request.activities.ts';
import type { ApplyBillingRequestActivities } from './apply-billing-request/apply-billing-request.contract.ts';
import { createEraseAccountActivities } from './erase-account/erase-account.activities.ts';
import type { EraseAccountActivities } from './erase-account/erase-account.contract.ts';
import { createExportAccountActivities } from './export-account/export-account.activities.ts';
import type { ExportAccountActivities } from './export-account/export-account.contract.ts';
import { createReconcilePaymentsActivities } from './reconcile-payments/reconcile-payments.activities.ts';
import type { ReconcilePaymentsActivities } from './reconcile-payments/reconcile-payments.contract.ts';
import { createReportLastingFailuresActivities } from './report-lasting-failures/report-lasting-failures.activities.ts';
import type { ReportLastingFailuresActivities } from './report-lasting-failures/report-lasting-failures.contract.ts';
import { createBillingMailActivities } from './request-due-mails/request-billing-mails.ts';
import type { BillingMailActivities, RuleMailActivities } from './request-due-mails/request-due-mails.contract.ts';
import { createRuleMailActivities } from './request-due-mails/request-rule-mails.ts';
import { createSendMailActivities } from './send-mail/send-mail.activities.ts';
import type { SendMailActivities } from './send-mail/send-mail.contract.ts';

/** Activities about accounts and teams: mail, payments, copies and deletions. */
export type PeopleActivities = SendMailActivities &
  RuleMailActivities &
  BillingMailActivities &
  ReportLastingFailuresActivities &
  ApplyBillingRequestActivities &
  ReconcilePaymentsActivities &
  ExportAccountActivities &
  EraseAccountActivities;

const defaultSupport = 'the operator of this server';

export async function openPeopleActivities(
  sources: ActivitySources,
): Promise<{ activities: PeopleActivities; close: () => void }> {
  const { environment, log, logger, failures, vault } = sources;
  const { directory, automations } = sources.facts;
  const tables = sources.tables?.client;
  const sender = await openMailSender(environment);
  const support = environment.SUPPORT_EMAIL ?? defaultSupport;
  const context = { directory: directory.state, vault, publicUrl: publicUrl(environment), support };
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
      ...createExportAccountActivities({ ...personal, files, tables }),
      ...createEraseAccountActivities(personal),
    },
  };
}
