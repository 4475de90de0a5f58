import type { RuleLevel } from '../custom-rule.ts';

/** What an application has, and for what the rule is entered. */
export interface RuleContext {
  /** Alerts are rules that only notify. */
  readonly purpose: 'rule' | 'alert';
  /** Currencies of the ad organizations that the rule is for. */
  readonly currencies: ReadonlySet<string>;
  /** Labels of the application. */
  readonly labels: ReadonlySet<number>;
  /** Search campaigns of the application that are not deleted, with their ad groups. */
  readonly targets: ReadonlyMap<number, TargetCampaign>;
  /** Campaigns of the application whose units can be left out, deleted ones too: of those that were entered. */
  readonly campaigns: ReadonlySet<number>;
  /** Whether the ad service returns the target CPA that was written. */
  readonly canSetTargetCpa: boolean;
  /** Level of the rule that is changed; absent for a new one. */
  readonly level?: RuleLevel | 'application';
}

/** A campaign that keywords can be added to. */
export interface TargetCampaign {
  /** Of its ad organization. */
  readonly currency: string;
  readonly adGroupIds: ReadonlySet<number>;
}
