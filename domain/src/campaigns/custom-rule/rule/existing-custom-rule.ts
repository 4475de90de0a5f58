import type { CustomRule } from '../definition/custom-rule.ts';
import type { RuleCampaigns } from '../scope/apply-to.ts';

export type CustomRuleMode = 'live' | 'shadow';

/** What a rule was at one of its versions. */
export interface CustomRuleVersion {
  readonly version: number;
  readonly rule: CustomRule;
  readonly apply_to: RuleCampaigns;
  /** ISO 8601. */
  readonly since: string;
  readonly changed_by: number;
  /** The call that made it. */
  readonly change_id: string;
  /** What is another than in the version before, in plain words. */
  readonly what: readonly string[];
}

/** A rule that people write, as it is now. */
export interface ExistingCustomRule extends CustomRuleVersion {
  readonly automation_id: number;
  readonly application_id: number;
  readonly name: string;
  readonly status: 'active' | 'paused' | 'deleted';
  readonly mode: CustomRuleMode;
  readonly created_by: number;
  readonly created_at: string;
  /** When the rule itself was last changed, whatever it did since. */
  readonly last_updated: string;
  /** Slots before this are none of its own: it did not exist, was paused, or had other hours. */
  readonly slotsSince: string;
  /** When its cases were last changed: what was done once, taken back or held before counts no longer. */
  readonly casesSince: string;
  /** Why its failed changes paused it; `null`: they did not. */
  readonly pausedAfter: string | null;
  /** Who wants mails about it; a person who never said so does not, but for the one who made it. */
  readonly wishes: Readonly<Record<string, boolean>>;
  /** When units were resumed, by key. */
  readonly resumed: Readonly<Record<string, string>>;
  /** All versions, oldest first; the last one is the present. */
  readonly versions: readonly CustomRuleVersion[];
}
