import type { ChangedObject, HistoryEntry, HistorySetting } from '@tapwise/domain';
import type { CallPriority } from '../calls/limiter.ts';
import type { Reading } from '../lists/reading.ts';
import type { OrganizationScope } from '../organization-scope.ts';

export interface HistoryScope extends OrganizationScope {
  /** Whose calls of the organization go first; `pull` when absent. */
  readonly priority?: CallPriority;
  readonly signal?: AbortSignal;
}

/** Which changes are asked for: of objects of one level, at most `objectsInQuestion` of them. */
export interface HistoryQuestion extends HistoryScope {
  readonly level: ChangedObject['level'];
  readonly ids: readonly number[];
  /** Instants, milliseconds; both are included. What lies further back than the service remembers is left out. */
  readonly from: number;
  readonly to: number;
}

/** Objects in one question at most. */
export const objectsInQuestion = 500;

/** The service's own record of who changed what. All of it throws `SearchAdsError`. */
export interface ChangeHistory {
  /** In no order. */
  entries(question: HistoryQuestion): Promise<Reading<HistoryEntry>>;
  /** What an entry changed, as far as it can be read: a setting that is not among them may have changed as well. */
  settings(scope: HistoryScope, entry: HistoryEntry): Promise<readonly HistorySetting[]>;
  /** What entries call the API user that asks; `null` where the service does not say. */
  ownUser(scope: HistoryScope): Promise<string | null>;
}
