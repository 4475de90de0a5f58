import { JoinScreen } from '../features/session/components/JoinScreen.tsx';
import { useLinkSecrets } from '../features/session/model/link-secrets.ts';

export function InvitationPage() {
  return <JoinScreen {...useLinkSecrets('search')} />;
}
