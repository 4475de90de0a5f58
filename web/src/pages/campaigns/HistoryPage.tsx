import { HistoryScreen } from '../../features/campaigns/management/index.ts';

export function HistoryPage() {
  return <HistoryScreen />;
}
