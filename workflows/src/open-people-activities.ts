import {
  createPaymentProvider,
  type MailSender,
  openExportFiles,
  openMailSender,
  paymentSettings,
  publicUrl,
} from '@tapwise/adapters';
import {
  type ApplyBillingRequestActivities,
  type BillingContext,
  createApplyBillingRequestActivities,
} from './apply-billing-request/apply-billing-request.activities.ts';
import { createEraseAccountActivities, type EraseAccountActivities } from './erase-account/erase-account.activities.ts';
import {
  createExportAccountActivities,
  type ExportAccountActivities,
} from './export-account/export-account.activities.ts';
import type { ActivitySources } from './open-activities.ts';
import { createSendMailActivities, type SendMailActivities } from './send-mail/send-mail.activities.ts';

export type PeopleActivities = SendMailActivities &
  ApplyBillingRequestActivities &
  ExportAccountActivities &
  EraseAccountActivities;

const defaultSupport = 'the operator of this server';

/** Activities about accounts and teams: mail, payments, copies and deletions. */
export async function openPeopleActivities(
  sources: ActivitySources,
): Promise<{ activities: PeopleActivities; billing: BillingContext; sender: MailSender }> {
  const { environment, log, logger, failures, vault, tables } = sources;
  const { directory } = sources.facts;
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
    sender,
    billing,
    activities: {
      ...createSendMailActivities({ log, sender, failures, context, caughtUp, now }),
      ...createApplyBillingRequestActivities(billing),
      ...createExportAccountActivities({ ...personal, files, tables: tables?.client }),
      ...createEraseAccountActivities(personal),
    },
  };
}
