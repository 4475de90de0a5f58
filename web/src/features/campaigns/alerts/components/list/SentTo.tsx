import { Alert16Regular } from '@fluentui/react-icons/svg/alert';
import type { AlertChannel } from '@tapwise/contract/alerts';
import { alertMessages as words } from '../../messages.ts';
import { ChannelIcon } from '../channels/ChannelIcon.tsx';
import styles from './alerts-table.module.css';

/** The channels of an alert as icons; an hour beside one means a message a day. */
export function SentTo({ channels }: { channels: readonly AlertChannel[] }) {
  if (channels.length === 0)
    return (
      <span className={styles.to} title={words.noticesOnly}>
        <Alert16Regular role="img" aria-label={words.noticesOnly} />
      </span>
    );
  return (
    <span className={styles.to}>
      {channels.map(({ id, kind, name, digest }) => (
        <span key={id} title={words.viaChannel(name, digest)}>
          <ChannelIcon kind={kind} label={words.viaChannel(name, digest)} />
          {digest !== null && <small aria-hidden>{digest}</small>}
        </span>
      ))}
    </span>
  );
}
