import { Button, useRestoreFocusTarget } from '@fluentui/react-components';
import { useState } from 'react';
import { formatInstant } from '../../../../shared/calendar/instants.ts';
import { showToast } from '../../../../shared/ui/toasts/toasts.ts';
import { useAccount } from '../../session/index.ts';
import { downloadExport } from '../api/download-export.ts';
import { usePeopleCommand } from '../api/people-api.ts';
import { peopleMessages as words } from '../messages.ts';
import { DeleteAccountDialog } from './DeleteAccountDialog.tsx';
import styles from './people.module.css';

/** A copy of what is kept about the person, and the end of the account. */
export function DataSection() {
  const { account } = useAccount();
  const ask = usePeopleCommand();
  const [deleting, setDeleting] = useState(false);
  const takesFocusBack = useRestoreFocusTarget();
  const refusal = account.demo ? { disabledFocusable: true, title: words.demo } : {};
  const fail = (error: Error) => showToast({ intent: 'error', text: error.message });
  const { export: made, deletes_at } = account;
  const isReady = made !== null && made.expires_at !== null;
  const preparing = made !== null && made.expires_at === null;
  return (
    <section id="your-data" aria-labelledby="your-data-title" className={styles.data}>
      <h2 id="your-data-title">{words.data}</h2>
      <p>{words.dataText}</p>
      {preparing && <p role="status">{words.preparing}</p>}
      {isReady && <p role="status">{words.ready(formatInstant(made.expires_at ?? ''))}</p>}
      {deletes_at !== null && (
        <p role="status" className={styles.warned}>
          {words.deleteScheduled(formatInstant(deletes_at))}
        </p>
      )}
      <div className={styles.buttons}>
        {isReady && (
          <Button appearance="primary" onClick={() => downloadExport(made.requested_at).catch(fail)}>
            {words.download}
          </Button>
        )}
        <Button
          {...refusal}
          {...(preparing || ask.isPending ? { disabledFocusable: true } : {})}
          onClick={() =>
            account.demo ||
            ask.mutate(
              { method: 'POST', path: '/api/account/export', body: {} },
              { onSuccess: () => showToast({ intent: 'success', text: words.exportAsked }), onError: fail },
            )
          }
        >
          {words.export}
        </Button>
        <Button {...refusal} {...takesFocusBack} onClick={() => setDeleting(!account.demo)}>
          {words.deleteAccount}
        </Button>
      </div>
      {deleting && <DeleteAccountDialog onClose={() => setDeleting(false)} />}
    </section>
  );
}
