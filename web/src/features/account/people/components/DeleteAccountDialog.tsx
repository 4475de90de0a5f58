import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatInstant } from '../../../../shared/calendar/instants.ts';
import { FormDialog } from '../../../../shared/ui/dialogs/FormDialog.tsx';
import { showToast } from '../../../../shared/ui/toasts/toasts.ts';
import { useAccount, useSignOut } from '../../session/index.ts';
import { collaboratorsQuery, useDeleteAccount } from '../api/people-api.ts';
import { peopleMessages as words } from '../messages.ts';
import { departureOf } from '../model/departure.ts';
import { FormField } from './FormField.tsx';

/** Asks for the password before the account is deleted, and says what happens to the team. */
export function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const send = useDeleteAccount();
  const signOut = useSignOut();
  const { account } = useAccount();
  const people = useQuery({ ...collaboratorsQuery(), enabled: account.access === 'admin' });
  const departure = departureOf(account, people.data);
  const [password, setPassword] = useState('');
  const [checked, setChecked] = useState(false);
  return (
    <FormDialog
      title={words.deleteTitle}
      submit={words.deleteAccount}
      busy={send.isPending}
      error={send.error}
      onClose={onClose}
      onSubmit={() => {
        setChecked(true);
        if (password === '') return 'password';
        send.mutate(password, {
          onSuccess: (deletesAt) => {
            if (deletesAt === null) {
              showToast({ intent: 'success', text: words.deleted });
              signOut();
              return;
            }
            showToast({ intent: 'success', text: words.deleteScheduled(formatInstant(deletesAt)) });
            onClose();
          },
        });
        return undefined;
      }}
    >
      <p>{words.deleteText}</p>
      {departure !== 'unknown' && <p>{words.departure[departure]}</p>}
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
