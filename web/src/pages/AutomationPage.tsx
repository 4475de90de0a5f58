import { RulesScreen } from '../features/automation/index.ts';

export function AutomationPage() {
  return <RulesScreen />;
}
