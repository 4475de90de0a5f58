import { Button, Field, Input, MessageBar, MessageBarBody } from '@fluentui/react-components';
import { type FormEvent, type ReactNode, useState } from 'react';
import { messageOf } from '../../../shared/http/api-error.ts';
import { type ApplicationCommand, useApplicationCommand } from '../api/application-api.ts';
import styles from './settings.module.css';

interface FieldOf<Name extends string> {
  name: Name;
  label: string;
  hint?: string;
  secret?: boolean;
  /** Said when the field is left empty. */
  missing: string;
}

interface Props<Name extends string> {
  label: string;
  fields: readonly FieldOf<Name>[];
  submit: string;
  command: (values: Record<Name, string>) => ApplicationCommand;
  onDone: () => void;
  children?: ReactNode;
}

/** A few required fields and the command they make. */
export function CommandForm<Name extends string>({ label, fields, submit, command, onDone, children }: Props<Name>) {
  const send = useApplicationCommand();
  const [values, setValues] = useState(
    () => Object.fromEntries(fields.map(({ name }) => [name, ''])) as Record<Name, string>,
  );
  const [checked, setChecked] = useState(false);
  const missing = fields.filter(({ name }) => values[name].trim() === '');

  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    setChecked(true);
    const first = missing[0];
    if (first !== undefined) event.currentTarget.querySelector<HTMLInputElement>(`[name="${first.name}"]`)?.focus();
    else send.mutate(command(values), { onSuccess: onDone });
  }

  return (
    <form className={styles.form} aria-label={label} onSubmit={onSubmit} noValidate>
      {send.isError && (
        <MessageBar intent="error" role="alert">
          <MessageBarBody>{messageOf(send.error)}</MessageBarBody>
        </MessageBar>
      )}
      {fields.map(({ name, label: text, hint, secret, missing: words }) => (
        <Field
          key={name}
          label={text}
          hint={hint}
          validationMessage={checked && values[name].trim() === '' ? words : undefined}
        >
          <Input
            name={name}
            type={secret ? 'password' : 'text'}
            autoComplete="off"
            value={values[name]}
            onChange={(_, data) => setValues({ ...values, [name]: data.value })}
          />
        </Field>
      ))}
      {children}
      <div className={styles.buttons}>
        <Button type="submit" appearance="primary" disabledFocusable={send.isPending}>
          {submit}
        </Button>
        <Button onClick={onDone}>Cancel</Button>
      </div>
    </form>
  );
}
