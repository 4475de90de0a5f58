import { defineProcess, recordOptions } from '../../story/process.ts';

/** There is one such process. */
export type LinkOrganizationsInput = Readonly<Record<string, never>>;

export interface LinkOrganizationsActivities {
  /** Records that there is no API user, or that there is one again. */
  recordApiUser(): Promise<{ is_configured: boolean }>;
  /** Asks which organizations are visible, and records links, proofs and roles. @returns the pause before the next question. */
  linkVisibleOrganizations(): Promise<{ pause_seconds: number }>;
}

/** Woken when an account name is submitted, an application is proven, or a link is allowed. */
export const linkOrganizationsProcess = defineProcess<LinkOrganizationsInput, LinkOrganizationsActivities>({
  name: 'linkOrganizations',
  id: () => 'link-organizations',
  activities: {
    recordApiUser: recordOptions,
    linkVisibleOrganizations: {
      // Not behind pulls, which take minutes.
      queue: 'records',
      longestSeconds: 900,
      retry: { firstPauseSeconds: 15, longestPauseSeconds: 60 },
    },
  },
});
