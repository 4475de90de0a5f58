import { Switch } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import type { Alert, AlertChannel } from '@tapwise/contract/alerts';
import { channelsOptions } from '../api/alerts-api.ts';
import { alertMessages as words } from '../messages.ts';
import { instantText } from '../model/alert-texts.ts';
import styles from './alerts.module.css';
import type { AlertActions } from './use-alerts.ts';

interface Props {
  alerts: readonly Alert[];
  actions: AlertActions;
  onOpen: (alertId: number) => void;
}

/** What is watched, whether it is on, and where it is sent. */
export function AlertTable({ alerts, actions, onOpen }: Props) {
  const { data: channels = [] } = useQuery(channelsOptions);
  const { columns } = words;
  return (
    <table className={styles.table}>
      <caption>{words.alerts}</caption>
      <thead>
        <tr>
          <th scope="col">{columns.on}</th>
          <th scope="col">{columns.name}</th>
          <th scope="col">{columns.watches}</th>
          <th scope="col">{columns.severity}</th>
          <th scope="col">{columns.to}</th>
          <th scope="col">{columns.last}</th>
        </tr>
      </thead>
      <tbody>
        {alerts.map((alert) => (
          <tr key={alert.id} data-alert={alert.kind}>
            <td>
              <Switch
                aria-label={words.switchOf(alert.name)}
                checked={alert.on}
                onChange={(_, { checked }) => void actions.update(alert, { on: checked })}
              />
            </td>
            <th scope="row">
              <button type="button" onClick={() => onOpen(alert.id)}>
                {alert.name}
              </button>
            </th>
            <td>{words.watches[alert.kind]}</td>
            <td>
              <span className={styles.chip} data-severity={alert.severity}>
                {words.severities[alert.severity]}
              </span>
            </td>
            <td>{channelNames(alert, channels)}</td>
            <td>
              <Last alert={alert} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const channelNames = ({ channels }: Alert, all: readonly AlertChannel[]): string => {
  const names = all.filter(({ id }) => channels.includes(id)).map(({ name }) => name);
  return names.length === 0 ? words.onlyHere : names.join(', ');
};

function Last({ alert: { firing, last_at, snoozed_until } }: { alert: Alert }) {
  if (snoozed_until !== null) return words.until(instantText(snoozed_until));
  if (firing > 0) return <span className={styles.chip}>{words.states.firing}</span>;
  return last_at === null ? <span className="muted">{words.never}</span> : instantText(last_at);
}
