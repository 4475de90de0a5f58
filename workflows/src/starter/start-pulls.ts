import type { FoldFollower, Logger } from '@tapwise/adapters';
import type { Directory, OpenApplication } from '@tapwise/domain';
import type { ChangeSignal } from '../linking/change-signal.ts';
import type { PullOrganizationInput } from '../pull-organization/pull-organization.contract.ts';

export interface PullStarterOptions {
  readonly directory: FoldFollower<Directory>;
  /** Notified when an organization is linked, or an account is named. */
  readonly changed: ChangeSignal;
  /** Starts the pulls of an organization, or does nothing while they run; `renewed` when they may have access again. */
  readonly start: (organization: PullOrganizationInput, renewed: boolean) => Promise<void>;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

/** Every pull is asked for again this often, in case the workflow engine lost its own memory. */
const reviewMs = 60_000;
const retryMs = 2000;

/** Sees to it that every linked organization is being pulled. */
export async function keepPullsRunning({
  directory,
  changed,
  start,
  logger,
  signal,
}: PullStarterOptions): Promise<void> {
  await directory.caughtUp;
  /** By organization: when its account was named last, as its pulls have heard. */
  const started = new Map<string, string | null>();
  let failing = false;
  while (!signal.aborted) {
    let waitMs = reviewMs;
    try {
      for (const { application_id, org_id, namedAt } of linkedOrganizations(directory.state)) {
        const key = `${application_id}.${org_id}`;
        // A process that has just begun may have another key of the ad service.
        await start({ application_id, org_id }, started.get(key) !== namedAt);
        started.set(key, namedAt);
      }
      failing = false;
    } catch (error) {
      if (!failing && !signal.aborted) logger.warn({ err: error }, 'pulls cannot be started now; they wait');
      failing = true;
      waitMs = retryMs;
    }
    await changed.wait(waitMs, signal);
  }
}

function linkedOrganizations(directory: Directory) {
  const ofApplication = ({ application_id, organizations, name_submitted_at: namedAt }: OpenApplication) =>
    organizations.map(({ org_id }) => ({ application_id, org_id, namedAt }));
  return [...directory.applications.values()].flatMap(ofApplication);
}
