import { ScheduledReportsScreen } from '../../features/reporting/scheduled-reports/index.ts';

export function ScheduledReportsPage() {
  return <ScheduledReportsScreen />;
}
