export { automationKey, campaignGroupsOptions, rulesOptions } from './api/automation-api.ts';
export type { CampaignGroup, ListedRule } from './api/automation-types.ts';
export { AutomationFrame } from './components/AutomationFrame.tsx';
export { RulesScreen } from './components/list/RulesScreen.tsx';
export { type CustomRuleProps, RuleScreen } from './components/rule/RuleScreen.tsx';
export { type AutomationUrl, useAutomationUrl } from './components/use-automation-url.ts';
export { daysOf, rangeFault } from './model/backtest-report.ts';
export { unitsOf } from './model/rule-scope.ts';
export { instantText, slotText } from './model/run-texts.ts';
