import { Button } from '@fluentui/react-components';
import { Checkmark16Regular } from '@fluentui/react-icons/svg/checkmark';
import { ErrorCircle16Filled } from '@fluentui/react-icons/svg/error-circle';
import { Info16Regular } from '@fluentui/react-icons/svg/info';
import { Warning16Filled } from '@fluentui/react-icons/svg/warning';
import type { Notice } from '@tapwise/contract/alerts';
import { Link } from 'react-router-dom';
import { formatInstant } from '../../../../shared/calendar/instants.ts';
import { noticeMessages as words } from '../messages.ts';
import styles from './notices.module.css';

const icons = { high: ErrorCircle16Filled, normal: Warning16Filled, low: Info16Regular };

interface Props {
  notice: Notice;
  onRead: () => void;
  onLeave: () => void;
}

/** One notice with the way to what it is about; whoever goes there has read it. */
export function NoticeRow({ notice, onRead, onLeave }: Props) {
  const { severity, text, at, link, read } = notice;
  const Icon = icons[severity];
  const leave = () => {
    if (!read) onRead();
    onLeave();
  };
  return (
    <li className={styles.row} data-unread={!read || undefined}>
      <Icon className={styles.icon} data-severity={severity} aria-label={words.severities[severity]} role="img" />
      <div className={styles.text}>
        <Link to={link} onClick={leave}>
          {text}
        </Link>
        <span className={styles.quiet}>
          <time dateTime={at}>{formatInstant(at)}</time>
          {!read && <em>{words.unread}</em>}
        </span>
      </div>
      {!read && (
        <Button
          size="small"
          appearance="subtle"
          icon={<Checkmark16Regular />}
          title={words.markRead}
          aria-label={words.markReadOf(text)}
          onClick={onRead}
        />
      )}
    </li>
  );
}
