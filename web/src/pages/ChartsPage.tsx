import { ChartsScreen } from '../features/charts/index.ts';

export function ChartsPage() {
  return <ChartsScreen />;
}
