import { ReportsScreen } from '../features/reports/index.ts';

export function ReportsPage() {
  return <ReportsScreen />;
}
