import { SettingsScreen } from '../../features/account/settings/index.ts';

export function SettingsPage() {
  return <SettingsScreen />;
}
