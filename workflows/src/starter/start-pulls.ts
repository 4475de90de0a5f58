import type { LiveFold, Logger } from '@tapwise/adapters';
import type { Directory } from '@tapwise/domain';
import type { ChangeSignal } from '../linking/change-signal.ts';
import type { PullOrganizationInput } from '../pull-organization/pull-organization.contract.ts';

export interface PullStarterOptions {
  readonly directory: LiveFold<Directory>;
  /** Notified when an organization is linked. */
  readonly linked: ChangeSignal;
  /** Starts the pull of an organization, or does nothing while one is running. */
  readonly start: (organization: PullOrganizationInput) => Promise<void>;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

/** Every pull is asked for again this often, in case the workflow engine lost its own memory. */
const reviewMs = 60_000;
const retryMs = 2000;

/** Sees to it that every linked organization is being pulled. */
export async function keepPullsRunning({
  directory,
  linked,
  start,
  logger,
  signal,
}: PullStarterOptions): Promise<void> {
  await directory.caughtUp;
  let failing = false;
  while (!signal.aborted) {
    let waitMs = reviewMs;
    try {
      for (const organization of linkedOrganizations(directory.state)) await start(organization);
      failing = false;
    } catch (error) {
      if (!failing && !signal.aborted) logger.warn({ err: error }, 'pulls cannot be started now; they wait');
      failing = true;
      waitMs = retryMs;
    }
    await linked.wait(waitMs, signal);
  }
}

function linkedOrganizations(directory: Directory): PullOrganizationInput[] {
  return [...directory.applications.values()].flatMap(({ application_id, organizations }) =>
    organizations.map(({ org_id }) => ({ application_id, org_id })),
  );
}
