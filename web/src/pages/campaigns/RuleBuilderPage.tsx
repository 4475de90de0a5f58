import { BuilderScreen } from '../../features/campaigns/custom-rules/index.ts';

export function RuleBuilderPage() {
  return <BuilderScreen />;
}
