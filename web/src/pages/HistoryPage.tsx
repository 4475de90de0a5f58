import { HistoryScreen } from '../features/management/index.ts';

export function HistoryPage() {
  return <HistoryScreen />;
}
