import { useQuery } from '@tanstack/react-query';
import { creationsQueryOptions, isOpen } from '../../../../shared/campaigns/creations/creations-query.ts';
import { messageOf } from '../../../../shared/server/http/api-error.ts';
import { NoticeBar } from '../../../../shared/ui/NoticeBar.tsx';
import { CreationCard, RecentCreations } from '../../creations/index.ts';
import { toolMessages as words } from '../messages.ts';
import styles from './campaign-tools.module.css';

interface Props {
  applicationId: number;
  /** At work or waiting, above the cards; ended, below them. */
  part: 'open' | 'ended';
}

/** What is being created for the application, or what was created last. */
export function ToolCreations({ applicationId, part }: Props) {
  // Someone else of the team may have begun one since the list was asked for.
  const list = useQuery({ ...creationsQueryOptions(applicationId), refetchOnMount: 'always' });
  const creations = (list.data ?? []).map((creation) => ({ ...creation, application_id: applicationId }));
  const displayedCreations = creations.filter((creation) => isOpen(creation) === (part === 'open'));
  if (part === 'open' && list.isError && list.data === undefined)
    return (
      <div role="alert" className={styles.running}>
        <NoticeBar intent="error">{messageOf(list.error)}</NoticeBar>
      </div>
    );
  if (displayedCreations.length === 0) return null;
  if (part === 'open')
    return (
      <div className={styles.running}>
        {displayedCreations.map((creation) => (
          <CreationCard key={creation.request_id} creation={creation} />
        ))}
      </div>
    );
  return (
    <section className={styles.group} aria-label={words.recent}>
      <div className={styles.groupHead}>
        <h2>{words.recent}</h2>
      </div>
      <RecentCreations creations={displayedCreations} />
    </section>
  );
}
