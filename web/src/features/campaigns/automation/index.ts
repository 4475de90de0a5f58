export {
  automationKey,
  bidChangesKey,
  campaignGroupsOptions,
  logsOptions,
  rulesOptions,
} from './api/automation-api.ts';
export type { CampaignGroup } from './api/automation-types.ts';
export { AutomationFrame } from './components/AutomationFrame.tsx';
export { RulesScreen } from './components/list/RulesScreen.tsx';
export { RunningSwitch } from './components/list/RulesTable.tsx';
export { SidePanel } from './components/panels/SidePanel.tsx';
export { SidePanels } from './components/panels/SidePanels.tsx';
export { RuleMenu } from './components/RuleMenu.tsx';
export { type CustomRuleProps, RuleScreen } from './components/rule/RuleScreen.tsx';
export { type AutomationUrl, useAutomationUrl } from './components/use-automation-url.ts';
export { useRuleActions } from './components/use-rule-actions.ts';
export { Waiting } from './components/Waiting.tsx';
export { unitsOf } from './model/rule-scope.ts';
export { runChoices } from './model/run-choices.ts';
export { instantText, slotText } from './model/run-texts.ts';
export { isBy } from './model/since-began.ts';
