import type { OrganizationRef } from '../pull-organization/organization-context.ts';
import { defineProcess } from '../story/process.ts';
import type { SyncCreativesActivities } from './sync-creatives.activities.ts';

/** The organization whose product pages were asked for. */
export type SyncCreativesInput = OrganizationRef;

/** Names the work in the log: there is one at a time for an organization. */
export const syncKey = ({ application_id, org_id }: SyncCreativesInput): string => `${application_id}.${org_id}`;

/** @throws RangeError for text that is no key. */
export function readSyncKey(key: string): SyncCreativesInput {
  const [, application, org] = /^(\d+)\.(\d+)$/.exec(key) ?? [];
  if (application === undefined || org === undefined) throw new RangeError(`Not a key: ${key.slice(0, 60)}`);
  return { application_id: Number(application), org_id: Number(org) };
}

export const syncCreativesProcess = defineProcess<SyncCreativesInput, SyncCreativesActivities>({
  name: 'syncCreatives',
  id: (input) => `sync-creatives/${syncKey(input)}`,
  activities: {
    syncCreatives: {
      queue: 'writes',
      longestSeconds: 900,
      heartbeatSeconds: 10,
      retry: { firstPauseSeconds: 2, longestPauseSeconds: 60 },
    },
  },
});
