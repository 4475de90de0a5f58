import { Link } from 'react-router-dom';
import type { WatchedCreation } from '../../../shared/creations/watched-applications.ts';
import { toolPaths } from '../../../shared/page/tool-paths.ts';
import { creationMessages as words } from '../messages.ts';
import { CreationRow } from './CreationRow.tsx';
import styles from './creations.module.css';

/** More are on the screen of Campaign tools. */
const mostRows = 6;

/** What is being created and what was created last, for the popover of the title row. */
export function JobsList({ creations, onLeave }: { creations: readonly WatchedCreation[]; onLeave: () => void }) {
  return (
    <div className={styles.jobs}>
      {creations.length === 0 && <p className={styles.quiet}>{words.none}</p>}
      <ul className={styles.list}>
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
