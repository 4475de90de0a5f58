import { Checkbox, Field, Input, Radio, RadioGroup, Textarea } from '@fluentui/react-components';
import type { SqlUser } from '@tapwise/contract/sql';
import { useState } from 'react';
import { FormDialog } from '../../../../shared/ui/dialogs/FormDialog.tsx';
import { showToast } from '../../../../shared/ui/toasts/toasts.ts';
import { useAccount } from '../../../account/session/index.ts';
import { type NewPassword, useUserCommand } from '../api/sql-access-api.ts';
import { sqlAccessMessages as words } from '../messages.ts';
import { draftOf, faultsOf, fieldsOf, type UserDraft } from '../model/user-form.ts';

interface Props {
  /** Who is changed; `null` for a new one. */
  user: SqlUser | null;
  onPassword: (made: NewPassword) => void;
  onClose: () => void;
}

/** Label, applications and addresses of a user. */
export function UserForm({ user, onPassword, onClose }: Props) {
  const send = useUserCommand();
  const [draft, setDraft] = useState<UserDraft>(() => draftOf(user));
  const [checked, setChecked] = useState(false);
  const faults = checked ? faultsOf(draft) : {};
  const change = (part: Partial<UserDraft>) => setDraft((before) => ({ ...before, ...part }));
  function submit(): void {
    setChecked(true);
    if (Object.keys(faultsOf(draft)).length > 0) return;
    const body = fieldsOf(draft);
    const path = '/api/sql_user';
    send.mutate(
      user === null ? { method: 'POST', path, body } : { method: 'PUT', path, body: { ...body, user: user.user } },
      {
        onSuccess: (made) => {
          if (made !== null) onPassword(made);
          else if (user !== null) showToast({ intent: 'success', text: words.changed(user.user) });
          onClose();
        },
      },
    );
  }
  return (
    <FormDialog
      title={user === null ? words.newUser : words.editTitle(user.user)}
      submit={user === null ? words.create : words.save}
      busy={send.isPending}
      error={send.error}
      onClose={onClose}
      onSubmit={submit}
    >
      <Field label={words.label} hint={words.labelHint} validationMessage={faults.label} required>
        <Input value={draft.label} maxLength={100} onChange={(_, data) => change({ label: data.value })} />
      </Field>
      <Applications draft={draft} fault={faults.applications} onChange={change} />
      <Field label={words.addresses} hint={words.addressesHint} validationMessage={faults.addresses}>
        <Textarea rows={3} value={draft.addresses} onChange={(_, data) => change({ addresses: data.value })} />
      </Field>
    </FormDialog>
  );
}

interface ApplicationsProps {
  draft: UserDraft;
  fault: string | undefined;
  onChange: (part: Partial<UserDraft>) => void;
}

function Applications({ draft, fault, onChange }: ApplicationsProps) {
  const { applications } = useAccount();
  const toggle = (id: number, on: boolean) =>
    onChange({
      application_ids: [
        ...draft.application_ids.filter((application_id) => application_id !== id),
        ...(on ? [id] : []),
      ],
    });
  return (
    <div>
      <Field label={words.applications} validationMessage={fault}>
        <RadioGroup
          value={draft.limited ? 'chosen' : 'all'}
          onChange={(_, data) => onChange({ limited: data.value === 'chosen' })}
        >
          <Radio value="all" label={words.allApplications} />
          <Radio value="chosen" label={words.chosenApplications} />
        </RadioGroup>
      </Field>
      {draft.limited &&
        applications.map(({ id, name }) => (
          <Checkbox
            key={id}
            label={name}
            checked={draft.application_ids.includes(id)}
            onChange={(_, data) => toggle(id, data.checked === true)}
          />
        ))}
    </div>
  );
}
