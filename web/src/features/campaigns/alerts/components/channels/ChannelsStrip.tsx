import { Button } from '@fluentui/react-components';
import { Add16Regular } from '@fluentui/react-icons/svg/add';
import type { AlertChannel } from '@tapwise/contract/alerts';
import { Link } from 'react-router-dom';
import { channelMessages as words } from '../../channel-messages.ts';
import frame from '../alerts.module.css';
import type { AlertsUrl } from '../use-alerts-url.ts';
import { ChannelIcon } from './ChannelIcon.tsx';
import styles from './channels.module.css';
import { useChannelWrites } from './use-channel-writes.ts';

interface Props {
  channels: readonly AlertChannel[];
  url: AlertsUrl;
}

/** Where alerts of the team are sent, each with a test. */
export function ChannelsStrip({ channels, url }: Props) {
  const writes = useChannelWrites();
  return (
    <section aria-labelledby="channels">
      <header className={frame.heading}>
        <h2 id="channels">{words.title}</h2>
        <Button
          size="small"
          appearance="subtle"
          icon={<Add16Regular />}
          onClick={() => url.open(url.alert, { channel: 'new' })}
        >
          {words.add}
        </Button>
      </header>
      {channels.length === 0 && <p className={frame.quiet}>{words.noChannels}</p>}
      {channels.length > 0 && (
        <ul className={styles.strip}>
          {channels.map((channel) => (
            <li key={channel.id} data-channel={channel.id}>
              <ChannelIcon kind={channel.kind} label={words.kinds[channel.kind]} />
              <div>
                <Link to={url.addressOf(url.alert, { channel: channel.id })}>{channel.name}</Link>
                <span>{stateText(channel)}</span>
                {channel.problem !== null && <span className={styles.problem}>{channel.problem}</span>}
              </div>
              <Button
                size="small"
                aria-label={words.testOf(channel.name)}
                disabledFocusable={writes.busy !== null || writes.refusal !== null}
                title={writes.refusal ?? undefined}
                onClick={() => void writes.test(channel)}
              >
                {writes.busy === channel.id ? words.testing : words.test}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** `quiet 20:00 to 08:00, daily at 09:00`. */
function stateText({ state, quiet, digest }: AlertChannel): string {
  if (state === 'disabled') return words.disabled;
  return [
    ...(quiet === null ? [] : [words.state.quiet(quiet.from, quiet.to)]),
    digest === null ? words.state.atOnce : words.state.digest(digest),
  ].join(', ');
}
