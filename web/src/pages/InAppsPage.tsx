import { InAppsScreen } from '../features/in-apps/index.ts';

export function InAppsPage() {
  return <InAppsScreen />;
}
