import type { Granularity } from '@tapwise/domain';

/** What a fact is about: an object of a level of ads, a country, or everything at once. */
export type FactObject = 'campaign' | 'ad_group' | 'keyword' | 'country' | 'all';
/** What the objects of a question belong to. */
export type FactParent = 'organization' | 'campaign' | 'ad_group' | 'campaigns';

/** How the facts of a question are grouped, and what they are chosen by. */
export interface Grain {
  readonly of: FactObject;
  readonly within: FactParent;
  /** Facts are cut into calendar buckets of the organization; `null` keeps the range whole. */
  readonly bucket: Granularity | null;
}

/** The questions about objects of ads, by the level of their rows. */
export const grains = {
  campaign: { of: 'campaign', within: 'organization', bucket: null },
  ad_group: { of: 'ad_group', within: 'campaign', bucket: null },
  keyword: { of: 'keyword', within: 'ad_group', bucket: null },
  all_keywords: { of: 'keyword', within: 'campaigns', bucket: null },
  country: { of: 'country', within: 'organization', bucket: null },
  month: { of: 'all', within: 'organization', bucket: 'month' },
} as const satisfies Record<string, Grain>;

/** Whether rows of users without a campaign belong to the question. */
export const countsUnattributed = ({ of, bucket }: Grain): boolean => of === 'campaign' && bucket === null;
