import { Button, Field, Input } from '@fluentui/react-components';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { labelMessages as words } from '../../../../../shared/campaigns/labels/label-messages.ts';
import { refreshLabels } from '../../../../../shared/campaigns/labels/labels-api.ts';
import { messageOf } from '../../../../../shared/server/http/api-error.ts';
import styles from './labels.module.css';

interface Props {
  label: string;
  submit: string;
  initial: string;
  onSend: (name: string) => Promise<unknown>;
  onDone?: () => void;
  /** Ends it without sending; it then begins with the focus. */
  onCancel?: () => void;
}

/** The name of a new label, or another name of one. */
export function LabelNameForm({ label, submit, initial, onSend, onDone, onCancel }: Props) {
  const client = useQueryClient();
  const [name, setName] = useState(initial);
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const takesFocus = onCancel !== undefined;
  useEffect(() => {
    if (takesFocus) input.current?.focus();
  }, [takesFocus]);

  async function send(): Promise<void> {
    if (busy) return;
    if (name.trim() === '') return setFault(words.enterName);
    setBusy(true);
    setFault(null);
    try {
      await onSend(name);
      setName('');
      onDone?.();
    } catch (error) {
      setFault(messageOf(error));
    } finally {
      setBusy(false);
      refreshLabels(client);
    }
  }

  return (
    <form
      className={styles.nameForm}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Field label={label} validationState={fault === null ? 'none' : 'error'} validationMessage={fault ?? undefined}>
        <Input ref={input} value={name} onChange={(_, data) => setName(data.value)} />
      </Field>
      <Button type="submit" disabledFocusable={busy}>
        {submit}
      </Button>
      {onCancel !== undefined && <Button onClick={onCancel}>{words.cancel}</Button>}
    </form>
  );
}
