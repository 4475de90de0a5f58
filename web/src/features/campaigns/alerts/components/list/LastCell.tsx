import { AlertOff16Regular } from '@fluentui/react-icons/svg/alert-off';
import { Person16Regular } from '@fluentui/react-icons/svg/person';
import type { Application } from '@tapwise/contract';
import type { Alert, AlertEpisode } from '@tapwise/contract/alerts';
import { alertMessages as words } from '../../messages.ts';
import { isSnoozed, momentText } from '../../model/episode-texts.ts';
import { zoneOf } from '../../model/zone.ts';
import { SeverityIcon } from '../SeverityIcon.tsx';
import { useNow } from '../use-now.ts';
import styles from './alerts-table.module.css';

interface Props {
  application: Application;
  alert: Alert;
  /** Of this alert. */
  open: readonly AlertEpisode[];
}

/** Whether an alert is open, taken or snoozed, or when it last was. */
export function LastCell({ application, alert, open }: Props) {
  const zone = zoneOf(application);
  const now = useNow();
  if (isSnoozed(alert.snoozed_until, now))
    return (
      <span className={styles.state}>
        <AlertOff16Regular />
        {words.snoozedUntil(momentText(alert.snoozed_until, zone))}
      </span>
    );
  if (alert.firing === 0) {
    if (alert.last_at === null) return <span className="muted">{words.never}</span>;
    return <time dateTime={alert.last_at}>{momentText(alert.last_at, zone)}</time>;
  }
  if (open.length > 0 && open.every(({ acknowledged }) => acknowledged !== null))
    return (
      <span className={styles.state} data-tone="blue">
        <Person16Regular />
        {words.lastTaken}
      </span>
    );
  return (
    <span className={styles.state} data-tone={alert.severity === 'high' ? 'bad' : 'warning'}>
      <SeverityIcon severity={alert.severity} />
      {words.lastOpen}
    </span>
  );
}
