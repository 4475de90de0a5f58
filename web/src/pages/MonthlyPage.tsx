import { MonthlyScreen } from '../features/monthly/index.ts';

export function MonthlyPage() {
  return <MonthlyScreen />;
}
