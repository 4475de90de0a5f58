import { applyBillingRequestProcess } from './apply-billing-request/apply-billing-request.contract.ts';
import { applyBillingRequest } from './apply-billing-request/apply-billing-request.story.ts';
import { applyChangeProcess } from './apply-change/apply-change.contract.ts';
import { applyChange } from './apply-change/apply-change.story.ts';
import { applyChangeSetProcess } from './apply-change-set/apply-change-set.contract.ts';
import { applyChangeSet } from './apply-change-set/apply-change-set.story.ts';
import { createCampaignProcess } from './create-campaign/create-campaign.contract.ts';
import { createCampaign } from './create-campaign/create-campaign.story.ts';
import { deliverWebhooksProcess } from './deliver-webhooks/deliver-webhooks.contract.ts';
import { deliverWebhooks } from './deliver-webhooks/deliver-webhooks.story.ts';
import { eraseAccountProcess } from './erase-account/erase-account.contract.ts';
import { eraseAccount } from './erase-account/erase-account.story.ts';
import { exportAccountProcess } from './export-account/export-account.contract.ts';
import { exportAccount } from './export-account/export-account.story.ts';
import { linkOrganizationsProcess } from './link-organizations/link-organizations.contract.ts';
import { linkOrganizations } from './link-organizations/link-organizations.story.ts';
import { publishExchangeRatesProcess } from './publish-exchange-rates/publish-exchange-rates.contract.ts';
import { publishExchangeRates } from './publish-exchange-rates/publish-exchange-rates.story.ts';
import { pullMonthsProcess, pullSearchTermsProcess, pullSharesProcess } from './pull-extras/pull-extras.contract.ts';
import { pullMonths, pullSearchTerms, pullShares } from './pull-extras/pull-extras.story.ts';
import { pullOrganizationProcess } from './pull-organization/pull-organization.contract.ts';
import { pullOrganization } from './pull-organization/pull-organization.story.ts';
import { pullStoreReportsProcess } from './pull-store-reports/pull-store-reports.contract.ts';
import { pullStoreReports } from './pull-store-reports/pull-store-reports.story.ts';
import { recheckStoreKeyProcess } from './recheck-store-key/recheck-store-key.contract.ts';
import { recheckStoreKey } from './recheck-store-key/recheck-store-key.story.ts';
import { reconcilePaymentsProcess } from './reconcile-payments/reconcile-payments.contract.ts';
import { reconcilePayments } from './reconcile-payments/reconcile-payments.story.ts';
import { refitModelsProcess } from './refit-models/refit-models.contract.ts';
import { refitModels } from './refit-models/refit-models.story.ts';
import { reportLastingFailuresProcess } from './report-lasting-failures/report-lasting-failures.contract.ts';
import { reportLastingFailures } from './report-lasting-failures/report-lasting-failures.story.ts';
import { requestBillingMailsProcess, requestRuleMailsProcess } from './request-due-mails/request-due-mails.contract.ts';
import { requestBillingMails, requestRuleMails } from './request-due-mails/request-due-mails.story.ts';
import { retryAttributionProcess } from './retry-attribution/retry-attribution.contract.ts';
import { retryAttribution } from './retry-attribution/retry-attribution.story.ts';
import { runAutomationProcess } from './run-automation/run-automation.contract.ts';
import { runAutomation } from './run-automation/run-automation.story.ts';
import { sendMailProcess } from './send-mail/send-mail.contract.ts';
import { sendMail } from './send-mail/send-mail.story.ts';
import { type ActivityOptions, type ActivityQueue, type Process, processOf } from './story/process.ts';
import { syncCreativesProcess } from './sync-creatives/sync-creatives.contract.ts';
import { syncCreatives } from './sync-creatives/sync-creatives.story.ts';

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
  processOf(deliverWebhooksProcess, deliverWebhooks),
  processOf(sendMailProcess, sendMail),
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
