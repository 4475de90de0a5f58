import { Radio, RadioGroup } from '@fluentui/react-components';
import { useState } from 'react';
import { FormDialog } from '../../../../shared/ui/dialogs/FormDialog.tsx';
import { showToast } from '../../../../shared/ui/toasts/toasts.ts';
import { type NewPassword, useUserCommand } from '../api/sql-access-api.ts';
import { sqlAccessMessages as words } from '../messages.ts';

interface RotateProps {
  user: string;
  onPassword: (made: NewPassword) => void;
  onClose: () => void;
}

/** Asks what happens to the current password. */
export function RotateDialog({ user, onPassword, onClose }: RotateProps) {
  const send = useUserCommand();
  const [keep, setKeep] = useState('0');
  const rotate = () =>
    send.mutate(
      { method: 'POST', path: '/api/sql_user/rotate', body: { user, keep_hours: Number(keep) } },
      {
        onSuccess: (made) => {
          onPassword(made);
          onClose();
        },
      },
    );
  return (
    <FormDialog
      title={words.rotateTitle(user)}
      submit={words.rotate}
      busy={send.isPending}
      error={send.error}
      onSubmit={rotate}
      onClose={onClose}
    >
      <p>{words.rotateText}</p>
      <RadioGroup value={keep} onChange={(_, data) => setKeep(data.value)} aria-label={words.rotate}>
        <Radio value="0" label={words.endNow} />
        <Radio value="24" label={words.endLater} />
      </RadioGroup>
    </FormDialog>
  );
}

/** Asks before a user is revoked. */
export function RevokeDialog({ user, onClose }: { user: string; onClose: () => void }) {
  const send = useUserCommand();
  const revoke = () =>
    send.mutate(
      { method: 'DELETE', path: '/api/sql_user', body: { user } },
      {
        onSuccess: () => {
          showToast({ intent: 'success', text: words.revoked(user) });
          onClose();
        },
      },
    );
  return (
    <FormDialog
      title={words.revokeTitle(user)}
      submit={words.revoke}
      busy={send.isPending}
      error={send.error}
      onSubmit={revoke}
      onClose={onClose}
    >
      <p>{words.revokeText}</p>
    </FormDialog>
  );
}
