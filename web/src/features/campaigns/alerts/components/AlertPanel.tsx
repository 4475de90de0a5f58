import { Button, Checkbox, Switch } from '@fluentui/react-components';
import { Dismiss20Regular } from '@fluentui/react-icons/svg/dismiss';
import { useQuery } from '@tanstack/react-query';
import type { Alert, AlertChannel, AlertEpisode } from '@tapwise/contract/alerts';
import { useEffect, useId, useRef } from 'react';
import { channelsOptions } from '../api/alerts-api.ts';
import { alertMessages as words } from '../messages.ts';
import { instantText, valueText } from '../model/alert-texts.ts';
import styles from './alerts.module.css';
import { EpisodeActions } from './OpenAlerts.tsx';
import type { AlertActions } from './use-alerts.ts';

interface Props {
  alert: Alert;
  /** Its incidents that are not over. */
  episodes: readonly AlertEpisode[];
  actions: AlertActions;
  onClose: () => void;
}

/** One alert beside the list: its incidents, what was changed before, and where it is sent. */
export function AlertPanel({ alert, episodes, actions, onClose }: Props) {
  const { data: channels = [] } = useQuery(channelsOptions);
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <aside
      className={styles.panel}
      aria-labelledby={id}
      onKeyDown={(event) => event.key === 'Escape' && !event.defaultPrevented && onClose()}
    >
      <header className={styles.head}>
        <h2 id={id} ref={heading} tabIndex={-1}>
          {alert.name}
        </h2>
        <Button
          size="small"
          appearance="subtle"
          icon={<Dismiss20Regular />}
          aria-label={words.close}
          onClick={onClose}
        />
        <p>{words.watches[alert.kind]}</p>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys. */}
      <section className={styles.body} tabIndex={0} aria-label={alert.name}>
        {episodes.length === 0 && <p className="muted">{words.noneOpen}</p>}
        {episodes.map((episode) => (
          <Incident key={episode.id} episode={episode} channels={channels} actions={actions} />
        ))}
        <h3>{words.sendTo}</h3>
        <Switch
          label={words.mail}
          checked={alert.mail}
          onChange={(_, { checked }) => void actions.update(alert, { mail: checked })}
        />
        {channels.map(({ id: channelId, name }) => (
          <Checkbox
            key={channelId}
            label={name}
            checked={alert.channels.includes(channelId)}
            onChange={(_, { checked }) =>
              void actions.update(alert, { channels: changed(alert.channels, channelId, checked === true) })
            }
          />
        ))}
      </section>
    </aside>
  );
}

const changed = (channels: readonly string[], id: string, isSent: boolean): string[] =>
  isSent ? [...channels, id] : channels.filter((channel) => channel !== id);

interface IncidentProps {
  episode: AlertEpisode;
  channels: readonly AlertChannel[];
  actions: AlertActions;
}

function Incident({ episode, channels, actions }: IncidentProps) {
  const { name, text, value, kind, since, before, messages, acknowledged } = episode;
  const channelName = (id: string) => channels.find((channel) => channel.id === id)?.name ?? '';
  return (
    <article className={styles.incident} aria-label={name}>
      <p className={styles.figure}>{valueText(value, kind) ?? words.states[episode.state]}</p>
      <p>{text}</p>
      <p className="muted">{words.since(instantText(since))}</p>
      {acknowledged?.note != null && (
        <p>
          {words.noteBy}: {acknowledged.note}
        </p>
      )}
      <EpisodeActions episode={episode} actions={actions} />
      {before.length > 0 && (
        <>
          <h3>{words.before}</h3>
          <ul>
            {before.map((change) => (
              <li key={`${change.at} ${change.text}`}>
                <span>{change.text}</span>
                <time dateTime={change.at}>{instantText(change.at)}</time>
              </li>
            ))}
          </ul>
        </>
      )}
      <h3>{words.told}</h3>
      {messages.length === 0 ? (
        <p className="muted">{words.notSent}</p>
      ) : (
        <ul>
          {messages.map((message) => (
            <li key={`${message.channel_id} ${message.kind}`}>
              <span>
                {channelName(message.channel_id)}, {words.messageStates[message.state]}
                {message.error !== null && `: ${message.error}`}
              </span>
              <time dateTime={message.at}>{instantText(message.at)}</time>
            </li>
          ))}
        </ul>
      )}
    </article>
  );
}
