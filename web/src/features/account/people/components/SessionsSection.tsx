import { Button, MessageBar, MessageBarActions, MessageBarBody } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { formatInstant } from '../../../../shared/calendar/instants.ts';
import { messageOf } from '../../../../shared/server/http/api-error.ts';
import { showToast } from '../../../../shared/ui/toasts/toasts.ts';
import { useAccount } from '../../session/index.ts';
import { sessionsQuery, usePeopleCommand } from '../api/people-api.ts';
import { peopleMessages as words } from '../messages.ts';
import { agentText } from '../model/agent-text.ts';
import styles from './people.module.css';

/** Where the account is signed in, and the way to end that. */
export function SessionsSection() {
  const { account } = useAccount();
  const list = useQuery({ ...sessionsQuery(), enabled: !account.demo });
  const send = usePeopleCommand();
  const end = (body: { session_id: string } | { others: true }, done?: string): void => {
    if (send.isPending) return;
    send.mutate(
      { method: 'DELETE', path: '/api/sessions', body },
      { onSuccess: () => done !== undefined && showToast({ intent: 'success', text: done }) },
    );
  };
  const error = send.error ?? list.error;
  const sessions = list.data ?? [];
  return (
    <section id="sessions" aria-labelledby="sessions-title">
      <h2 id="sessions-title">{words.sessions}</h2>
      {error !== null && (
        <MessageBar intent="error" role="alert">
          <MessageBarBody>{messageOf(error)}</MessageBarBody>
          {list.isError && (
            <MessageBarActions>
              <Button onClick={() => void list.refetch()}>{words.retry}</Button>
            </MessageBarActions>
          )}
        </MessageBar>
      )}
      {account.demo && <p>{words.demoSessions}</p>}
      {list.isLoading && <p role="status">Loading...</p>}
      {sessions.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys.
        <section className={styles.scroll} aria-label={words.sessionsTable} tabIndex={0}>
          <table className={styles.table} aria-label={words.sessions}>
            <thead>
              <tr>
                <th scope="col">{words.device}</th>
                <th scope="col">{words.address}</th>
                <th scope="col">{words.lastSeen}</th>
                <th scope="col">
                  <span className="visually-hidden">{words.actions}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {sessions.map(({ id, agent, address, last_seen_at, current }) => (
                <tr key={id}>
                  <th scope="row" className={styles.agent} title={agent}>
                    {agentText(agent) ?? (agent === '' ? words.unknownDevice : agent)}
                  </th>
                  <td>{address}</td>
                  <td>
                    <time dateTime={last_seen_at}>{formatInstant(last_seen_at)}</time>
                  </td>
                  <td>
                    {current ? (
                      words.thisOne
                    ) : (
                      <Button size="small" onClick={() => end({ session_id: id })}>
                        {words.end}
                      </Button>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {sessions.length > 1 && (
        <div className={styles.buttons}>
          <Button onClick={() => end({ others: true }, words.endedEverywhere)}>{words.endEverywhere}</Button>
        </div>
      )}
    </section>
  );
}
