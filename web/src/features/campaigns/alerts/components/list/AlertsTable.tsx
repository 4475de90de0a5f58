import { Button, Switch } from '@fluentui/react-components';
import { Add16Regular } from '@fluentui/react-icons/svg/add';
import type { Application } from '@tapwise/contract';
import type { Alert, AlertChannel, AlertEpisode } from '@tapwise/contract/alerts';
import { Link, useNavigate } from 'react-router-dom';
import { alertMessages as words } from '../../messages.ts';
import { watchesText } from '../../model/watches-text.ts';
import frame from '../alerts.module.css';
import { SeverityChip } from '../SeverityIcon.tsx';
import type { AlertActions } from '../use-alert-actions.ts';
import type { AlertsUrl } from '../use-alerts-url.ts';
import styles from './alerts-table.module.css';
import { LastCell } from './LastCell.tsx';
import { SentTo } from './SentTo.tsx';

interface Props {
  application: Application;
  alerts: readonly Alert[];
  open: readonly AlertEpisode[];
  channels: readonly AlertChannel[];
  url: AlertsUrl;
  actions: AlertActions;
}

/** Everything that is watched: whether it is, how much it matters, where it is sent, and when it was last open. */
export function AlertsTable({ application, alerts, open, channels, url, actions }: Props) {
  const navigate = useNavigate();
  const { columns } = words;
  return (
    <section aria-labelledby="all-alerts">
      <header className={frame.heading}>
        <h2 id="all-alerts">{words.alerts}</h2>
        <span>{words.alertsNote}</span>
        <Button
          size="small"
          appearance="subtle"
          icon={<Add16Regular />}
          onClick={() => void navigate(url.builderAddressOf(null))}
        >
          {words.newAlert}
        </Button>
      </header>
      <div className={styles.box}>
        <table className={styles.table} aria-labelledby="all-alerts">
          <thead>
            <tr>
              <th scope="col">{columns.on}</th>
              <th scope="col">{columns.alert}</th>
              <th scope="col">{columns.watches}</th>
              <th scope="col">{columns.severity}</th>
              <th scope="col">{columns.to}</th>
              <th scope="col">{columns.last}</th>
            </tr>
          </thead>
          <tbody>
            {alerts.map((alert) => (
              <tr key={alert.id} data-alert={alert.id} data-chosen={alert.id === url.alert || undefined}>
                <td>
                  <Switch
                    aria-label={words.switchOf(alert.name)}
                    checked={alert.on}
                    disabled={actions.refusal !== null}
                    onChange={(_, { checked }) => void actions.setOn(alert, checked)}
                  />
                </td>
                <th scope="row">
                  <Link to={url.addressOf(alert.id)}>{alert.name}</Link>
                </th>
                <td>{watchesText(alert)}</td>
                <td>
                  <SeverityChip severity={alert.severity} />
                </td>
                <td>
                  <SentTo channels={channels.filter(({ id }) => alert.channels.includes(id))} />
                </td>
                <td>
                  <LastCell
                    application={application}
                    alert={alert}
                    open={open.filter(({ alert_id }) => alert_id === alert.id)}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
