import { addDays, type Day } from '../../../shared/calendar/days.ts';
import { dayInZone, startOfDayInZone } from '../../../shared/calendar/zones.ts';
import { microsPerUnit } from '../../../shared/money/micros.ts';
import { type GuardedApplication, type Guardrails, guardrailsOf } from '../../guardrail/guardrails.ts';
import type { ExistingRule, RuleVersion } from '../rule/automation.decider.ts';
import type { RuleCap } from '../rule/rule-choices.ts';
import type { RuleCampaign } from './bid-trail.ts';
import type { BidsByRules } from './bids-by-rules.ts';
import type { FiguresOfCampaigns } from './missing-figures.ts';
import { type RuleUnit, ruleUnits } from './rule-units.ts';
import { emptyTrail } from './trail-changes.ts';

/** What a rule remembers of a unit: the cap that completed it, and the one it waits at. */
export interface UnitMemory {
  readonly latch: Latch | null;
  readonly reached: RuleCap | null;
}

export interface Latch {
  readonly cap: RuleCap;
  /** The sum that reached it. */
  readonly value: number;
  readonly limit: number;
  readonly paramsVersion: number;
}

/** The rule at one of its versions. */
export type EvaluatedRule = RuleVersion & Pick<ExistingRule, 'automation_id' | 'created_at'>;

/** Data as known at one instant. Instants in milliseconds. */
export interface RuleData {
  readonly asOf: number;
  /** First instant of the local day. */
  readonly midnight: number;
  /** The newest pull of the organization. */
  readonly pulledAt: number;
  /** An hour of settling and cooling. */
  readonly hourMs: number;
  readonly currency: string;
  readonly units: readonly RuleUnit[];
  readonly guardrails: Pick<Guardrails, 'bid_step' | 'rule_day' | 'rule_units' | 'spend_spike'>;
  /** Its campaigns spent far more today than they use to; `null`: what they spent is not known. */
  readonly spike: boolean | null;
  /** What rules did to its bids before; `null`: that holds nothing back. */
  readonly byRules: BidsByRules | null;
}

/** The days whose figures a rule asks for; the zone is the ad organization's. */
export interface RuleDays {
  readonly today: Day;
  /** First day of the window. */
  readonly from: Day;
  /** First day whose spend is compared with today's. */
  readonly spentFrom: Day;
}

const longestDays = 730;
const spikeDays = 14;

/** @param asOf Milliseconds. */
export function ruleDays(rule: Pick<ExistingRule, 'window' | 'campaignsSince'>, asOf: number, zone: string): RuleDays {
  const today = dayInZone(asOf, zone);
  return { today, from: firstDay(rule, today, zone), spentFrom: addDays(today, -spikeDays) };
}

function firstDay(
  { window, campaignsSince }: Pick<ExistingRule, 'window' | 'campaignsSince'>,
  today: Day,
  zone: string,
): Day {
  if (window === 'last_7') return addDays(today, -6);
  if (window === 'last_30') return addDays(today, -29);
  if (window === 'lifetime') return addDays(today, -longestDays);
  const since = Object.values(campaignsSince).sort()[0];
  return since === undefined ? today : dayInZone(Date.parse(since), zone);
}

/** What a rule is evaluated on in one organization, before it is one piece. */
export interface RuleSources {
  readonly asOf: number;
  readonly pulledAt: number;
  readonly hourMs: number;
  readonly organization: { readonly currency: string; readonly time_zone: string };
  readonly application: GuardedApplication;
  readonly campaigns: ReadonlyMap<number, RuleCampaign>;
  readonly figures: FiguresOfCampaigns;
  readonly shares: ReadonlyMap<string, number>;
  readonly raisedBy: ReadonlyMap<string, string>;
  readonly resumed: ExistingRule['resumed'];
  /** Absent: what rules did before holds nothing back. */
  readonly byRules?: BidsByRules;
}

/** The data that a rule is evaluated on. */
export function ruleData(sources: RuleSources): RuleData {
  const {
    asOf,
    pulledAt,
    hourMs,
    organization,
    campaigns,
    figures,
    shares,
    raisedBy,
    resumed,
    byRules = null,
  } = sources;
  const { keywords, spend, partialSpend } = figures;
  const { currency, time_zone: zone } = organization;
  const today = dayInZone(asOf, zone);
  const guardrails = guardrailsOf(sources.application);
  const spentToday = new Map([...spend].map(([campaign, days]) => [campaign, days.get(today) ?? 0]));
  const partialToday = new Set([...partialSpend].flatMap(([id, days]) => (days.has(today) ? [id] : [])));
  return {
    asOf,
    midnight: startOfDayInZone(today, zone),
    pulledAt,
    hourMs,
    currency,
    guardrails,
    units: ruleUnits({ campaigns, figures: keywords, shares, spentToday, partialToday, raisedBy, resumed }),
    spike: isSpike(figures, today, guardrails.spend_spike),
    byRules,
  };
}

/** The same for a draft, which knows no earlier changes of bids. */
export const withoutTrail = (data: RuleData): RuleData => ({
  ...data,
  byRules: null,
  units: data.units.map((unit) => ({ ...unit, trail: emptyTrail, raisedBy: null, resumedAt: null })),
});

const leastDays = 7;

/**
 * Whether all campaigns together spent far more today than on the days before, of which enough had spend. Days whose spend is only known
 * in part are not compared; of today the known part may be too much already.
 * @returns `null` when that is not known.
 */
export function isSpike(
  { spend, partialSpend }: Pick<FiguresOfCampaigns, 'spend' | 'partialSpend'>,
  today: Day,
  { rules, factor, plus }: { readonly rules: string; readonly factor: number; readonly plus: number },
): boolean | null {
  if (rules === 'off') return false;
  const of = (day: Day): number => [...spend.values()].reduce((sum, days) => sum + (days.get(day) ?? 0), 0);
  const isPartial = (day: Day): boolean => [...partialSpend.values()].some((days) => days.has(day));
  const days = Array.from({ length: spikeDays }, (_, ago) => addDays(today, -ago - 1)).filter((day) => !isPartial(day));
  const before = days.map(of);
  if (before.filter((spent) => spent > 0).length < leastDays) return false;
  const mean = before.reduce((sum, spent) => sum + spent, 0) / before.length;
  const spent = of(today);
  if (spent > mean * factor && spent - mean > plus * microsPerUnit) return true;
  return isPartial(today) ? null : false;
}
