import type {
  AlertRule,
  Coverage,
  Day,
  EvaluatedUnit,
  EvaluationData,
  FiguresOfCampaigns,
  SourceDays,
} from '@tapwise/domain';
import type { ReportScope } from '../reports/report-scope.ts';

/** A unit as far as its figures depend on it. */
export type FiguredUnit = Pick<EvaluatedUnit, 'key' | 'campaignId' | 'adGroupId' | 'trail'>;

/** What a run of a rule that people write asks the tables for, in one ad organization. */
export interface RuleFiguresQuestion {
  /** Of the application and the organization, by `reportScope`. */
  readonly scope: ReportScope;
  readonly rule: Pick<AlertRule, 'level' | 'claim_type' | 'cases' | 'guards'>;
  /** Campaigns of the rule in this organization. */
  readonly campaignIds: readonly number[];
  /** None has a row of its own among the figures that is not of these; of an alert about the application, one with the key ''. */
  readonly units: readonly FiguredUnit[];
  /** Since which day each unit has been under the rule, by key; an absent one joins today. */
  readonly joined: ReadonlyMap<string, Day>;
  /** Milliseconds. */
  readonly asOf: number;
  /** Hours past a day's end from which a pull completes it. */
  readonly completeAfterHours: number;
  /** As a run recorded them; absent: they follow from the tables. */
  readonly days?: SourceDays | null;
  /** The same; `null`: the run recorded none, and every day counted as covered. */
  readonly coverage?: Coverage | null;
}

/** What a run is evaluated on, as far as the tables have it. */
export interface RuleFigures
  extends Pick<EvaluationData, 'days' | 'unknownSources' | 'coverage' | 'lifeFrom' | 'figures' | 'rate' | 'pulledAt'> {
  /**
   * What the campaigns spent, by day: today and the fourteen days before it, in micros of the organization's currency; days of which only a
   * part is known.
   */
  readonly spend: Pick<FiguresOfCampaigns, 'spend' | 'partialSpend'>;
  /** Commit position: all figures are those of exactly the events up to here. */
  readonly position: bigint;
}
