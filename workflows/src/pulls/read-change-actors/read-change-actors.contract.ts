import type { OrganizationRef } from '../pull-organization/organization-context.ts';

/** Changes that a pull found, whose authors are not known. */
export interface UnnamedOrder {
  readonly campaign_ids: readonly number[];
  /** When the last pull before this one was whole; ISO 8601, `null` before the first. */
  readonly since: string | null;
  /** When this pull began; ISO 8601. */
  readonly began: string;
}

export interface ChangeActorsActivities {
  /** Asks the record of the ad service who made changes, and records it. Where the record cannot be read, a later pull asks again. */
  readChangeActors(order: OrganizationRef & UnnamedOrder): Promise<void>;
}
