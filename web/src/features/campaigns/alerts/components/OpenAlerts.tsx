import { Button, Menu, MenuItem, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components';
import type { AlertEpisode } from '@tapwise/contract/alerts';
import { alertMessages as words } from '../messages.ts';
import { episodeLine, instantText, snoozeLengths, valueText } from '../model/alert-texts.ts';
import styles from './alerts.module.css';
import type { AlertActions } from './use-alerts.ts';

interface Props {
  episodes: readonly AlertEpisode[];
  actions: AlertActions;
  chosen: number | null;
  onOpen: (alertId: number) => void;
}

/** Incidents that are not over, with what can be done about each. */
export function OpenAlerts({ episodes, actions, chosen, onOpen }: Props) {
  return (
    <section className={styles.open} aria-label={words.openNow}>
      <h2>{words.openNow}</h2>
      {episodes.length === 0 && <p>{words.noneOpen}</p>}
      <ul>
        {episodes.map((episode) => (
          <li key={episode.id} data-episode={episode.id} data-chosen={episode.alert_id === chosen || undefined}>
            <span className={styles.mark} data-severity={episode.severity} title={words.severities[episode.severity]} />
            <div className={styles.what}>
              <button type="button" onClick={() => onOpen(episode.alert_id)}>
                {episode.name}
              </button>
              <span>{episodeLine(episode)}</span>
            </div>
            <Value episode={episode} />
            <EpisodeActions episode={episode} actions={actions} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Value({ episode: { value, limit, kind } }: { episode: AlertEpisode }) {
  const text = valueText(value, kind);
  const bound = valueText(limit, kind);
  return (
    <span className={styles.value}>
      <strong>{text}</strong>
      {bound !== null && <span>{words.limit(bound)}</span>}
    </span>
  );
}

/** Acknowledging and snoozing an incident, or who has done so. */
export function EpisodeActions({ episode, actions }: { episode: AlertEpisode; actions: AlertActions }) {
  const { acknowledged, snoozed_until } = episode;
  return (
    <span className={styles.actions}>
      {acknowledged === null ? (
        <Button size="small" onClick={() => void actions.acknowledge(episode)}>
          {words.acknowledge}
        </Button>
      ) : (
        <span>
          {words.hasIt}, {instantText(acknowledged.at)}
        </span>
      )}
      {snoozed_until === null ? (
        <SnoozeMenu episode={episode} actions={actions} />
      ) : (
        <>
          <span>{words.until(instantText(snoozed_until))}</span>
          <Button size="small" onClick={() => void actions.snooze(episode, null)}>
            {words.endSnooze}
          </Button>
        </>
      )}
    </span>
  );
}

function SnoozeMenu({ episode, actions }: { episode: AlertEpisode; actions: AlertActions }) {
  return (
    <Menu>
      <MenuTrigger disableButtonEnhancement>
        <Button size="small">{words.snooze}</Button>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {snoozeLengths.map(({ label, ms }) => (
            <MenuItem key={label} onClick={() => void actions.snooze(episode, new Date(Date.now() + ms).toISOString())}>
              {label}
            </MenuItem>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
