import { RulesScreen } from '../../features/campaigns/automation/index.ts';

export function AutomationPage() {
  return <RulesScreen />;
}
