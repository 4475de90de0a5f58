import { RuleScreen } from '../features/automation/index.ts';

export function AutomationRulePage() {
  return <RuleScreen />;
}
