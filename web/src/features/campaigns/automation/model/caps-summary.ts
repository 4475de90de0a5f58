import type { RuleParams, RuleVerdict } from '../api/automation-types.ts';
import { automationMessages } from '../messages.ts';
import { type CapName, capName, capNames, capText, distanceText } from './amounts.ts';
import { capsOf } from './why.ts';

const { rule: words } = automationMessages;

export interface CapLine {
  cap: CapName;
  name: string;
  limit: string;
  /** How many units are at it. */
  count: string;
  any: boolean;
  /** The unit that is nearest to it and still has room, and its distance; `null` where there is none. */
  nearest: { keyword: string; distance: string } | null;
}

/** Of each cap: its value, how many units are at it, and which unit comes next. */
export function capLines(params: RuleParams, verdicts: readonly RuleVerdict[], currency: string): CapLine[] {
  return capNames.flatMap((cap) => {
    const { [cap]: limit } = params;
    if (limit == null) return [];
    const units = verdicts.flatMap((verdict) => {
      const verdictCap = capsOf(verdict).find((candidate) => candidate.cap === cap);
      return verdictCap === undefined ? [] : [{ keyword: verdict.keyword, ...verdictCap }];
    });
    const reached = units.filter((unit) => unit.reached).length;
    const next = units
      .filter((unit) => !unit.reached && unit.value !== null)
      .reduce<(typeof units)[number] | null>(
        (best, unit) =>
          best === null || (unit.value ?? 0) / unit.limit > (best.value ?? 0) / best.limit ? unit : best,
        null,
      );
    return [
      {
        cap,
        name: capName(cap),
        limit: capText(cap, limit, currency),
        any: reached > 0,
        count: countWord(cap)(reached),
        nearest: next && {
          keyword: next.keyword,
          distance: distanceText(cap, next.value, next.limit, currency),
        },
      },
    ];
  });
}

/** Counts stay reached, costs are over for now, bids are limited. */
function countWord(cap: CapName): (count: number) => string {
  if (cap === 'cpt_cap' || cap === 'cpa_cap') return words.overCount;
  return cap === 'cpt_bid_cap' ? words.limitedCount : words.reachedCount;
}
