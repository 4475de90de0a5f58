import { ResetScreen } from '../features/session/components/ResetScreen.tsx';

export function ResetPage() {
  return <ResetScreen />;
}
