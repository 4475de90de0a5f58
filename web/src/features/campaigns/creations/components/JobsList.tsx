import { Link } from 'react-router-dom';
import type { WatchedCreation } from '../../../../shared/campaigns/creations/watched-applications.ts';
import { toolPaths } from '../../../../shared/page/tool-paths.ts';
import { creationMessages as words } from '../messages.ts';
import { CreationRow } from './CreationRow.tsx';
import styles from './creations.module.css';

/** More are on the screen of Campaign tools. */
const mostRows = 6;

interface Props {
  creations: readonly WatchedCreation[];
  /** Whether the lists of all applications have come. */
  state: 'known' | 'loading' | 'failed';
  onLeave: () => void;
}

const instead = { known: words.none, loading: words.loading, failed: words.listFailed };

/** What is being created and what was created last, for the popover of the title row. */
export function JobsList({ creations, state, onLeave }: Props) {
  return (
    <div className={styles.jobs}>
      {creations.length === 0 && <p className={styles.quiet}>{instead[state]}</p>}
      <ul>
        {creations.slice(0, mostRows).map((creation) => (
          <CreationRow key={creation.request_id} creation={creation} onLeave={onLeave} />
        ))}
      </ul>
      <Link to={toolPaths.tools} onClick={onLeave}>
        {words.openTools}
      </Link>
    </div>
  );
}
