import { RulesScreen } from '../../features/campaigns/automation/index.ts';
import { NewRuleMenu } from '../../features/campaigns/custom-rules/index.ts';

export function AutomationPage() {
  return <RulesScreen newRule={({ id }) => <NewRuleMenu applicationId={id} />} />;
}
