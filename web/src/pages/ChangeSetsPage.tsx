import { SetsScreen } from '../features/management/index.ts';

export function ChangeSetsPage() {
  return <SetsScreen />;
}
