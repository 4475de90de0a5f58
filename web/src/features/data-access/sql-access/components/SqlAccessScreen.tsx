import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Message, ReportBanners, ReportError } from '../../../../shared/report/index.ts';
import { useAccount } from '../../../account/session/index.ts';
import { SettingsFrame } from '../../../frame/settings-frame/index.ts';
import { type NewPassword, sqlUsersOptions } from '../api/sql-access-api.ts';
import { sqlAccessMessages as words } from '../messages.ts';
import { ConnectionSection } from './ConnectionSection.tsx';
import { HistorySection } from './HistorySection.tsx';
import { PasswordNotice } from './PasswordNotice.tsx';
import styles from './sql-access.module.css';
import { UsersSection } from './UsersSection.tsx';

/** Who of the team asks in SQL, how tools are connected, and what was asked. */
export function SqlAccessScreen() {
  const { account } = useAccount();
  if (account.access === 'restricted') {
    return (
      <SettingsFrame>
        <Message title={words.restricted} />
      </SettingsFrame>
    );
  }
  return (
    <SettingsFrame>
      <div className={styles.page}>
        <ReportBanners demo={account.demo} />
        <Content refusal={account.demo ? words.demo : null} />
      </div>
    </SettingsFrame>
  );
}

function Content({ refusal }: { refusal: string | null }) {
  const { account } = useAccount();
  const list = useQuery(sqlUsersOptions());
  const [made, setMade] = useState<NewPassword>(null);
  return (
    <div className={styles.content}>
      <p className={styles.links}>
        <Link to="/client/settings/sql/query">{words.query}</Link>
        <a href="/docs/sql">{words.docs}</a>
      </p>
      {list.isError && (
        <ReportError error={list.error} answeredAt={list.dataUpdatedAt} onRetry={() => void list.refetch()} />
      )}
      {list.data === undefined && !list.isError && <Waiting />}
      {list.data !== undefined && (
        <>
          {made !== null && (
            <PasswordNotice key={made.password} made={made} address={list.data} onDone={() => setMade(null)} />
          )}
          <UsersSection users={list.data.users} refusal={refusal} onPassword={setMade} />
          <ConnectionSection address={list.data} />
          {account.access === 'admin' && <HistorySection users={list.data.users} />}
        </>
      )}
    </div>
  );
}

function Waiting() {
  return (
    <div className={styles.waiting}>
      <p role="status" className="visually-hidden">
        Loading...
      </p>
      <span />
      <span />
    </div>
  );
}
