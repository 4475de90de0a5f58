import { ReportsScreen } from '../../features/reporting/reports/index.ts';

export function ReportsPage() {
  return <ReportsScreen />;
}
