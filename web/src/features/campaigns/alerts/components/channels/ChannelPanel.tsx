import { Button } from '@fluentui/react-components';
import type { AlertChannel } from '@tapwise/contract/alerts';
import { useState } from 'react';
import { DeleteDialog } from '../../../../../shared/campaigns/changes/DeleteDialog.tsx';
import { showToast } from '../../../../../shared/ui/toasts/toasts.ts';
import { useAccount } from '../../../../account/session/index.ts';
import { SidePanel } from '../../../automation/index.ts';
import { channelMessages as words } from '../../channel-messages.ts';
import { type ChannelForm, channelContent, channelFaults, channelForm } from '../../model/channel-form.ts';
import { ChannelFields } from './ChannelFields.tsx';
import styles from './channels.module.css';
import { SecretOnce } from './SecretOnce.tsx';
import { useChannelWrites } from './use-channel-writes.ts';

interface Props {
  /** `new` or the id of a channel. */
  id: string;
  /** `null`: a new one, or one that is not there. */
  channel: AlertChannel | null;
  onClose: () => void;
}

/** A channel as a form: where to, when not, and once a day. */
export function ChannelPanel({ id, channel, onClose }: Props) {
  const isNew = id === 'new';
  const { account } = useAccount();
  const writes = useChannelWrites();
  const [form, setForm] = useState(() => channelForm(channel, Intl.DateTimeFormat().resolvedOptions().timeZone));
  const [checked, setChecked] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const faults = channelFaults(form, isNew);
  const isShared = account.demo && channel !== null && channel.kind !== 'mail';
  const refusal = writes.refusal ?? (isShared ? words.demoKept : null);

  async function save(): Promise<void> {
    setChecked(true);
    if (Object.keys(faults).length > 0 || refusal !== null) return;
    const content = channelContent(form);
    const saved = await (isNew ? writes.create(form.kind, content) : writes.change(id, content));
    if (saved === null) return;
    showToast({ intent: 'success', text: words.saved(content.name) });
    if (saved.webhook_secret === undefined) onClose();
    else setSecret(saved.webhook_secret);
  }

  async function remove(name: string): Promise<void> {
    setDeleting(false);
    if ((await writes.remove(id)) === null) return;
    showToast({ intent: 'success', text: words.deleted(name) });
    onClose();
  }

  if (!isNew && channel === null)
    return (
      <SidePanel title={words.noChannel} onClose={onClose}>
        {null}
      </SidePanel>
    );
  if (secret !== null)
    return (
      <SidePanel title={form.name} onClose={onClose}>
        <SecretOnce secret={secret} onDone={onClose} />
      </SidePanel>
    );
  return (
    <SidePanel
      title={channel?.name ?? words.addTitle}
      onClose={onClose}
      foot={
        <>
          <Button
            appearance="primary"
            disabledFocusable={writes.busy !== null || refusal !== null}
            title={refusal ?? undefined}
            onClick={() => void save()}
          >
            {writes.busy === id ? words.saving : words.save}
          </Button>
          {channel !== null && (
            <Button
              disabledFocusable={refusal !== null}
              title={refusal ?? undefined}
              onClick={() => refusal === null && setDeleting(true)}
            >
              {words.delete}
            </Button>
          )}
        </>
      }
    >
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        {isShared && <p className="muted m-0">{words.demoKept}</p>}
        {writes.error !== null && (
          <p role="alert" className={styles.fault}>
            {writes.error.message}
          </p>
        )}
        <ChannelFields
          form={form}
          channel={channel}
          faults={checked ? faults : {}}
          onChange={(part: Partial<ChannelForm>) => setForm((before) => ({ ...before, ...part }))}
        />
        {/* Enter in a field saves, as the button under the form does. */}
        <input type="submit" hidden />
      </form>
      {deleting && channel !== null && (
        <DeleteDialog
          names={[channel.name]}
          text={words.deleteText}
          onClose={() => setDeleting(false)}
          onDelete={() => void remove(channel.name)}
        />
      )}
    </SidePanel>
  );
}
