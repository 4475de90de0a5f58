import { AlertBuilderScreen } from '../../features/campaigns/custom-rules/index.ts';

/** An alert as a person writes it. */
export function AlertBuilderPage() {
  return <AlertBuilderScreen />;
}
