import { VerifyScreen } from '../../features/account/session/components/VerifyScreen.tsx';

export function VerifyPage() {
  return <VerifyScreen />;
}
