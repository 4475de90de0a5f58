import { MonthlyScreen } from '../../features/reporting/monthly/index.ts';

export function MonthlyPage() {
  return <MonthlyScreen />;
}
