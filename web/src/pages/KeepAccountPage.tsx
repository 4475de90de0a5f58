import { KeepAccountScreen } from '../features/session/components/KeepAccountScreen.tsx';

export function KeepAccountPage() {
  return <KeepAccountScreen />;
}
