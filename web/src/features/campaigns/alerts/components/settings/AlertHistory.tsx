import { Button } from '@fluentui/react-components';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { Application } from '@tapwise/contract';
import type { Alert } from '@tapwise/contract/alerts';
import { Link } from 'react-router-dom';
import { messageOf } from '../../../../../shared/server/http/api-error.ts';
import { episodesOfAlertOptions } from '../../api/alerts-api.ts';
import { alertMessages } from '../../messages.ts';
import { momentText } from '../../model/episode-texts.ts';
import { zoneOf } from '../../model/zone.ts';
import { settingsMessages as words } from '../../settings-messages.ts';
import { SeverityIcon } from '../SeverityIcon.tsx';
import type { AlertsUrl } from '../use-alerts-url.ts';
import styles from './settings.module.css';

interface Props {
  application: Application;
  alert: Alert;
  url: AlertsUrl;
}

/** Incidents of one alert, open ones first. */
export function AlertHistory({ application, alert, url }: Props) {
  const query = useInfiniteQuery(episodesOfAlertOptions(application.id, alert.id));
  const episodes = query.data?.pages.flat();
  const zone = zoneOf(application);
  return (
    <section className={styles.history} aria-busy={query.isFetching}>
      <h3>{words.history}</h3>
      {query.isError && <p role="alert">{messageOf(query.error)}</p>}
      {query.isPending && <p role="status">{words.loading}</p>}
      {episodes?.length === 0 && <p>{words.noHistory}</p>}
      <ul>
        {episodes?.map(({ id, name, severity, state, since }) => (
          <li key={id}>
            <SeverityIcon severity={severity} />
            <Link to={url.addressOf(alert.id, { episode: id })}>{name}</Link>
            <span>{alertMessages.states[state]}</span>
            <time dateTime={since}>{momentText(since, zone)}</time>
          </li>
        ))}
      </ul>
      {query.hasNextPage && (
        <Button size="small" disabledFocusable={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {words.older}
        </Button>
      )}
    </section>
  );
}
