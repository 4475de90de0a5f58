import { Button } from '@fluentui/react-components';
import { AlertOff16Regular } from '@fluentui/react-icons/svg/alert-off';
import { useQuery } from '@tanstack/react-query';
import type { Application } from '@tapwise/contract';
import type { AlertEpisode } from '@tapwise/contract/alerts';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { alertsOptions } from '../../../../../shared/campaigns/alerts/alerts-query.ts';
import { formatClock } from '../../../../../shared/format/ages.ts';
import { alertMessages as words } from '../../messages.ts';
import { comparedText, figureText, isSnoozed, momentText, spanText } from '../../model/episode-texts.ts';
import { zoneOf } from '../../model/zone.ts';
import { SeverityIcon } from '../SeverityIcon.tsx';
import { SnoozeMenu } from '../SnoozeMenu.tsx';
import type { AlertActions } from '../use-alert-actions.ts';
import type { AlertsUrl } from '../use-alerts-url.ts';
import { useMemberNames } from '../use-member-names.ts';
import { useNow } from '../use-now.ts';
import styles from './episode-row.module.css';
import { Sparkline } from './Sparkline.tsx';

interface Props {
  application: Application;
  episode: AlertEpisode;
  url: AlertsUrl;
  actions: AlertActions;
}

/** An incident in one line: what and since when, its figure, and what can be done about it. */
export function EpisodeRow({ application, episode, url, actions }: Props) {
  const alerts = useQuery(alertsOptions(application.id));
  const nameOf = useMemberNames();
  const titleId = useId();
  const now = useNow();
  const zone = zoneOf(application);
  const { id, name, severity, state, since, series, before, acknowledged, snoozed_until } = episode;
  const alert = alerts.data?.find((candidate) => candidate.id === episode.alert_id);
  const span = spanText(now - Date.parse(since));
  const [cause] = before;
  return (
    <li className={styles.row} data-episode={id} data-state={state} data-chosen={id === url.episode || undefined}>
      <SeverityIcon severity={severity} />
      <div className={styles.text}>
        <span id={titleId}>
          <Link to={url.addressOf(null, { episode: id })}>{alert?.name ?? words.alerts}</Link> · {name}
        </span>
        <span>
          {[words.since(momentText(since, zone), span), ...(cause === undefined ? [] : [cause.text])].join(' · ')}
        </span>
      </div>
      <div className={styles.curve}>{series !== undefined && <Sparkline series={series} />}</div>
      <div className={styles.value}>
        <strong>{figureText(episode.value, episode)}</strong>
        <span>{comparedText(episode)}</span>
      </div>
      <div className={styles.steps}>
        {isSnoozed(snoozed_until, now) && (
          <span className={styles.snoozed}>
            <AlertOff16Regular />
            {words.snoozedUntil(momentText(snoozed_until, zone))}
          </span>
        )}
        {acknowledged !== null ? (
          <span className={styles.taken}>
            <strong>{nameOf(acknowledged.by)}</strong>
            <span>{words.hasIt(formatClock(acknowledged.at, zone))}</span>
          </span>
        ) : (
          <Button
            size="small"
            disabledFocusable={actions.refusal !== null}
            title={actions.refusal ?? undefined}
            aria-describedby={titleId}
            onClick={() => void actions.acknowledge(episode)}
          >
            {words.acknowledge}
          </Button>
        )}
        <SnoozeMenu
          subject={{ alertId: episode.alert_id, key: episode.key }}
          until={snoozed_until}
          actions={actions}
          describedBy={titleId}
        />
      </div>
    </li>
  );
}
