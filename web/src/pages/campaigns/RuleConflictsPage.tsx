import { ConflictsScreen } from '../../features/campaigns/custom-rules/index.ts';

export function RuleConflictsPage() {
  return <ConflictsScreen />;
}
