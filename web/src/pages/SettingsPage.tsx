import { SettingsScreen } from '../features/settings/index.ts';

export function SettingsPage() {
  return <SettingsScreen />;
}
