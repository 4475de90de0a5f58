import { VerifyScreen } from '../features/session/components/VerifyScreen.tsx';

export function VerifyPage() {
  return <VerifyScreen />;
}
