import { applyBillingRequestProcess } from './accounts/apply-billing-request/apply-billing-request.contract.ts';
import { applyBillingRequest } from './accounts/apply-billing-request/apply-billing-request.story.ts';
import { eraseAccountProcess } from './accounts/erase-account/erase-account.contract.ts';
import { eraseAccount } from './accounts/erase-account/erase-account.story.ts';
import { exportAccountProcess } from './accounts/export-account/export-account.contract.ts';
import { exportAccount } from './accounts/export-account/export-account.story.ts';
import {
  requestBillingMailsProcess,
  requestRuleMailsProcess,
} from './accounts/periodic-mails/periodic-mails.contract.ts';
import { requestBillingMails, requestRuleMails } from './accounts/periodic-mails/periodic-mails.story.ts';
import { reconcilePaymentsProcess } from './accounts/reconcile-payments/reconcile-payments.contract.ts';
import { reconcilePayments } from './accounts/reconcile-payments/reconcile-payments.story.ts';
import { reportLastingFailuresProcess } from './accounts/report-lasting-failures/report-lasting-failures.contract.ts';
import { reportLastingFailures } from './accounts/report-lasting-failures/report-lasting-failures.story.ts';
import { sendMailProcess } from './accounts/send-mail/send-mail.contract.ts';
import { sendMail } from './accounts/send-mail/send-mail.story.ts';
import { applyChangeProcess } from './campaigns/apply-change/apply-change.contract.ts';
import { applyChange } from './campaigns/apply-change/apply-change.story.ts';
import { applyChangeSetProcess } from './campaigns/apply-change-set/apply-change-set.contract.ts';
import { applyChangeSet } from './campaigns/apply-change-set/apply-change-set.story.ts';
import { createCampaignProcess } from './campaigns/create-campaign/create-campaign.contract.ts';
import { createCampaign } from './campaigns/create-campaign/create-campaign.story.ts';
import { runAutomationProcess } from './campaigns/run-automation/run-automation.contract.ts';
import { runAutomation } from './campaigns/run-automation/run-automation.story.ts';
import { runCustomRuleProcess } from './campaigns/run-custom-rule/run-custom-rule.contract.ts';
import { runCustomRule } from './campaigns/run-custom-rule/run-custom-rule.story.ts';
import { sendAlertsProcess } from './campaigns/send-alerts/send-alerts.contract.ts';
import { sendAlerts } from './campaigns/send-alerts/send-alerts.story.ts';
import { syncCreativesProcess } from './campaigns/sync-creatives/sync-creatives.contract.ts';
import { syncCreatives } from './campaigns/sync-creatives/sync-creatives.story.ts';
import { watchAlertsProcess } from './campaigns/watch-alerts/watch-alerts.contract.ts';
import { watchAlerts } from './campaigns/watch-alerts/watch-alerts.story.ts';
import { watchOwnAlertProcess } from './campaigns/watch-own-alert/watch-own-alert.contract.ts';
import { watchOwnAlert } from './campaigns/watch-own-alert/watch-own-alert.story.ts';
import { linkOrganizationsProcess } from './pulls/link-organizations/link-organizations.contract.ts';
import { linkOrganizations } from './pulls/link-organizations/link-organizations.story.ts';
import { publishExchangeRatesProcess } from './pulls/publish-exchange-rates/publish-exchange-rates.contract.ts';
import { publishExchangeRates } from './pulls/publish-exchange-rates/publish-exchange-rates.story.ts';
import {
  pullMonthsProcess,
  pullSearchTermsProcess,
  pullSharesProcess,
} from './pulls/pull-extras/pull-extras.contract.ts';
import { pullMonths, pullSearchTerms, pullShares } from './pulls/pull-extras/pull-extras.story.ts';
import { pullOrganizationProcess } from './pulls/pull-organization/pull-organization.contract.ts';
import { pullOrganization } from './pulls/pull-organization/pull-organization.story.ts';
import { pullStoreReportsProcess } from './pulls/pull-store-reports/pull-store-reports.contract.ts';
import { pullStoreReports } from './pulls/pull-store-reports/pull-store-reports.story.ts';
import { recheckStoreKeyProcess } from './pulls/recheck-store-key/recheck-store-key.contract.ts';
import { recheckStoreKey } from './pulls/recheck-store-key/recheck-store-key.story.ts';
import { keepScheduleProcess } from './reports/keep-schedule/keep-schedule.contract.ts';
import { keepSchedule } from './reports/keep-schedule/keep-schedule.story.ts';
import { sendReportProcess } from './reports/send-report/send-report.contract.ts';
import { sendReport } from './reports/send-report/send-report.story.ts';
import { type ActivityOptions, type ActivityQueue, type Process, processOf } from './story/process.ts';
import { deliverWebhooksProcess } from './users/deliver-webhooks/deliver-webhooks.contract.ts';
import { deliverWebhooks } from './users/deliver-webhooks/deliver-webhooks.story.ts';
import { refitModelsProcess } from './users/refit-models/refit-models.contract.ts';
import { refitModels } from './users/refit-models/refit-models.story.ts';
import { retryAttributionProcess } from './users/retry-attribution/retry-attribution.contract.ts';
import { retryAttribution } from './users/retry-attribution/retry-attribution.story.ts';

