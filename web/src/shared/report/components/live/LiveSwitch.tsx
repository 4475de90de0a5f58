import { ArrowSync16Regular } from '@fluentui/react-icons/svg/arrow-sync';
import { PlugDisconnected16Regular } from '@fluentui/react-icons/svg/plug-disconnected';
import { useOnline } from '../../../page/browser-state.ts';
import { useOfferAction } from '../../../page/offered-actions.ts';
import { usePastInstant } from '../../../past-view/past-instant.ts';
import { httpMessages } from '../../../server/http/messages.ts';
import { useConnection } from '../../../server/live/use-connection.ts';
import { reportMessages as words } from '../../messages.ts';
import styles from './live-switch.module.css';

interface Props {
  on: boolean;
  /** Only a range that includes today can change. */
  allowed: boolean;
  onChange: (on: boolean) => void;
}

/** Lets numbers move or not, and says whether they can move at all. Those of a past instant never do. */
export function LiveSwitch({ on, allowed, onChange }: Props) {
  const past = usePastInstant() !== null;
  const checked = on && allowed;
  useOfferAction('live', allowed ? (on ? words.pauseLive : words.followLive) : null, () => onChange(!on));
  if (past) return null;
  return (
    <div className="row gap-8">
      <button
        type="button"
        role="switch"
        aria-checked={checked}
        aria-label="Live"
        aria-disabled={!allowed}
        title={allowed ? undefined : words.liveNeedsToday}
        className={styles.switch}
        onClick={() => allowed && onChange(!on)}
      >
        <span />
      </button>
      <LiveState on={checked} />
    </div>
  );
}

function LiveState({ on }: { on: boolean }) {
  const online = useOnline();
  const connection = useConnection();
  let state = 'paused';
  if (!online) state = 'offline';
  else if (on && connection === 'reconnecting') state = 'reconnecting';
  else if (on) state = 'live';
  const text = { paused: 'Paused', live: 'Live', offline: 'Offline', reconnecting: httpMessages.unreachable }[state];
  return (
    <span role="status" className={styles.state} data-state={state}>
      {state === 'reconnecting' && <ArrowSync16Regular />}
      {state === 'offline' && <PlugDisconnected16Regular />}
      {text}
    </span>
  );
}
