import { useQuery } from '@tanstack/react-query';
import type { AlertEpisode } from '@tapwise/contract/alerts';
import { channelsOptions } from '../../api/channels-api.ts';
import { alertMessages } from '../../messages.ts';
import { momentText } from '../../model/episode-texts.ts';
import styles from './episode-panel.module.css';

const { panel: words } = alertMessages;

/** Whom an incident was sent to, and what happened to each message. */
export function MessagesSection({ episode: { messages }, zone }: { episode: AlertEpisode; zone: string }) {
  const channels = useQuery(channelsOptions());
  const nameOf = (id: string) => channels.data?.find((channel) => channel.id === id)?.name ?? words.removedChannel;
  return (
    <section className={styles.section}>
      <h3>{words.messages}</h3>
      {messages.length === 0 && <p>{words.noMessages}</p>}
      <ul>
        {messages.map(({ channel_id, kind, at, state, error }) => (
          <li key={`${channel_id} ${kind}`} data-state={state}>
            <span>{nameOf(channel_id)}</span>
            <time dateTime={at}>{momentText(at, zone)}</time>
            <span className={styles.actor}>
              {[words.kinds[kind] ?? kind, words.messageStates[state], ...(error === null ? [] : [error])].join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
