import { useState } from 'react';
import { FormDialog } from '../../../../shared/ui/dialogs/FormDialog.tsx';
import { showToast } from '../../../../shared/ui/toasts/toasts.ts';
import { usePeopleCommand } from '../api/people-api.ts';
import { peopleMessages as words } from '../messages.ts';
import { FormField } from './FormField.tsx';

/** Asks for another address; it counts once the link in its mail was opened. */
export function ChangeEmailDialog({ onClose }: { onClose: () => void }) {
  const send = usePeopleCommand();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [checked, setChecked] = useState(false);
  return (
    <FormDialog
      title={words.changeEmail}
      submit={words.save}
      busy={send.isPending}
      error={send.error}
      onClose={onClose}
      onSubmit={() => {
        setChecked(true);
        if (email.trim() === '') return 'email';
        if (password === '') return 'password';
        const body = { email: email.trim(), password };
        send.mutate(
          { method: 'POST', path: '/api/account/email', body },
          {
            onSuccess: () => {
              showToast({ intent: 'success', text: words.linkSent(body.email) });
              onClose();
            },
          },
        );
        return undefined;
      }}
    >
      <FormField
        name="email"
        label={words.newEmail}
        type="email"
        autoComplete="email"
        value={email}
        onChange={setEmail}
        hint={words.emailHint}
        fault={checked && email.trim() === '' ? words.emailMissing : undefined}
      />
      <FormField
        name="password"
        label={words.currentPassword}
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        fault={checked && password === '' ? words.passwordMissing : undefined}
      />
    </FormDialog>
  );
}
