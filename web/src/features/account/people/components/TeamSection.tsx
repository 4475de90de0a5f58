import { MessageBar, MessageBarBody } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import type { Collaborator } from '@tapwise/contract';
import { useState } from 'react';
import { messageOf } from '../../../../shared/server/http/api-error.ts';
import { ConfirmDialog } from '../../../../shared/ui/dialogs/ConfirmDialog.tsx';
import { LoadFailure } from '../../../../shared/ui/LoadFailure.tsx';
import { showToast } from '../../../../shared/ui/toasts/toasts.ts';
import { useAccount } from '../../session/index.ts';
import { collaboratorsQuery, type PeopleCommand, usePeopleCommand } from '../api/people-api.ts';
import { peopleMessages as words } from '../messages.ts';
import { CollaboratorRow } from './CollaboratorRow.tsx';
import { InviteForm } from './InviteForm.tsx';
import styles from './people.module.css';

/** The people of the team and open invitations; for admins. */
export function TeamSection() {
  const { account } = useAccount();
  const list = useQuery(collaboratorsQuery());
  const send = usePeopleCommand();
  const [revoking, setRevoking] = useState<Collaborator | null>(null);
  const act = (command: PeopleCommand, done?: string): void => {
    if (send.isPending) return;
    send.mutate(command, {
      onSuccess: () => done !== undefined && showToast({ intent: 'success', text: done }),
    });
  };
  const revoke = ({ accountId, token, email }: Collaborator): void => {
    const body = { account_id: accountId, collaborator_token: token };
    act({ method: 'DELETE', path: '/api/account/collaborator', body }, words.revoked(email));
  };
  return (
    <section id="team" aria-labelledby="team-title">
      <h2 id="team-title">{words.team}</h2>
      <InviteForm refusal={account.demo ? words.demo : null} />
      {send.isError && (
        <MessageBar intent="error" role="alert">
          <MessageBarBody>{messageOf(send.error)}</MessageBarBody>
        </MessageBar>
      )}
      {list.isError && (
        <LoadFailure
          what={words.loadFailed}
          error={list.error}
          retry={words.retry}
          onRetry={() => void list.refetch()}
        />
      )}
      {list.isPending && <p role="status">Loading...</p>}
      {list.data !== undefined && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys.
        <section className={styles.scroll} aria-label={words.teamTable} tabIndex={0}>
          <table className={styles.table} aria-label={words.teamTable}>
            <thead>
              <tr>
                <th scope="col">{words.email}</th>
                <th scope="col">{words.role}</th>
                <th scope="col">{words.state}</th>
                <th scope="col">
                  <span className="visually-hidden">{words.actions}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {list.data.map((collaborator) => (
                <CollaboratorRow
                  key={collaborator.email}
                  collaborator={collaborator}
                  isSelf={collaborator.accountId === account.user_id}
                  refusal={account.demo ? words.demo : null}
                  onRole={(access, account_id) =>
                    act({ method: 'PUT', path: '/api/account/collaborator', body: { account_id, access } })
                  }
                  onResend={() => {
                    const { email, access } = collaborator;
                    const body = { email, access };
                    act({ method: 'POST', path: '/api/account/collaborator', body }, words.resent(email));
                  }}
                  onRevoke={() => (collaborator.accountId === null ? revoke(collaborator) : setRevoking(collaborator))}
                />
              ))}
            </tbody>
          </table>
        </section>
      )}
      {revoking !== null && (
        <ConfirmDialog
          title={words.revokeTitle}
          action={words.revoke}
          onClose={() => setRevoking(null)}
          onConfirm={() => {
            revoke(revoking);
            setRevoking(null);
          }}
        >
          {words.revokeText(revoking.email)}
        </ConfirmDialog>
      )}
    </section>
  );
}
