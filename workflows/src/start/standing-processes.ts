import type { FoldFollower, Logger } from '@tapwise/adapters';
import type { Directory, OpenApplication } from '@tapwise/domain';
import type { ChangeSignal } from '../activity/change-signal.ts';
import { linkOrganizationsProcess } from '../link-organizations/link-organizations.contract.ts';
import type { LastWaking } from '../log-facts.ts';
import { publishExchangeRatesProcess } from '../publish-exchange-rates/publish-exchange-rates.contract.ts';
import { pullMonthsProcess, pullSearchTermsProcess, pullSharesProcess } from '../pull-extras/pull-extras.contract.ts';
import { pullOrganizationProcess } from '../pull-organization/pull-organization.contract.ts';
import { pullStoreReportsProcess } from '../pull-store-reports/pull-store-reports.contract.ts';
import { recheckStoreKeyProcess } from '../recheck-store-key/recheck-store-key.contract.ts';
import { reconcilePaymentsProcess } from '../reconcile-payments/reconcile-payments.contract.ts';
import { refitModelsProcess } from '../refit-models/refit-models.contract.ts';
import { reportLastingFailuresProcess } from '../report-lasting-failures/report-lasting-failures.contract.ts';
import {
  requestBillingMailsProcess,
  requestRuleMailsProcess,
} from '../request-due-mails/request-due-mails.contract.ts';
import type { ProcessContract } from '../story/process.ts';
import type { ProcessRunner } from '../story/process-runner.ts';

export interface StandingOptions {
  readonly directory: FoldFollower<Directory>;
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

/** A process that runs as long as what it is about exists. */
interface Standing {
  readonly id: string;
  /** It ends by itself, and is begun once by each process like this one. */
  readonly ends?: true;
  /** Woken when this is another than before. */
  readonly renewal: unknown;
  readonly start: (runner: ProcessRunner) => Promise<void>;
  readonly wake: (runner: ProcessRunner) => Promise<void>;
}

/** All are asked for again this often, in case the engine lost its own memory. */
const reviewMs = 60_000;
const retryMs = 2000;

/**
 * Sees to it that every organization is pulled, every application's store reports too, and its models are fitted; and that the processes
 * of which there is one run.
 */
export async function keepStandingProcesses(options: StandingOptions): Promise<void> {
  const { directory, changed, runner, logger, signal } = options;
  await directory.caughtUp;
  /** What processes have heard of, by id. */
  const renewals = new Map<string, unknown>();
  while (!signal.aborted) {
    let waitMs = reviewMs;
    try {
      for (const standing of standingProcesses(options)) {
        // A process that has just begun may have another key of a partner.
        const isRenewed = !renewals.has(standing.id) || renewals.get(standing.id) !== standing.renewal;
        if (isRenewed) await standing.wake(runner);
        else if (standing.ends !== true) await standing.start(runner);
        renewals.set(standing.id, standing.renewal);
      }
    } catch (error) {
      if (!signal.aborted) logger.warn({ err: error }, 'processes cannot be started now; they wait');
      waitMs = retryMs;
    }
    await changed.wait(waitMs, signal);
  }
}

function standingProcesses(options: StandingOptions): Standing[] {
  const { linking, heldRates } = options.lastWaking;
  return [
    standing(linkOrganizationsProcess, {}, linking),
    standing(publishExchangeRatesProcess, {}, heldRates),
    standing(reportLastingFailuresProcess, {}, null),
    standing(requestRuleMailsProcess, {}, null),
    standing(requestBillingMailsProcess, {}, null),
    standing(reconcilePaymentsProcess, {}, null),
    ...standingOfApplications(options),
  ];
}

/** A key that the store could not be asked about when it was given. */
function keyCheck({ application_id, store_unchecked_since }: OpenApplication): Standing[] {
  if (store_unchecked_since === null) return [];
  const since = Date.parse(store_unchecked_since);
  return [{ ...standing(recheckStoreKeyProcess, { application_id, since }, null), ends: true }];
}

function standingOfApplications({ directory, pulls, refits }: StandingOptions): Standing[] {
  const ofApplication = (application: OpenApplication): Standing[] => {
    const { application_id, organizations, store_connection, name_submitted_at } = application;
    const ofOrganization = ({ org_id }: { readonly org_id: number }): Standing[] => {
      const organization = { application_id, org_id };
      return [
        standing(pullOrganizationProcess, organization, name_submitted_at),
        standing(pullMonthsProcess, organization, name_submitted_at),
        standing(pullSearchTermsProcess, organization, name_submitted_at),
        standing(pullSharesProcess, organization, name_submitted_at),
      ];
    };
    return [
      ...(pulls ? organizations.flatMap(ofOrganization) : []),
      ...(store_connection === null ? [] : [standing(pullStoreReportsProcess, { application_id }, store_connection)]),
      ...keyCheck(application),
      ...(refits ? [standing(refitModelsProcess, { application_id }, null)] : []),
    ];
  };
  return [...directory.state.applications.values()].flatMap(ofApplication);
}

function standing<Input, Activities extends object>(
  contract: ProcessContract<Input, Activities>,
  input: Input,
  renewal: unknown,
): Standing {
  return {
    id: contract.id(input),
    renewal,
    start: (runner) => runner.start(contract, input),
    wake: (runner) => runner.wake(contract, input),
  };
}
