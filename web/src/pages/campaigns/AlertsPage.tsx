import { AlertsScreen } from '../../features/campaigns/alerts/index.ts';

/** All alerts of an application, or one of them beside them. */
export function AlertsPage() {
  return <AlertsScreen />;
}
