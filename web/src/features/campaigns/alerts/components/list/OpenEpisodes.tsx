import type { Application } from '@tapwise/contract';
import type { Alert, AlertEpisode } from '@tapwise/contract/alerts';
import { formatCount } from '../../../../../shared/format/numbers.ts';
import { alertMessages as words } from '../../messages.ts';
import styles from '../alerts.module.css';
import type { AlertActions } from '../use-alert-actions.ts';
import type { AlertsUrl } from '../use-alerts-url.ts';
import { EpisodeRow } from './EpisodeRow.tsx';

interface Props {
  application: Application;
  alerts: readonly Alert[];
  episodes: readonly AlertEpisode[];
  url: AlertsUrl;
  actions: AlertActions;
}

/** Incidents that are not over, before everything else, and how many units have none as there are too many. */
export function OpenEpisodes({ application, alerts, episodes, url, actions }: Props) {
  return (
    <section aria-labelledby="open-now">
      <header className={styles.heading}>
        <h2 id="open-now">{words.openNow}</h2>
      </header>
      {episodes.length === 0 && <p className={styles.quiet}>{words.nothingOpen}</p>}
      {episodes.length > 0 && (
        <ul>
          {episodes.map((episode) => (
            <EpisodeRow key={episode.id} application={application} episode={episode} url={url} actions={actions} />
          ))}
        </ul>
      )}
      {alerts
        .filter(({ more }) => more > 0)
        .map(({ id, name, more }) => (
          <p key={id} className={styles.quiet}>
            {words.onlyCounted(name, formatCount(more))}
          </p>
        ))}
    </section>
  );
}
