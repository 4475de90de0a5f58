import { Field, Input, Select } from '@fluentui/react-components';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AlertChannel } from '@tapwise/contract/alerts';
import { useState } from 'react';
import { FormDialog } from '../../../../shared/ui/dialogs/FormDialog.tsx';
import { useAccount } from '../../../account/session/index.ts';
import { addChannel, channelsOptions, type NewChannel } from '../api/alerts-api.ts';
import { alertMessages as words } from '../messages.ts';
import styles from './alerts.module.css';

const { form } = words;
const kinds = ['mail', 'slack', 'webhook'] as const;
const isKind = (text: string): text is AlertChannel['kind'] => kinds.some((kind) => kind === text);

/** Adds a channel: mail to oneself, Slack, or a server of the team. */
export function ChannelDialog({ onClose }: { onClose: () => void }) {
  const { account } = useAccount();
  const client = useQueryClient();
  const [kind, setKind] = useState<AlertChannel['kind']>('mail');
  const [name, setName] = useState('');
  const [url, setUrl] = useState('');
  const adding = useMutation({
    mutationFn: addChannel,
    onSuccess: ({ webhook_secret }) => {
      void client.invalidateQueries({ queryKey: channelsOptions.queryKey });
      if (webhook_secret === undefined) onClose();
    },
  });
  const secret = adding.data?.webhook_secret;
  const send = () => {
    if (secret !== undefined) return onClose();
    const channel: NewChannel =
      kind === 'mail' ? { kind, name, account_ids: [account.user_id] } : { kind, name, url: url.trim() };
    adding.mutate(channel);
  };
  return (
    <FormDialog
      title={form.title}
      submit={secret === undefined ? form.save : form.done}
      busy={adding.isPending}
      error={adding.error}
      onClose={onClose}
      onSubmit={send}
    >
      {secret === undefined ? (
        <>
          <Field label={form.kind}>
            <Select value={kind} onChange={(_, { value }) => isKind(value) && setKind(value)}>
              {kinds.map((value) => (
                <option key={value} value={value}>
                  {words.channelKinds[value]}
                </option>
              ))}
            </Select>
          </Field>
          <Field label={form.name}>
            <Input name="name" value={name} onChange={(_, { value }) => setName(value)} />
          </Field>
          {kind === 'mail' ? (
            <p className="muted">{form.me}</p>
          ) : (
            <Field label={form.url}>
              <Input name="url" type="url" value={url} onChange={(_, { value }) => setUrl(value)} />
            </Field>
          )}
        </>
      ) : (
        <>
          <p>{form.secret}</p>
          <code className={styles.secret}>{secret}</code>
        </>
      )}
    </FormDialog>
  );
}
