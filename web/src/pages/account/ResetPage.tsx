import { ResetScreen } from '../../features/account/session/components/ResetScreen.tsx';

export function ResetPage() {
  return <ResetScreen />;
}
