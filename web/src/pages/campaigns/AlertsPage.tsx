import { AlertsScreen } from '../../features/campaigns/alerts/index.ts';

export function AlertsPage() {
  return <AlertsScreen />;
}
