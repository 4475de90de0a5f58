import { Button, Field, Input, MessageBar, MessageBarBody } from '@fluentui/react-components';
import { type FormEvent, type ReactNode, useState } from 'react';
import { messageOf } from '../../../../shared/server/http/api-error.ts';
import { type ApplicationCommand, useApplicationCommand } from '../api/application-api.ts';
import styles from './settings.module.css';

interface FieldOf<Name extends string> {
  name: Name;
  label: string;
  hint?: string;
  secret?: boolean;
  /** Said when the field is left empty. */
  missing: string;
  /** Says what is wrong with a text that is not empty; `null` when nothing is. */
  fault?: (text: string) => string | null;
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
  const faultOf = ({ name, missing, fault }: FieldOf<Name>): string | null =>
    values[name].trim() === '' ? missing : (fault?.(values[name]) ?? null);

  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    setChecked(true);
    const first = fields.find((field) => faultOf(field) !== null);
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
      {fields.map((field) => (
        <Field
          key={field.name}
          label={field.label}
          hint={field.hint}
          validationMessage={(checked && faultOf(field)) || undefined}
        >
          <Input
            name={field.name}
            type={field.secret ? 'password' : 'text'}
            autoComplete="off"
            value={values[field.name]}
            onChange={(_, data) => setValues({ ...values, [field.name]: data.value })}
          />
        </Field>
      ))}
      {children}
      <div className="flex gap-8">
        <Button type="submit" appearance="primary" disabledFocusable={send.isPending}>
          {submit}
        </Button>
        <Button onClick={onDone}>Cancel</Button>
      </div>
    </form>
  );
}
