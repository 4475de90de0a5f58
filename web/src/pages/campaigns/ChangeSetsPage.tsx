import { SetsScreen } from '../../features/campaigns/management/index.ts';

export function ChangeSetsPage() {
  return <SetsScreen />;
}
