import { GuardrailsScreen } from '../../features/campaigns/guardrails/index.ts';

export function GuardrailsPage() {
  return <GuardrailsScreen />;
}
