import { InAppsScreen } from '../../features/reporting/in-apps/index.ts';

export function InAppsPage() {
  return <InAppsScreen />;
}