/** Every long process of the product. */
export const processes: readonly Process[] = [
  processOf(pullOrganizationProcess, pullOrganization),
  processOf(pullMonthsProcess, pullMonths),
  processOf(pullSearchTermsProcess, pullSearchTerms),
  processOf(pullSharesProcess, pullShares),
  processOf(pullStoreReportsProcess, pullStoreReports),
  processOf(refitModelsProcess, refitModels),
  processOf(retryAttributionProcess, retryAttribution),
  processOf(applyChangeProcess, applyChange),
  processOf(applyChangeSetProcess, applyChangeSet),
  processOf(createCampaignProcess, createCampaign),
  processOf(syncCreativesProcess, syncCreatives),
  processOf(runAutomationProcess, runAutomation),
  processOf(runCustomRuleProcess, runCustomRule),
  processOf(watchAlertsProcess, watchAlerts),
  processOf(watchOwnAlertProcess, watchOwnAlert),
  processOf(sendAlertsProcess, sendAlerts),
  processOf(deliverWebhooksProcess, deliverWebhooks),
  processOf(sendMailProcess, sendMail),
  processOf(keepScheduleProcess, keepSchedule),
  processOf(sendReportProcess, sendReport),
  processOf(applyBillingRequestProcess, applyBillingRequest),
  processOf(exportAccountProcess, exportAccount),
  processOf(eraseAccountProcess, eraseAccount),
  processOf(reconcilePaymentsProcess, reconcilePayments),
  processOf(linkOrganizationsProcess, linkOrganizations),
  processOf(publishExchangeRatesProcess, publishExchangeRates),
  processOf(recheckStoreKeyProcess, recheckStoreKey),
  processOf(reportLastingFailuresProcess, reportLastingFailures),
  processOf(requestRuleMailsProcess, requestRuleMails),
  processOf(requestBillingMailsProcess, requestBillingMails),
];

const byName = new Map(processes.map((process) => [process.contract.name, process]));

/** @throws RangeError for a name that no process has. */
export function findProcess(name: string): Process {
  const process = byName.get(name);
  if (process === undefined) throw new RangeError(`No process is called ${name}`);
  return process;
}

/** Of these activities those that run from a queue. */
export function activitiesOn<Activities extends object>(
  queue: ActivityQueue,
  activities: Activities,
): Partial<Activities> {
  const options = processes.flatMap(({ contract }) =>
    Object.entries(contract.activities as Record<string, ActivityOptions>),
  );
  const names = new Set(options.flatMap(([name, how]) => (how.queue === queue ? [name] : [])));
  return Object.fromEntries(Object.entries(activities).filter(([name]) => names.has(name))) as Partial<Activities>;
}
