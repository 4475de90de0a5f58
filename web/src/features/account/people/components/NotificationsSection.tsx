import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  MessageBar,
  MessageBarBody,
  Switch,
  useRestoreFocusTarget,
} from '@fluentui/react-components';
import type { Account } from '@tapwise/contract';
import { useState } from 'react';
import { messageOf } from '../../../../shared/server/http/api-error.ts';
import { useAccount } from '../../session/index.ts';
import { type AccountChange, usePeopleCommand } from '../api/people-api.ts';
import { peopleMessages as words } from '../messages.ts';
import styles from './people.module.css';

/** One thing a person may be sent, or share. */
interface Choice {
  readonly label: string;
  readonly read: (account: Account) => boolean;
  readonly change: (account: Account, on: boolean) => AccountChange;
}

const choices: readonly Choice[] = [
  {
    label: words.switches.receive_product_updates,
    read: (account) => account.receiveProductUpdates,
    change: (_account, on) => ({ receive_product_updates: on }),
  },
  {
    label: words.switches.share_usage,
    read: (account) => account.share_usage,
    change: (_account, on) => ({ share_usage: on }),
  },
  ...(['integrations', 'automation', 'reports'] as const).map((kind) => ({
    label: words.switches[kind],
    read: (account: Account) => account.mail_switches[kind],
    change: ({ mail_switches }: Account, on: boolean) => ({ mail_switches: { ...mail_switches, [kind]: on } }),
  })),
];

/** Which mails the person gets, and whether usage is shared. */
export function NotificationsSection() {
  const { account } = useAccount();
  const [open, setOpen] = useState(false);
  const takesFocusBack = useRestoreFocusTarget();
  const refusal = account.demo ? { disabledFocusable: true, title: words.demo } : {};
  return (
    <section id="notifications" aria-labelledby="notifications-title">
      <h2 id="notifications-title">{words.notifications}</h2>
      <dl className={styles.profile}>
        {choices.map(({ label, read }) => [
          <dt key={label}>{label}</dt>,
          <dd key={`${label} value`}>{read(account) ? words.on : words.off}</dd>,
        ])}
      </dl>
      <div className={styles.buttons}>
        <Button {...refusal} {...takesFocusBack} onClick={() => setOpen(!account.demo)}>
          {words.notificationsSettings}
        </Button>
      </div>
      {open && <NotificationsDialog account={account} onClose={() => setOpen(false)} />}
    </section>
  );
}

/** Each switch is stored when it is pressed. */
function NotificationsDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const send = usePeopleCommand();
  return (
    <Dialog open onOpenChange={(_, data) => !data.open && onClose()}>
      <DialogSurface className={styles.dialog}>
        <DialogBody>
          <DialogTitle>{words.notificationsSettings}</DialogTitle>
          <DialogContent className={styles.fields}>
            {send.isError && (
              <MessageBar intent="error" role="alert">
                <MessageBarBody>{messageOf(send.error)}</MessageBarBody>
              </MessageBar>
            )}
            {choices.map(({ label, read, change }) => (
              <Switch
                key={label}
                label={label}
                checked={read(account)}
                onChange={(_, data) => {
                  if (send.isPending) return;
                  send.mutate({ method: 'PUT', path: '/api/account', body: change(account, data.checked) });
                }}
              />
            ))}
          </DialogContent>
          <DialogActions>
            <Button appearance="primary" onClick={onClose}>
              {words.close}
            </Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}
