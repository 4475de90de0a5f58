import { Button } from '@fluentui/react-components';
import { messageOf } from '../../../../shared/server/http/api-error.ts';
import { noticeMessages as words } from '../messages.ts';
import { NoticeRow } from './NoticeRow.tsx';
import styles from './notices.module.css';
import type { Notices } from './use-notices.ts';

interface Props {
  notices: Notices;
  onLeave: () => void;
}

/** The person's notices, newest first. */
export function NoticesList({ notices: all, onLeave }: Props) {
  const { notices, unread, error, retry, showOlder, busy, markRead } = all;
  return (
    <div className={styles.panel}>
      <header className={styles.head}>
        <h2>{words.title}</h2>
        <Button
          size="small"
          appearance="subtle"
          disabledFocusable={unread === 0}
          onClick={() => markRead({ all: true })}
        >
          {words.markAll}
        </Button>
      </header>
      {error !== null && (
        <div role="alert" className={styles.failed}>
          <span>{messageOf(error)}</span>
          <Button size="small" onClick={retry}>
            {words.retry}
          </Button>
        </div>
      )}
      {notices === undefined && error === null && (
        <p role="status" className={styles.quiet}>
          {words.loading}
        </p>
      )}
      {notices?.length === 0 && (
        <p className={styles.quiet}>
          <strong>{words.none}</strong>
          {words.noneText}
        </p>
      )}
      {notices !== undefined && notices.length > 0 && (
        <ul className={styles.rows}>
          {notices.map((notice) => (
            <NoticeRow
              key={notice.id}
              notice={notice}
              onRead={() => markRead({ ids: [notice.id] })}
              onLeave={onLeave}
            />
          ))}
        </ul>
      )}
      {showOlder !== null && (
        <Button size="small" className={styles.older} disabledFocusable={busy} onClick={showOlder}>
          {busy ? words.loading : words.older}
        </Button>
      )}
    </div>
  );
}
