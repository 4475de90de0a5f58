import { KeepAccountScreen } from '../../features/account/session/components/KeepAccountScreen.tsx';

export function KeepAccountPage() {
  return <KeepAccountScreen />;
}
