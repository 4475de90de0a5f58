import { Button, useRestoreFocusTarget } from '@fluentui/react-components';
import { useState } from 'react';
import { showToast } from '../../../../shared/ui/toasts/toasts.ts';
import { useAccount, useSignOut } from '../../session/index.ts';
import { usePeopleCommand } from '../api/people-api.ts';
import { peopleMessages as words } from '../messages.ts';
import { ChangeEmailDialog } from './ChangeEmailDialog.tsx';
import { EditProfileDialog } from './EditProfileDialog.tsx';
import styles from './people.module.css';

/** Who is signed in: name, address and team, and what can be changed about them. */
export function ProfileSection() {
  const { account } = useAccount();
  const signOut = useSignOut();
  const confirmAgain = usePeopleCommand();
  const [open, setOpen] = useState<'profile' | 'email' | null>(null);
  const takesFocusBack = useRestoreFocusTarget();
  const refusal = account.demo ? { disabledFocusable: true, title: words.demo } : {};
  const close = () => setOpen(null);
  return (
    <section id="profile" aria-labelledby="profile-title">
      <h2 id="profile-title">{words.profile}</h2>
      <dl className={styles.profile}>
        <dt>{words.name}</dt>
        <dd>{account.name}</dd>
        <dt>E-mail</dt>
        <dd>
          {account.email}
          {!account.email_verified && !account.demo && (
            <span className={styles.unconfirmed}>
              {words.unconfirmed}
              <Button
                size="small"
                disabledFocusable={confirmAgain.isPending}
                onClick={() =>
                  confirmAgain.mutate(
                    { method: 'POST', path: '/api/account/verification', body: {} },
                    {
                      onSuccess: () => showToast({ intent: 'success', text: words.linkSent(account.email) }),
                      onError: (error) => showToast({ intent: 'error', text: error.message }),
                    },
                  )
                }
              >
                {words.confirmAgain}
              </Button>
            </span>
          )}
        </dd>
        <dt>{words.organization}</dt>
        <dd>{account.organizationName}</dd>
        <dt>{words.role}</dt>
        <dd>{words.roles[account.access]}</dd>
      </dl>
      <div className={styles.buttons}>
        <Button {...refusal} {...takesFocusBack} onClick={() => setOpen(account.demo ? null : 'profile')}>
          {words.editProfile}
        </Button>
        <Button {...refusal} {...takesFocusBack} onClick={() => setOpen(account.demo ? null : 'email')}>
          {words.changeEmail}
        </Button>
        <Button onClick={signOut}>{words.logOut}</Button>
      </div>
      {open === 'profile' && <EditProfileDialog account={account} onClose={close} />}
      {open === 'email' && <ChangeEmailDialog onClose={close} />}
    </section>
  );
}
