import { useQueryClient } from '@tanstack/react-query';
import type { AlertChannel } from '@tapwise/contract/alerts';
import { useState } from 'react';
import { useOnline } from '../../../../../shared/page/browser-state.ts';
import { messageOf } from '../../../../../shared/server/http/api-error.ts';
import { showToast } from '../../../../../shared/ui/toasts/toasts.ts';
import {
  type ChannelContent,
  changeChannel,
  channelsOptions,
  createChannel,
  deleteChannel,
  testChannel,
} from '../../api/channels-api.ts';
import { channelMessages as words } from '../../channel-messages.ts';
import { alertMessages } from '../../messages.ts';

/** What is done with channels, one at a time. */
export function useChannelWrites() {
  const client = useQueryClient();
  const online = useOnline();
  const [busy, setBusy] = useState<string | null>(null);
  const [error, setError] = useState<Error | null>(null);

  async function run<Result>(work: string, call: () => Promise<Result>): Promise<Result | null> {
    if (busy !== null) return null;
    setBusy(work);
    setError(null);
    try {
      return await call();
    } catch (failure) {
      setError(failure instanceof Error ? failure : new Error(messageOf(failure)));
      return null;
    } finally {
      setBusy(null);
      void client.invalidateQueries({ queryKey: channelsOptions().queryKey });
    }
  }

  return {
    /** Id of the channel something is being done with, or `new`. */
    busy,
    /** What the last call was refused with. */
    error,
    /** Why nothing can be changed; `null`: it can. */
    refusal: online ? null : alertMessages.offline,
    create: (kind: AlertChannel['kind'], content: ChannelContent) => run('new', () => createChannel(kind, content)),
    change: (id: string, content: ChannelContent) => run(id, () => changeChannel(id, content)),
    remove: (id: string) =>
      run(id, async () => {
        await deleteChannel(id);
        return true;
      }),
    /** Sends a test and says how it ended. */
    test: ({ id, name }: Pick<AlertChannel, 'id' | 'name'>) =>
      run(id, async () => {
        try {
          const { delivered, ms, answer, http_status } = await testChannel(id);
          const why = [http_status, answer].filter((part) => part !== null && part !== '').join(' ');
          const text = delivered ? words.testDelivered(name, ms) : words.testFailed(name, why || words.noAnswer);
          showToast({ intent: delivered ? 'success' : 'error', text });
        } catch (failure) {
          showToast({ intent: 'error', text: messageOf(failure) });
        }
      }),
  };
}
