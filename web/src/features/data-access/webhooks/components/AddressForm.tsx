import { Button, Field, Input } from '@fluentui/react-components';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { webhookMessages as words } from '../messages.ts';
import { isHttpsAddress } from '../model/address.ts';
import styles from './endpoints.module.css';

interface Props {
  label: string;
  /** What another address brings with it. */
  note: string | null;
  before: string;
  busy: boolean;
  /** Why the server did not take it. */
  refused: string | null;
  onSave: (address: string) => void;
  onCancel: () => void;
}

/** Where to send to. */
export function AddressForm({ label, note, before, busy, refused, onSave, onCancel }: Props) {
  const [address, setAddress] = useState(before);
  const [checked, setChecked] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const trimmed = address.trim();
  const bad = checked && !isHttpsAddress(trimmed);
  function submit(event: FormEvent): void {
    event.preventDefault();
    setChecked(true);
    if (isHttpsAddress(trimmed)) {
      if (!busy) onSave(trimmed);
    } else input.current?.focus();
  }
  return (
    <form className={styles.form} aria-label={label} onSubmit={submit} noValidate>
      <Field
        label={label}
        hint={[words.addressHint, ...(note === null ? [] : [note])].join('. ')}
        validationMessage={bad ? words.badAddress : (refused ?? undefined)}
      >
        <Input
          ref={input}
          type="url"
          autoComplete="off"
          placeholder="https://"
          value={address}
          onChange={(_, data) => setAddress(data.value)}
        />
      </Field>
      <div className="flex gap-8">
        <Button type="submit" appearance="primary" disabledFocusable={busy}>
          {busy ? words.saving : words.save}
        </Button>
        <Button onClick={onCancel}>{words.cancel}</Button>
      </div>
    </form>
  );
}
