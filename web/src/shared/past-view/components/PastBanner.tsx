import { NoticeBar } from '../../ui/NoticeBar.tsx';
import { pastMessages as words } from '../messages.ts';
import { useGoToInstant, usePastInstant } from '../past-instant.ts';
import { formatInstantIn } from '../zoned-time.ts';
import styles from './past-view.module.css';

/** Said under the header while a screen is about the past, with the way back. */
export function PastBanner({ timeZone }: { timeZone: string }) {
  const instant = usePastInstant();
  const goTo = useGoToInstant();
  if (instant === null) return null;
  return (
    <div className={styles.banner} data-banner="past">
      <NoticeBar
        intent="warning"
        actions={
          <button type="button" className={styles.back} onClick={() => goTo(null)}>
            {words.backToNow}
          </button>
        }
      >
        {words.viewing(formatInstantIn(instant, timeZone), timeZone)}
      </NoticeBar>
    </div>
  );
}
