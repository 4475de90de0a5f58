import type { Automation, CampaignGroupsResponse, VerdictsResponse } from '@tapwise/contract/automation';
import type { CustomAutomation } from '@tapwise/contract/custom-rule';

/** A rule, its parts, and what its runs came to, as the contract answers them. */
export type Rule = Automation;
/** A rule of any type: of people's own ones and the fixed ones. */
export type ListedRule = Rule | CustomAutomation;

/** Whether a rule is of a fixed type, with params instead of conditions. */
export const isFixed = (rule: ListedRule): rule is Rule => rule.type !== 'custom';
export type RuleType = Rule['type'];
export type RuleStatus = Rule['status'];
export type RuleMode = Rule['mode'];
export type RuleWindow = Rule['window'];
export type RuleParams = Rule['automation_params'];
/** Campaigns by ad organization, of which a rule of a fixed type never has all. */
export type ApplyTo = Readonly<Record<string, readonly number[]>>;
export type ListedApplyTo = Readonly<Record<string, readonly number[] | 'all'>>;
export type RuleRun = NonNullable<VerdictsResponse['run']>;
export type CampaignGroup = CampaignGroupsResponse['campaign_groups'][number];
export type { AutomationLogRow as RuleLog, AutomationVerdict as RuleVerdict } from '@tapwise/contract/automation';
