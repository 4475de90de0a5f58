import type { FoldFollower, SearchAdsClient } from '@tapwise/adapters';
import {
  areUsersComing,
  type Day,
  type Directory,
  findApplication,
  type LinkedOrganization,
  type OpenApplication,
  usersFacts,
} from '@tapwise/domain';
import { ApplicationFailure } from '@temporalio/common';

/** The ad organization of an application. */
export interface OrganizationRef {
  readonly application_id: number;
  readonly org_id: number;
}

/** What is needed to ask the ad service about an organization. */
export interface OrganizationSources {
  readonly directory: FoldFollower<Directory>;
  /** `undefined` while the provider's API user is not configured. */
  readonly searchAds: SearchAdsClient | undefined;
}

export interface OrganizationContext {
  readonly client: SearchAdsClient;
  readonly application: OpenApplication;
  readonly organization: LinkedOrganization;
  readonly adamId: number;
}

/**
 * Looks the organization up where it was linked. The directory follows the log, so it may be a moment behind.
 * @throws ApplicationFailure to be tried again while there is no API user, or no such link.
 */
export async function readOrganizationContext(
  { directory, searchAds }: OrganizationSources,
  ref: OrganizationRef,
): Promise<OrganizationContext> {
  if (searchAds === undefined) {
    throw ApplicationFailure.create({
      type: 'NotConfigured',
      message: 'There is no API user',
      nextRetryDelay: 60_000,
    });
  }
  await directory.caughtUp;
  const application = findApplication(directory.state, ref.application_id);
  const organization = application?.organizations.find((candidate) => candidate.org_id === ref.org_id);
  if (application === undefined || organization === undefined) {
    throw ApplicationFailure.retryable(`Organization ${ref.org_id} is not linked`, 'NotLinked');
  }
  return { client: searchAds, application, organization, adamId: application.adam_id };
}

/**
 * Whether users from after a day are still being sent, of a past that comes in newest first. What is from that day or before waits
 * for them; not for ever, because their history counts as complete when it stops reaching further back.
 */
export function areNewerUsersComing({ application }: OrganizationContext, day: Day): boolean {
  const users = usersFacts(application, Date.now());
  return users.firstLaunch !== null && users.firstLaunch > day && areUsersComing(users);
}

/** Whether users of the past are being sent at all, which keeps the machine busy. */
export function areUsersOfThePastComing({ application }: OrganizationContext): boolean {
  return areUsersComing(usersFacts(application, Date.now()));
}
