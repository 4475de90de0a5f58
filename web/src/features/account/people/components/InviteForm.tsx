import { Button, Field, Input, MessageBar, MessageBarBody, Select } from '@fluentui/react-components';
import { type FormEvent, useState } from 'react';
import { messageOf } from '../../../../shared/server/http/api-error.ts';
import { showToast } from '../../../../shared/ui/toasts/toasts.ts';
import { type Access, usePeopleCommand } from '../api/people-api.ts';
import { peopleMessages as words } from '../messages.ts';
import styles from './people.module.css';

const roles = Object.entries(words.roles) as [Access, string][];

/** Invites a person by e-mail, in a role. */
export function InviteForm({ refusal }: { refusal: string | null }) {
  const send = usePeopleCommand();
  const [email, setEmail] = useState('');
  const [access, setAccess] = useState<Access>('member');
  const address = email.trim();
  const disabled = refusal !== null || address === '' || send.isPending;
  function invite(event: FormEvent): void {
    event.preventDefault();
    if (disabled) return;
    send.mutate(
      { method: 'POST', path: '/api/account/collaborator', body: { email: address, access } },
      {
        onSuccess: () => {
          showToast({ intent: 'success', text: words.invited(address) });
          setEmail('');
        },
      },
    );
  }
  return (
    <form className={styles.invite} onSubmit={invite} noValidate aria-label={words.invite}>
      <Field label={words.email}>
        <Input type="email" autoComplete="off" value={email} onChange={(_, data) => setEmail(data.value)} />
      </Field>
      <Field label={words.role} hint={words.roleHints[access]}>
        <Select value={access} onChange={(_, data) => setAccess(data.value as Access)}>
          {roles.map(([role, label]) => (
            <option key={role} value={role}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      <Button type="submit" appearance="primary" disabledFocusable={disabled} title={refusal ?? undefined}>
        {words.invite}
      </Button>
      {send.isError && (
        <MessageBar intent="error" role="alert" className={styles.wide}>
          <MessageBarBody>{messageOf(send.error)}</MessageBarBody>
        </MessageBar>
      )}
    </form>
  );
}
