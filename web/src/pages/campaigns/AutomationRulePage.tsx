import { RuleScreen } from '../../features/campaigns/automation/index.ts';

export function AutomationRulePage() {
  return <RuleScreen customRule={() => null} />;
}
