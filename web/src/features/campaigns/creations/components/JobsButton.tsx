import { Popover, PopoverSurface, PopoverTrigger } from '@fluentui/react-components';
import { TasksApp20Regular } from '@fluentui/react-icons/svg/tasks-app';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { isOpen } from '../../../../shared/campaigns/creations/creations-query.ts';
import { useWatchedCreations } from '../../../../shared/campaigns/creations/watched-applications.ts';
import { useAccount } from '../../../account/session/index.ts';
import { creationMessages as words } from '../messages.ts';
import { progressText, shareOf } from '../model/creation-texts.ts';
import { JobsList } from './JobsList.tsx';
import styles from './jobs-button.module.css';

/** In every title row: the progress of creations, and their list. */
export function JobsButton() {
  const { account, applications } = useAccount();
  // Another address may be about another application.
  useLocation();
  const restricted = account.access === 'restricted';
  const { creations, state } = useWatchedCreations(applications, restricted);
  const [expanded, setExpanded] = useState(false);
  if (restricted) return null;
  const running = creations.filter(isOpen);
  const [first] = running;
  return (
    <Popover open={expanded} onOpenChange={(_, { open }) => setExpanded(open)} trapFocus positioning="below-end">
      <PopoverTrigger disableButtonEnhancement>
        <button type="button" className={styles.button} title={words.jobs}>
          <span className="visually-hidden">{words.jobs}</span>
          {first !== undefined && (
            <span className={styles.progress}>
              <span className={styles.text}>{progressText(first)}</span>
              <span className={styles.track} data-state={first.state}>
                <span style={{ width: `${shareOf(first) * 100}%` }} />
              </span>
            </span>
          )}
          <TasksApp20Regular />
          {running.length > 0 && (
            <>
              <span className={styles.count}>{running.length}</span>
              <span className="visually-hidden"> {words.jobsRunning}</span>
            </>
          )}
        </button>
      </PopoverTrigger>
      <PopoverSurface className={styles.surface} aria-label={words.jobs}>
        <JobsList creations={creations} state={state} onLeave={() => setExpanded(false)} />
      </PopoverSurface>
    </Popover>
  );
}
