import type { OrganizationRef } from '../pull-organization/organization-context.ts';

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

export const syncCreativesId = (key: string): string => `sync-creatives/${key}`;
