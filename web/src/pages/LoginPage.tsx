import { SignInScreen } from '../features/session/index.ts';

export function LoginPage() {
  return <SignInScreen />;
}
