import type { AlertEpisode } from '@tapwise/contract/alerts';
import { alertMessages } from '../../messages.ts';
import { momentText } from '../../model/episode-texts.ts';
import styles from './episode-panel.module.css';

const { panel: words } = alertMessages;

/** Changes of settings and runs of rules in the two days before an incident. */
export function BeforeSection({ episode: { before }, zone }: { episode: AlertEpisode; zone: string }) {
  return (
    <section className={styles.section}>
      <h3>{words.before}</h3>
      {before.length === 0 && <p>{words.nothingBefore}</p>}
      <ul>
        {before.map(({ change_id, at, actor, text }) => (
          <li key={`${change_id ?? ''} ${at} ${text}`}>
            <span>{text}</span>
            <time dateTime={at}>{momentText(at, zone)}</time>
            <span className={styles.actor}>{actor}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
