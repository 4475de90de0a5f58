import { addNullable } from '../../shared/nullable-sum.ts';
import type { FigureName } from '../ads-report/figure-rows.ts';

/** Figures of an ad group, or of its ads with one creative. Spend in micros; `null`: could not be read on any day. */
export interface PageFigures {
  readonly ad_group_id: number;
  /** 0 for a whole ad group, and where the service names none. */
  readonly creative_id: number;
  readonly impressions: number | null;
  readonly taps: number | null;
  readonly tap_installs: number | null;
  readonly spend_micros: number | null;
  /** Figures that could not be read on some day. */
  readonly unread?: readonly FigureName[];
}

/** One side of a comparison; ratios of sums, `null` where a part is not known. */
export interface PageVariant {
  readonly impressions: number | null;
  /** Micros for a tap. */
  readonly cptMicros: number | null;
  /** Taps for an impression, installs for a tap, installs for an impression; `null` where there is nothing to divide by. */
  readonly ttr: number | null;
  readonly cr: number | null;
  readonly ir: number | null;
}

/** An ad group's default page beside one of its custom product pages. */
export interface PageComparison {
  readonly adGroupId: number;
  readonly byDefault: PageVariant;
  readonly byPage: PageVariant;
}

type Sums = Omit<PageFigures, 'ad_group_id' | 'creative_id'>;
const nothing: Sums = { impressions: 0, taps: 0, tap_installs: 0, spend_micros: 0 };

/**
 * Compares a creative with the default page, ad group by ad group, where it was shown. What the default page got is what the ad group got
 * and none of its ads.
 * @param creativeIds Creatives of custom product pages: an ad of another kind shows the default page.
 */
export function comparePages(
  creativeId: number,
  figures: { readonly adGroups: readonly PageFigures[]; readonly ads: readonly PageFigures[] },
  creativeIds: ReadonlySet<number>,
): PageComparison[] {
  const totals = new Map(figures.adGroups.map((adGroup) => [adGroup.ad_group_id, adGroup]));
  const ofPage = new Map<number, Sums>();
  const ofAllPages = new Map<number, Sums>();
  for (const adFigures of figures.ads) {
    const { ad_group_id, creative_id } = adFigures;
    if (creative_id === creativeId) ofPage.set(ad_group_id, plus(ofPage.get(ad_group_id), adFigures));
    if (creative_id === creativeId || creativeIds.has(creative_id))
      ofAllPages.set(ad_group_id, plus(ofAllPages.get(ad_group_id), adFigures));
  }
  return [...ofPage].flatMap(([adGroupId, page]) => {
    if (page.impressions !== null && page.impressions < 1) return [];
    const rest = minus(totals.get(adGroupId) ?? nothing, ofAllPages.get(adGroupId) ?? nothing);
    return [{ adGroupId, byDefault: variantOf(rest), byPage: variantOf(page) }];
  });
}

const names = ['impressions', 'taps', 'tap_installs', 'spend_micros'] as const;
const sumsOf = (of: (name: (typeof names)[number]) => number | null): Omit<Sums, 'unread'> => ({
  impressions: of('impressions'),
  taps: of('taps'),
  tap_installs: of('tap_installs'),
  spend_micros: of('spend_micros'),
});

function plus(sums: Sums | undefined, other: Sums): Sums {
  const { unread = [] } = other;
  if (sums === undefined) return { ...sumsOf((name) => other[name]), unread };
  const sum = sumsOf((name) => addNullable(sums[name], other[name]));
  return { ...sum, unread: [...(sums.unread ?? []), ...unread] };
}

/** What could not be read on either side is no difference: it is not known. */
function minus(total: Sums, part: Sums): Sums {
  const unread = [...(total.unread ?? []), ...(part.unread ?? [])];
  const difference = sumsOf((name) => {
    const all = total[name];
    const less = part[name];
    return all === null || less === null || unread.includes(name) ? null : Math.max(0, all - less);
  });
  return { ...difference, unread };
}

function variantOf({ impressions, taps, tap_installs, spend_micros }: Sums): PageVariant {
  const over = (count: number | null, of: number | null): number | null =>
    count === null || of === null || of === 0 ? null : count / of;
  const cpt = over(spend_micros, taps);
  return {
    impressions,
    cptMicros: cpt === null ? null : Math.round(cpt),
    ttr: over(taps, impressions),
    cr: over(tap_installs, taps),
    ir: over(tap_installs, impressions),
  };
}
