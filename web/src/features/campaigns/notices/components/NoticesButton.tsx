import { Button, Popover, PopoverSurface, PopoverTrigger } from '@fluentui/react-components';
import { Alert20Filled, Alert20Regular } from '@fluentui/react-icons/svg/alert';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Notice } from '@tapwise/contract/alerts';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { dateForm } from '../../../../shared/format/date-forms.ts';
import { followNotices } from '../../../../shared/server/live/live-connection.ts';
import { noticesOptions, readNotices } from '../api/notices-api.ts';
import { noticeMessages as words } from '../messages.ts';
import styles from './notices.module.css';

const mostCounted = 99;

/** In every title row: how many notices are unread, and what they say. */
export function NoticesButton() {
  const client = useQueryClient();
  const { data, isError } = useQuery(noticesOptions);
  const [expanded, setExpanded] = useState(false);
  useEffect(() => followNotices(() => void client.invalidateQueries({ queryKey: noticesOptions.queryKey })), [client]);
  const unread = data?.unread ?? 0;
  const read = async (ids?: readonly string[]) => {
    const next = await readNotices(ids).catch(() => undefined);
    if (next !== undefined) client.setQueryData(noticesOptions.queryKey, next);
  };
  return (
    <Popover open={expanded} onOpenChange={(_, { open }) => setExpanded(open)} trapFocus positioning="below-end">
      <PopoverTrigger disableButtonEnhancement>
        <button type="button" className={styles.button} aria-label={words.notices(unread)} title={words.title}>
          {expanded ? <Alert20Filled /> : <Alert20Regular />}
          {unread > 0 && <span className={styles.count}>{Math.min(unread, mostCounted)}</span>}
        </button>
      </PopoverTrigger>
      <PopoverSurface className={styles.surface} aria-label={words.title}>
        <header className={styles.head}>
          <h2>{words.title}</h2>
          {unread > 0 && (
            <Button size="small" appearance="subtle" onClick={() => void read()}>
              {words.readAll}
            </Button>
          )}
        </header>
        {isError && <p className={styles.empty}>{words.failed}</p>}
        {data?.notices.length === 0 && <p className={styles.empty}>{words.none}</p>}
        {data !== undefined && data.notices.length > 0 && (
          <ul className={styles.list}>
            {data.notices.map((notice) => (
              <NoticeRow
                key={notice.id}
                notice={notice}
                onOpen={() => {
                  setExpanded(false);
                  if (!notice.read) void read([notice.id]);
                }}
              />
            ))}
          </ul>
        )}
      </PopoverSurface>
    </Popover>
  );
}

const instantForm = dateForm({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });

function NoticeRow({ notice, onOpen }: { notice: Notice; onOpen: () => void }) {
  const { severity, text, at, link, read } = notice;
  return (
    <li data-read={read || undefined}>
      <span className={styles.dot} data-severity={severity} />
      <Link to={link} onClick={onOpen}>
        {!read && <span className="visually-hidden">{words.unread}: </span>}
        {text}
      </Link>
      <time dateTime={at}>{instantForm(new Date(at))}</time>
    </li>
  );
}
