import type { Application } from '@tapwise/contract';
import type { AlertEpisode } from '@tapwise/contract/alerts';
import { alertMessages as words } from '../../messages.ts';
import styles from '../alerts.module.css';
import type { AlertActions } from '../use-alert-actions.ts';
import type { AlertsUrl } from '../use-alerts-url.ts';
import { EpisodeRow } from './EpisodeRow.tsx';

interface Props {
  application: Application;
  episodes: readonly AlertEpisode[];
  url: AlertsUrl;
  actions: AlertActions;
}

/** Incidents that are not over, before everything else. */
export function OpenEpisodes({ application, episodes, url, actions }: Props) {
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
    </section>
  );
}
