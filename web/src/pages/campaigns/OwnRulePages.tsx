import { AlertBuilderScreen, BuilderScreen, ConflictsScreen } from '../../features/campaigns/custom-rules/index.ts';

/** A rule as a person writes it. */
export function RuleBuilderPage() {
  return <BuilderScreen />;
}

/** An alert as a person writes it. */
export function AlertBuilderPage() {
  return <AlertBuilderScreen />;
}

export function RuleConflictsPage() {
  return <ConflictsScreen />;
}
