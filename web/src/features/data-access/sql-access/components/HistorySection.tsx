import { Button, Field, Input } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import type { AuditedSqlQuery, SqlUser } from '@tapwise/contract/sql';
import { useState } from 'react';
import { ToneBadge } from '../../../../shared/campaigns/changes/OutcomeBadge.tsx';
import { formatCount } from '../../../../shared/format/numbers.ts';
import { ChoicePicker } from '../../../../shared/scope/index.ts';
import { messageOf } from '../../../../shared/server/http/api-error.ts';
import { NoticeBar } from '../../../../shared/ui/NoticeBar.tsx';
import { auditedQueriesOptions } from '../api/sql-access-api.ts';
import { sqlAccessMessages as words } from '../messages.ts';
import { dayBefore, instantText } from '../model/instants.ts';
import styles from './sql-access.module.css';

const mostDisplayed = 1_000;

/** What users asked, for admins. */
export function HistorySection({ users }: { users: readonly SqlUser[] }) {
  const [user, setUser] = useState<string | null>(null);
  const [days, setDays] = useState(() => ({ from: dayBefore(0, new Date()), to: dayBefore(0, new Date()) }));
  const list = useQuery(auditedQueriesOptions({ user, ...days }));
  const day = (name: 'from' | 'to') => (
    <Field label={words[name]}>
      <Input
        type="date"
        value={days[name]}
        onChange={(_, data) => data.value !== '' && setDays((before) => ({ ...before, [name]: data.value }))}
      />
    </Field>
  );
  return (
    <section aria-labelledby="history-title">
      <h2 id="history-title">{words.history}</h2>
      <p className={styles.note}>{words.historyText}</p>
      <div className={styles.filters}>
        {day('from')}
        {day('to')}
        <ChoicePicker
          label={words.user}
          choices={[
            { value: '', text: words.everyUser },
            ...users.map((entry) => ({ value: entry.user, text: entry.user })),
          ]}
          chosen={user ?? ''}
          onChoose={(value) => setUser(value === '' ? null : value)}
        />
      </div>
      {list.isError && (
        <div role="alert">
          <NoticeBar intent="error" actions={<Button onClick={() => void list.refetch()}>{words.retry}</Button>}>
            {messageOf(list.error)}
          </NoticeBar>
        </div>
      )}
      {list.isPending && <p role="status">Loading...</p>}
      {list.data?.length === 0 && <p className={styles.note}>{words.noHistory}</p>}
      {list.data !== undefined && list.data.length > 0 && <AuditedQueriesTable queries={list.data} />}
    </section>
  );
}

function AuditedQueriesTable({ queries }: { queries: readonly AuditedSqlQuery[] }) {
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys. */}
      <section className={styles.scroll} tabIndex={0} aria-label={words.historyTable}>
        <table className={styles.table} aria-label={words.history}>
          <thead>
            <tr>
              {[words.time, words.user, words.statement, words.outcome, words.rows, words.took].map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {queries.map((query) => (
              <tr key={`${query.query_id} ${query.asked_at}`}>
                <td>
                  <time dateTime={query.asked_at}>{instantText(query.asked_at)}</time>
                </td>
                <td>
                  {query.user}
                  <small>{words.origin(query.address, query.client)}</small>
                </td>
                <td className={styles.statement} title={query.text}>
                  <code>{query.text}</code>
                </td>
                <td>
                  <ToneBadge
                    tone={query.code === 0 ? 'good' : 'bad'}
                    text={query.code === 0 ? words.ok : words.code(query.code)}
                  />
                </td>
                <td>{formatCount(query.rows)}</td>
                <td>{formatCount(query.ms)} ms</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {queries.length >= mostDisplayed && <p className={styles.note}>{words.truncated}</p>}
    </>
  );
}
