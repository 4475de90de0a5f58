import { useLocation } from 'react-router-dom';
import { useWatchedCreations } from '../../../../shared/campaigns/creations/watched-applications.ts';
import { useAccount } from '../../../account/session/index.ts';
import { CreationFollowers } from './CreationFollowers.tsx';

/** Beside all screens: follows what is being created, so that its end is reported wherever one is. */
export function CreationWatch() {
  const { account, applications } = useAccount();
  useLocation();
  return <CreationFollowers creations={useWatchedCreations(applications, account.access === 'restricted').creations} />;
}
