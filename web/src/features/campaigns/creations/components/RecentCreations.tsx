import type { WatchedCreation } from '../../../../shared/campaigns/creations/watched-applications.ts';
import { creationMessages as words } from '../messages.ts';
import { CreationRow } from './CreationRow.tsx';

/** More of them are of no use on this screen; what was created is in the history. */
const mostRows = 20;

/** Creations that have ended, newest first, with what they came to. */
export function RecentCreations({ creations }: { creations: readonly WatchedCreation[] }) {
  return (
    <ul aria-label={words.recent}>
      {creations.slice(0, mostRows).map((creation) => (
        <CreationRow key={creation.request_id} creation={creation} withDetails />
      ))}
    </ul>
  );
}
