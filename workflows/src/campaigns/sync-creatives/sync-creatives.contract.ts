import type { OrganizationRef } from '../../pulls/pull-organization/organization-context.ts';
import { type ActivityOptions, defineProcess, recordOptions } from '../../story/process.ts';

/** The organization whose product pages were asked for. */
export type SyncCreativesInput = OrganizationRef;

/** How a step ended. `refused`: the ad service lets nothing of it be done, in its words. */
export type SyncEnd =
  | { readonly kind: 'done' }
  | { readonly kind: 'pause'; readonly seconds: number }
  | { readonly kind: 'refused'; readonly message: string; readonly apple_status: number };
export type SyncPause = Extract<SyncEnd, { kind: 'pause' }>;
export type SyncRefusal = Extract<SyncEnd, { kind: 'refused' }>;

export interface MadeCreative {
  readonly kind: 'made';
  readonly creative_id: number;
}

export interface RecordedCreatives {
  readonly makes: boolean;
  /** Creatives that were made just now; the service may not list them yet. */
  readonly made: readonly number[];
}

/** A product page that has no creative. */
export interface MissingPage {
  readonly id: string;
  readonly name: string;
}

export type MissingPages =
  | { readonly kind: 'ended' }
  /** `makes`: whether a creative is to be made for each, which is so where a person asked. */
  | { readonly kind: 'open'; readonly makes: boolean; readonly pages: readonly MissingPage[] }
  | SyncPause
  | SyncRefusal;

/** Each may be repeated at any point. */
export interface SyncCreativesActivities {
  findMissingPages(organization: SyncCreativesInput): Promise<MissingPages>;
  /** Makes a creative for a page unless there is one. One that the ad service refuses is left out. */
  makeCreative(creative: SyncCreativesInput & { readonly page: MissingPage }): Promise<SyncEnd | MadeCreative>;
  /** Reads the creatives of product pages and records them, which ends what was asked for. */
  recordCreatives(organization: SyncCreativesInput & RecordedCreatives): Promise<SyncEnd>;
  recordSyncFailure(failure: SyncCreativesInput & Omit<SyncRefusal, 'kind'>): Promise<void>;
}

const remoteOptions: ActivityOptions = {
  queue: 'writes',
  longestSeconds: 900,
  retry: { firstPauseSeconds: 2, longestPauseSeconds: 60 },
};

export const syncCreativesProcess = defineProcess<SyncCreativesInput, SyncCreativesActivities>({
  name: 'syncCreatives',
  id: ({ application_id, org_id }) => `sync-creatives/${application_id}.${org_id}`,
  activities: {
    findMissingPages: remoteOptions,
    makeCreative: remoteOptions,
    recordCreatives: remoteOptions,
    recordSyncFailure: recordOptions,
  },
});
