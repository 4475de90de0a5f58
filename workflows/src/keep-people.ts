import {
  type ClickHouseClient,
  createStoreReportsClient,
  type Environment,
  type EventLog,
  type FailureRecorder,
  type Files,
  type KeyVault,
  type Logger,
  openExportFiles,
  openMailSender,
  publicUrl,
} from '@tapwise/adapters';
import { keepReporting } from './failures/keep-reporting.ts';
import type { LogFacts } from './log-facts.ts';
import { keepPersonalData } from './personal-data/keep-personal-data.ts';
import { keepCheckingKeys } from './pull-store-reports/recheck-keys.ts';
import { keepBillingMails } from './send-mail/keep-billing-mails.ts';
import { keepMailing } from './send-mail/keep-mailing.ts';
import { keepRuleMails } from './send-mail/keep-rule-mails.ts';
import { checkpointIn } from './starter/checkpoint-file.ts';

interface PeopleOptions {
  readonly environment: Environment;
  readonly log: EventLog;
  readonly facts: LogFacts;
  readonly failures: FailureRecorder;
  readonly files: Files;
  readonly vault: KeyVault;
  readonly tables: { readonly client: ClickHouseClient } | undefined;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

const defaultSupport = 'the operator of this server';

/** Mails, copies and deletions of accounts, and keys that people gave while the store was away: they need no durable engine, because requests and their outcomes are in the log. */
export async function keepPeople(options: PeopleOptions): Promise<void> {
  const { environment, log, facts, failures, vault, tables, logger, signal } = options;
  const { directory } = facts;
  const common = { log, directory, checkpoint: checkpointIn(environment), logger, signal };
  const sender = await openMailSender(environment);
  const support = environment.SUPPORT_EMAIL ?? defaultSupport;
  const context = { directory: directory.state, vault, publicUrl: publicUrl(environment), support };
  const storeReports = createStoreReportsClient({ url: environment.APP_STORE_CONNECT_URL });
  const exports = openExportFiles(options.files, vault);
  await Promise.all([
    keepMailing({ ...common, sender, context, failures }).finally(() => sender.close()),
    keepReporting({ log, directory, logger, signal }),
    keepRuleMails({ log, directory, automations: facts.automations, logger, signal }),
    keepBillingMails({ log, directory, tables: tables?.client, logger, signal }),
    keepPersonalData({ ...common, vault, files: exports, tables: tables?.client }),
    keepCheckingKeys({ log, directory, vault, logger, storeReports, now: Date.now }, signal).finally(() =>
      storeReports.close(),
    ),
  ]);
}
