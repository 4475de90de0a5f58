import type { FoldFollower, Logger } from '@tapwise/adapters';
import { type AdsConnections, connectionOf, type Directory, type OpenApplication } from '@tapwise/domain';
import {
  requestBillingMailsProcess,
  requestRuleMailsProcess,
} from '../accounts/periodic-mails/periodic-mails.contract.ts';
import { reconcilePaymentsProcess } from '../accounts/reconcile-payments/reconcile-payments.contract.ts';
import { reportLastingFailuresProcess } from '../accounts/report-lasting-failures/report-lasting-failures.contract.ts';
import type { ChangeSignal } from '../activity/change-signal.ts';
import type { LastWaking } from '../facts/log-facts.ts';
import { linkOrganizationsProcess } from '../pulls/link-organizations/link-organizations.contract.ts';
import { publishExchangeRatesProcess } from '../pulls/publish-exchange-rates/publish-exchange-rates.contract.ts';
import {
  pullMonthsProcess,
  pullSearchTermsProcess,
  pullSharesProcess,
} from '../pulls/pull-extras/pull-extras.contract.ts';
import { pullOrganizationProcess } from '../pulls/pull-organization/pull-organization.contract.ts';
import { pullStoreReportsProcess } from '../pulls/pull-store-reports/pull-store-reports.contract.ts';
import { recheckStoreKeyProcess } from '../pulls/recheck-store-key/recheck-store-key.contract.ts';
import type { ProcessRunner } from '../story/process-runner.ts';
import { refitModelsProcess } from '../users/refit-models/refit-models.contract.ts';
import { keepStanding, type StandingProcess, standingProcess } from './keep-standing.ts';

export interface StandingPullOptions {
  readonly directory: FoldFollower<Directory>;
  readonly connections: FoldFollower<AdsConnections>;
  /** Notified when an application or an organization came, or what they are asked with changed, or one of the newest events below. */
  readonly changed: ChangeSignal;
  readonly lastWaking: LastWaking;
  readonly runner: ProcessRunner;
  /** Whether there is an API user to pull with. */
  readonly pulls: boolean;
  /** Whether there are tables to learn from. */
  readonly refits: boolean;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

/**
 * Sees to it that every organization is pulled, every application's store reports too, and its models are fitted; and that the processes
 * of which there is one run.
 */
export async function keepStandingProcesses(options: StandingPullOptions): Promise<void> {
  const { directory, connections, changed, runner, logger, signal } = options;
  await Promise.all([directory.caughtUp, connections.caughtUp]);
  await keepStanding({ processes: () => standingProcesses(options), changed, runner, logger, signal });
}

function standingProcesses(options: StandingPullOptions): StandingProcess[] {
  const { linking, heldRates } = options.lastWaking;
  return [
    standingProcess(linkOrganizationsProcess, {}, linking),
    standingProcess(publishExchangeRatesProcess, {}, heldRates),
    standingProcess(reportLastingFailuresProcess, {}, null),
    standingProcess(requestRuleMailsProcess, {}, null),
    standingProcess(requestBillingMailsProcess, {}, null),
    standingProcess(reconcilePaymentsProcess, {}, null),
    ...standingOfApplications(options),
  ];
}

/** A key that the store could not be asked about when it was given. */
function keyCheck({ application_id, store_unchecked_since }: OpenApplication): StandingProcess[] {
  if (store_unchecked_since === null) return [];
  const since = Date.parse(store_unchecked_since);
  return [{ ...standingProcess(recheckStoreKeyProcess, { application_id, since }, null), ends: true }];
}

/** What ends the pause of an organization's pulls: its name given again, or anything that may connect it again. */
function renewalOf(connections: AdsConnections, orgId: number, nameSubmittedAt: string | null): string {
  const { account, credentials, refusedAt } = connectionOf(connections, orgId);
  const ended = connections.olderInterface?.endedAt;
  return JSON.stringify([nameSubmittedAt, account?.adAccountId, credentials?.keyId, refusedAt, ended]);
}

function standingOfApplications({ directory, connections, pulls, refits }: StandingPullOptions): StandingProcess[] {
  const ofApplication = (application: OpenApplication): StandingProcess[] => {
    const { application_id, organizations, store_connection, name_submitted_at } = application;
    const ofOrganization = ({ org_id }: { readonly org_id: number }): StandingProcess[] => {
      const organization = { application_id, org_id };
      const renewal = renewalOf(connections.state, org_id, name_submitted_at);
      return [
        standingProcess(pullOrganizationProcess, organization, renewal),
        standingProcess(pullMonthsProcess, organization, renewal),
        standingProcess(pullSearchTermsProcess, organization, renewal),
        standingProcess(pullSharesProcess, organization, renewal),
      ];
    };
    return [
      ...(pulls ? organizations.flatMap(ofOrganization) : []),
      ...(store_connection === null
        ? []
        : [standingProcess(pullStoreReportsProcess, { application_id }, store_connection)]),
      ...keyCheck(application),
      ...(refits ? [standingProcess(refitModelsProcess, { application_id }, null)] : []),
    ];
  };
  return [...directory.state.applications.values()].flatMap(ofApplication);
}
