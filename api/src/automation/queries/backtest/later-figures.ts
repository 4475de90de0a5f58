import {
  addDays,
  type Day,
  dayInZone,
  type KeywordFigures,
  type PastFigures,
  type RuleCampaign,
  ruleUnits,
  type SpendRate,
} from '@tapwise/domain';
import type { Following } from '../../past/past-log.ts';
import type { EvaluatedSlot } from './past-slots.ts';

/** What really happened to a keyword after the slot at which it would have been raised first, or else its first slot. Micros. */
export interface LaterFigures {
  readonly key: string;
  readonly keyword: string;
  readonly slot: string;
  /** Slots at which it would have been raised. */
  readonly raises: number;
  /** Its bid at the slot, and now; `null` where there was or is none. */
  readonly bidThen: number | null;
  readonly bidNow: number | null;
  /** Days of the figures, from the one after the slot until today. */
  readonly from: Day;
  readonly figures: KeywordFigures;
}

export interface LaterSources {
  readonly slots: readonly EvaluatedSlot[];
  readonly figures: Following<PastFigures>;
  readonly campaigns: ReadonlyMap<number, Following<RuleCampaign>>;
  readonly rateOf: SpendRate;
  readonly zone: string;
  /** Milliseconds. */
  readonly now: number;
}

type First = Pick<LaterFigures, 'key' | 'keyword' | 'slot' | 'bidThen'> & { at: number; raises: number };

const everything = (): boolean => true;
const noCampaigns: ReadonlySet<number> = new Set();
const nothing = { impressions: 0, taps: 0, installs: 0, spend: 0 };

/**
 * Bids and figures of the keywords of a back-test since their decisions, by all that is known now. Called after all slots: `figures` and
 * `campaigns` are moved on to the present and cannot go back.
 */
export function laterFigures({ slots, figures, campaigns, rateOf, zone, now }: LaterSources): LaterFigures[] {
  const today = dayInZone(now, zone);
  const currentCampaigns = new Map([...campaigns].map(([id, campaign]) => [id, campaign(everything)]));
  const noFigures = { figures: new Map(), shares: new Map(), spentToday: new Map(), partialToday: new Set<number>() };
  const sources = { ...noFigures, raisedBy: new Map(), resumed: {} };
  const bids = new Map(ruleUnits({ campaigns: currentCampaigns, ...sources }).map(({ key, bid }) => [key, bid]));
  const allFigures = figures(everything);
  // In the order of their days: the sums of a range are then continued from those before instead of added up again for each keyword.
  const firsts = firstSlots(slots).sort((left, right) => left.at - right.at);
  return firsts
    .map(({ at, ...first }): LaterFigures => {
      const from = addDays(dayInZone(at, zone), 1);
      const { keywords } = allFigures.over({ from, today }, noCampaigns, rateOf);
      const sums = keywords.get(first.key) ?? nothing;
      return { ...first, from, bidNow: bids.get(first.key) ?? null, figures: { ...sums } };
    })
    .sort((left, right) => right.raises - left.raises);
}

function firstSlots(slots: readonly EvaluatedSlot[]): First[] {
  const firsts = new Map<string, First>();
  for (const { slot, at, verdicts } of slots) {
    for (const { key, keyword, verdict, old } of verdicts) {
      const first = firsts.get(key);
      const raised = verdict === 'raised';
      if (first === undefined || (raised && first.raises === 0))
        firsts.set(key, { key, keyword, slot, at, bidThen: old, raises: raised ? 1 : 0 });
      else if (raised) first.raises += 1;
    }
  }
  return [...firsts.values()];
}
