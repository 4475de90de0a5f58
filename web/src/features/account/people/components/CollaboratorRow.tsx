import { Button, Select, useRestoreFocusTarget } from '@fluentui/react-components';
import type { Collaborator } from '@tapwise/contract';
import { useState } from 'react';
import { formatDay } from '../../../../shared/calendar/instants.ts';
import type { Access } from '../api/people-api.ts';
import { peopleMessages as words } from '../messages.ts';
import styles from './people.module.css';

interface Props {
  collaborator: Collaborator;
  /** Whether this is who looks at it. */
  isSelf: boolean;
  /** Why nothing can be changed; `null` when it can. */
  refusal: string | null;
  onRole: (access: Access, accountId: number) => void;
  onResend: () => void;
  onRevoke: () => void;
}

const roles = Object.entries(words.roles) as [Access, string][];

/** A member of the team, or an invitation that is open. */
export function CollaboratorRow({ collaborator, isSelf, refusal, onRole, onResend, onRevoke }: Props) {
  const { email, name, accountId, token, access } = collaborator;
  const takesFocusBack = useRestoreFocusTarget();
  const refused = refusal === null ? {} : { disabledFocusable: true, title: refusal };
  const when = formatDay(collaborator.joined_at ?? collaborator.expires_at ?? null);
  return (
    <tr>
      <th scope="row">
        {email}
        {name !== null && <span className={styles.who}>{isSelf ? `${name} (${words.you})` : name}</span>}
      </th>
      <td>
        {accountId === null || refusal !== null ? (
          words.roles[access]
        ) : (
          <Select
            aria-label={words.roleOf(email)}
            value={access}
            onChange={(_, data) => onRole(data.value as Access, accountId)}
          >
            {roles.map(([role, label]) => (
              <option key={role} value={role} title={words.roleHints[role]}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </td>
      <td>{accountId === null ? words.pending(when) : words.joined(when)}</td>
      <td>
        <div className="flex end gap-6">
          {token !== null && <CopyLink token={token} email={email} />}
          {token !== null && (
            <Button size="small" {...refused} aria-label={`${words.resend}, ${email}`} onClick={onResend}>
              {words.resend}
            </Button>
          )}
          {!isSelf && (
            <Button
              size="small"
              {...refused}
              {...takesFocusBack}
              aria-label={`${words.revoke}, ${email}`}
              onClick={() => refusal === null && onRevoke()}
            >
              {words.revoke}
            </Button>
          )}
        </div>
      </td>
    </tr>
  );
}

/** The link without the proof that only the mail holds: who joins with it has to confirm the address. */
function CopyLink({ token, email }: { token: string; email: string }) {
  const [copied, setCopied] = useState(false);
  const link = `${location.origin}/accept_invitation?token=${encodeURIComponent(token)}`;
  return (
    <Button
      size="small"
      aria-label={`${copied ? words.copied : words.copyLink}, ${email}`}
      onClick={() => void navigator.clipboard.writeText(link).then(() => setCopied(true))}
    >
      {copied ? words.copied : words.copyLink}
    </Button>
  );
}
