import { JoinScreen } from '../../features/account/session/components/JoinScreen.tsx';
import { useLinkSecrets } from '../../features/account/session/model/link-secrets.ts';

export function InvitationPage() {
  return <JoinScreen {...useLinkSecrets('search')} />;
}
