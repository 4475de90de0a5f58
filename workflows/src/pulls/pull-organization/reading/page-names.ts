import { isUntrusted, type ProductPageNames, problemOfError, SearchAdsError } from '@tapwise/adapters';
import type { AdSettings, CampaignState, ObservedSettings } from '@tapwise/domain';
import type { PullProblems } from './ask-one.ts';

/** Names of product pages by creative. */
export interface PageNames {
  readonly names: ReadonlyMap<number, string>;
  /** Whether a creative that is not among them has no name. */
  readonly isWhole: boolean;
}

/** Waits for the names; without them everything else goes on. @throws SearchAdsError while the service is away or refuses. */
export async function askPageNames(problems: PullProblems, question: Promise<ProductPageNames>): Promise<PageNames> {
  try {
    const { names, problems: pageProblems } = await question;
    problems.push(...pageProblems);
    return { names, isWhole: pageProblems.length === 0 };
  } catch (error) {
    if (!(error instanceof SearchAdsError) || !isUntrusted(error)) throw error;
    problems.push({ ...problemOfError(error), state: 'partial' });
    return { names: new Map(), isWhole: false };
  }
}

const nameOnly: ReadonlySet<string> = new Set(['product_page_name']);

/** While not all names are known, an ad that still shows the same creative keeps the name that was known. */
export const unreadIn =
  (state: CampaignState, { names, isWhole }: PageNames) =>
  (item: ObservedSettings): ReadonlySet<string> | undefined => {
    if (isWhole || !('ad_id' in item)) return undefined;
    const { ad_id, creative_id = 0 }: AdSettings = item;
    return !names.has(creative_id) && state.ads.get(ad_id)?.creative_id === creative_id ? nameOnly : undefined;
  };
