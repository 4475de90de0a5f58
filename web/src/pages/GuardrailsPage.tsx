import { GuardrailsScreen } from '../features/guardrails/index.ts';

export function GuardrailsPage() {
  return <GuardrailsScreen />;
}
