import { Popover, PopoverSurface, PopoverTrigger } from '@fluentui/react-components';
import { Alert20Filled, Alert20Regular } from '@fluentui/react-icons/svg/alert';
import { usePopoverPart } from '../../../../shared/page/lazy-part.tsx';
import { noticeMessages as words } from '../messages.ts';
import styles from './notices.module.css';
import { useNotices } from './use-notices.ts';

const loadList = async () => (await import('./NoticesList.tsx')).NoticesList;

/** The bell of every title row: how many notices are unread, and their list. */
export function NoticesButton() {
  const notices = useNotices();
  const { Part: NoticesList, popover, fetchAhead, close } = usePopoverPart(loadList);
  const { unread } = notices;
  const Bell = popover.open ? Alert20Filled : Alert20Regular;
  return (
    <Popover {...popover} trapFocus positioning="below-end">
      <PopoverTrigger disableButtonEnhancement>
        <button
          type="button"
          className={styles.button}
          aria-label={words.name(unread)}
          title={words.title}
          onPointerEnter={fetchAhead}
          onFocus={fetchAhead}
        >
          <Bell />
          {unread > 0 && <span className={styles.count}>{unread}</span>}
        </button>
      </PopoverTrigger>
      <PopoverSurface className={styles.surface} aria-label={words.title}>
        {NoticesList !== null && <NoticesList notices={notices} onLeave={close} />}
      </PopoverSurface>
    </Popover>
  );
}
