import { SignInScreen } from '../features/session/components/SignInScreen.tsx';

export function LoginPage() {
  return <SignInScreen />;
}
