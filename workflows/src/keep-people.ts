import { createStoreReportsClient, type HeldLease } from '@tapwise/adapters';
import type { BillingContext } from './apply-billing-request/apply-billing-request.activities.ts';
import { keepReconciling } from './apply-billing-request/keep-reconciling.ts';
import type { Composition } from './composition.ts';
import { keepReporting } from './failures/keep-reporting.ts';
import { keepCheckingKeys } from './pull-store-reports/recheck-keys.ts';
import { keepBillingMails } from './send-mail/keep-billing-mails.ts';
import { keepRuleMails } from './send-mail/keep-rule-mails.ts';
import { keepRequestingMails } from './send-mail/request-mails.ts';
import { checkpointsIn } from './start/checkpoint.ts';

/** Asks for mails, compares with the payment provider, and checks keys that people gave while the store was away. */
export async function keepPeople(
  { environment, log, facts, vault, tables, logger }: Composition,
  billing: BillingContext,
  { epoch, signal }: HeldLease,
): Promise<void> {
  const { directory, automations } = facts;
  const common = { log, directory, logger, signal };
  const storeReports = createStoreReportsClient({ url: environment.APP_STORE_CONNECT_URL });
  await Promise.all([
    keepRequestingMails({ ...common, checkpoint: checkpointsIn(log, epoch) }),
    keepReporting(common),
    keepRuleMails({ ...common, automations }),
    keepBillingMails({ ...common, tables: tables?.client }),
    keepReconciling(billing, signal),
    keepCheckingKeys({ log, directory, vault, logger, storeReports, now: Date.now }, signal).finally(() =>
      storeReports.close(),
    ),
  ]);
}
