import type { EntryLimits } from '@tapwise/domain';
import type { Creations } from './creations.ts';
import type { ProductPageWrites } from './product-page-writes.ts';
import type { RemoteReadings } from './remote-readings.ts';
import type { SettingsWrites } from './settings-writes.ts';

/** What a version of the service's interface takes. */
export interface WriteLimits extends EntryLimits {
  /** Rows in one bulk call. */
  readonly mostRows: number;
  /** Whether a bulk call may make keywords of several ad groups. */
  readonly mixesAdGroups: boolean;
  /** Whether a keyword can be made to follow its ad group's bid again. */
  readonly bidsFollowAgain: boolean;
  /** Whether a keyword that follows its ad group is shown with the ad group's bid, like one that has the same bid of its own. */
  readonly showsInheritedBids: boolean;
  /** Whether pages of every kind are listed together, so that a person has to say which are custom ones. */
  readonly listsEveryPage: boolean;
}

/**
 * Changes the ad service. One call is one attempt, at most 30 s long, and never throws: its end is its answer. At most five calls
 * of an organization are under way at once, readings and pulls included; a person's go first.
 */
export interface SearchAdsWriter extends RemoteReadings, SettingsWrites, Creations, ProductPageWrites {
  readonly limits: WriteLimits;
}
