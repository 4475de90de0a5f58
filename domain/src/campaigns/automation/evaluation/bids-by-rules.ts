import type { SettingChange } from '../../custom-rule/evaluation/setting-trail.ts';

/** Changes of bids in an ad organization, those of rules that people wrote among them. */
export interface BidsByRules {
  /** IANA time zone of the organization. */
  readonly zone: string;
  /** Of the effective bid, by key of the keyword; oldest first. */
  readonly changes: ReadonlyMap<string, readonly SettingChange[]>;
  readonly ruleNames: ReadonlyMap<number, string>;
}
