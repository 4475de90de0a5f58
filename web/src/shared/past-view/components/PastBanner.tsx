import { History20Regular } from '@fluentui/react-icons/svg/history';
import { NoticeBar } from '../../ui/NoticeBar.tsx';
import { pastMessages as words } from '../messages.ts';
import { useGoToInstant } from '../past-instant.ts';
import { formatInstantIn } from '../zoned-time.ts';
import styles from './past-view.module.css';

/** As of when the figures are, and the way back to now. */
export function PastBanner({ instant, timeZone }: { instant: string; timeZone: string }) {
  const goTo = useGoToInstant();
  const back = (
    <button type="button" className={styles.back} onClick={() => goTo(null)}>
      {words.backToNow}
    </button>
  );
  return (
    <NoticeBar intent="warning" icon={<History20Regular aria-hidden />} actions={back}>
      {words.viewing(formatInstantIn(instant, timeZone), timeZone)}
    </NoticeBar>
  );
}
