import { Button } from '@fluentui/react-components';
import { Add20Regular } from '@fluentui/react-icons/svg/add';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { AlertChannel } from '@tapwise/contract/alerts';
import { useState } from 'react';
import { messageOf } from '../../../../shared/server/http/api-error.ts';
import { showToast } from '../../../../shared/ui/toasts/toasts.ts';
import { channelsOptions, removeChannel, testChannel } from '../api/alerts-api.ts';
import { alertMessages as words } from '../messages.ts';
import { channelText } from '../model/alert-texts.ts';
import styles from './alerts.module.css';
import { ChannelDialog } from './ChannelDialog.tsx';

/** Where alerts of the team are sent to. */
export function ChannelsStrip() {
  const { data: channels } = useQuery(channelsOptions);
  const [isAdding, setAdding] = useState(false);
  return (
    <section className={styles.channels} aria-label={words.channels}>
      <header>
        <h2>{words.channels}</h2>
        <Button size="small" icon={<Add20Regular />} onClick={() => setAdding(true)}>
          {words.addChannel}
        </Button>
      </header>
      {channels?.length === 0 && <p className="muted">{words.noChannels}</p>}
      <ul>
        {channels?.map((channel) => (
          <ChannelRow key={channel.id} channel={channel} />
        ))}
      </ul>
      {isAdding && <ChannelDialog onClose={() => setAdding(false)} />}
    </section>
  );
}

function ChannelRow({ channel }: { channel: AlertChannel }) {
  const client = useQueryClient();
  const { id, name, kind, state } = channel;
  const attempt = async (work: () => Promise<{ readonly text: string; readonly isGood: boolean }>) => {
    try {
      const { text, isGood } = await work();
      showToast({ intent: isGood ? 'success' : 'error', text });
    } catch (failure) {
      showToast({ intent: 'error', text: messageOf(failure) });
    } finally {
      void client.invalidateQueries({ queryKey: channelsOptions.queryKey });
    }
  };
  const test = () =>
    attempt(async () => {
      const { delivered, answer } = await testChannel(id);
      return { text: words.tested(delivered, answer), isGood: delivered };
    });
  const remove = () =>
    attempt(async () => {
      await removeChannel(id);
      return { text: words.removed, isGood: true };
    });
  return (
    <li data-channel={kind}>
      <div>
        <strong>
          {name} <span>{words.channelKinds[kind]}</span>
        </strong>
        <span>
          {state === 'disabled' && `${words.disabled}: `}
          {channelText(channel)}
        </span>
      </div>
      <Button size="small" aria-label={words.testOf(name)} onClick={() => void test()}>
        {words.test}
      </Button>
      <Button size="small" appearance="subtle" aria-label={words.removeOf(name)} onClick={() => void remove()}>
        {words.remove}
      </Button>
    </li>
  );
}
