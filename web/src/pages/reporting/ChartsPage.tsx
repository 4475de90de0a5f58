import { ChartsScreen } from '../../features/reporting/charts/index.ts';

export function ChartsPage() {
  return <ChartsScreen />;
}
