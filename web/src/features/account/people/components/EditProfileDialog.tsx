import type { Account } from '@tapwise/contract';
import { useState } from 'react';
import { FormDialog } from '../../../../shared/ui/dialogs/FormDialog.tsx';
import { showToast } from '../../../../shared/ui/toasts/toasts.ts';
import { usePeopleCommand } from '../api/people-api.ts';
import { peopleMessages as words } from '../messages.ts';
import { checkProfile, type ProfileFaults, type ProfileFields, profileChange } from '../model/profile-form.ts';
import { FormField } from './FormField.tsx';

/** Name, password, and for admins the team's name. */
export function EditProfileDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const send = usePeopleCommand();
  const isAdmin = account.access === 'admin';
  const { name, organizationName: organization } = account;
  const [fields, setFields] = useState<ProfileFields>({ name, organization, password: '', retyped: '' });
  const [faults, setFaults] = useState<ProfileFaults>({});
  const bind = (field: keyof ProfileFields) => ({
    name: field,
    value: fields[field],
    fault: faults[field],
    onChange: (value: string) => {
      setFields((before) => ({ ...before, [field]: value }));
      setFaults({});
    },
  });
  return (
    <FormDialog
      title={words.editProfile}
      submit={words.save}
      busy={send.isPending}
      error={send.error}
      onClose={onClose}
      onSubmit={() => {
        const newFaults = checkProfile(fields, isAdmin);
        setFaults(newFaults);
        const [first] = Object.keys(newFaults);
        if (first !== undefined) return first;
        const body = profileChange(fields, account);
        send.mutate(
          { method: 'PUT', path: '/api/account', body },
          {
            onSuccess: () => {
              showToast({ intent: 'success', text: words.saved });
              onClose();
            },
          },
        );
        return undefined;
      }}
    >
      <FormField {...bind('name')} label={words.name} autoComplete="name" />
      {isAdmin && <FormField {...bind('organization')} label={words.organization} autoComplete="organization" />}
      <FormField
        {...bind('password')}
        label={words.newPassword}
        type="password"
        autoComplete="new-password"
        hint={words.newPasswordHint}
      />
      <FormField {...bind('retyped')} label={words.retyped} type="password" autoComplete="new-password" />
    </FormDialog>
  );
}
