import type { Automation, CampaignGroupsResponse, VerdictsResponse } from '@tapwise/contract/automation';

/** A rule, its parts, and what its runs came to, as the contract answers them. */
export type Rule = Automation;
export type RuleType = Rule['type'];
export type RuleStatus = Rule['status'];
export type RuleMode = Rule['mode'];
export type RuleWindow = Rule['window'];
export type RuleParams = Rule['automation_params'];
/** Campaigns by ad organization. */
export type ApplyTo = Readonly<Record<string, readonly number[]>>;
export type RuleRun = NonNullable<VerdictsResponse['run']>;
export type CampaignGroup = CampaignGroupsResponse['campaign_groups'][number];
export type { AutomationLogRow as RuleLog, AutomationVerdict as RuleVerdict } from '@tapwise/contract/automation';
