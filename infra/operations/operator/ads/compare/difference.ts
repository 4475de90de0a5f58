import type { SearchAdsClient } from '@tapwise/adapters';
import type { Day } from '@tapwise/domain';

/** A value on which the two versions of the interface do not agree. Amounts are in units of the organization's currency. */
export interface Difference {
  readonly kind: 'object' | 'report';
  readonly level: 'campaign' | 'ad_group' | 'keyword' | 'negative_keyword' | 'ad' | 'search_term';
  /** Of a search term its ad group, keyword and text. */
  readonly id: number | string;
  /** `null` for objects. */
  readonly country: string | null;
  readonly day: Day | null;
  readonly field: string;
  readonly v5: unknown;
  readonly v1: unknown;
}

/** An application of an organization that is read by both versions. */
export interface ComparedApplication {
  readonly older: SearchAdsClient;
  readonly newer: SearchAdsClient;
  readonly orgId: number;
  readonly currency: string;
  readonly adamId: number;
  readonly today: Day;
  readonly onDifference: (difference: Difference) => void;
}
