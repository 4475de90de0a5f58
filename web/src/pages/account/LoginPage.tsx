import { JoinScreen } from '../../features/account/session/components/JoinScreen.tsx';
import { SignInScreen } from '../../features/account/session/components/SignInScreen.tsx';
import { useLinkSecrets } from '../../features/account/session/model/link-secrets.ts';

/** Sign-up and log-in; with the token of an invitation, the way into its team. */
export function LoginPage() {
  const secrets = useLinkSecrets('search');
  return secrets.token === null ? <SignInScreen /> : <JoinScreen {...secrets} />;
}
