import { reportRecipientSubject } from '@tapwise/adapters';
import {
  accountRecipient,
  addressKey,
  DomainError,
  type EnteredReport,
  findAccountIdByEmailHash,
  findMembership,
  type NamedRecipient,
} from '@tapwise/domain';
import type { Session } from '../../access/sign-in/sessions.ts';
import type { ApiDependencies } from '../../http/dependencies.ts';

/** The hash by which accounts are found, of an address in the form in which it is compared. */
const emailHash = ({ vault }: Pick<ApiDependencies, 'vault'>, key: string): string => vault.keyedHash('email', key);

/** Under what a schedule names an address outside the team. */
const addressRecipient = ({ vault }: Pick<ApiDependencies, 'vault'>, key: string): string =>
  `address-${vault.keyedHash('report recipient address', key).slice(0, 32)}`;

/** The member of the team who has an address. */
function memberWith(deps: ApiDependencies, teamId: number, key: string): number | undefined {
  const accountId = findAccountIdByEmailHash(deps.directory.state, emailHash(deps, key));
  const membership = accountId === undefined ? undefined : findMembership(deps.directory.state, accountId);
  return membership?.team.team_id === teamId ? accountId : undefined;
}

/** How a schedule names the person or the address behind an address that was entered; `undefined` for what is no address. */
export function recipientOfAddress(deps: ApiDependencies, teamId: number, email: string): string | undefined {
  const key = addressKey(email);
  if (key === undefined) return undefined;
  const accountId = memberWith(deps, teamId, key);
  return accountId === undefined ? addressRecipient(deps, key) : accountRecipient(accountId);
}

const mostOutsideAddresses = 10;

/** A recipient who was found; the address of one outside the team is not encrypted yet. */
export interface IdentifiedRecipient {
  readonly recipient_id: string;
  readonly account_id: number | null;
  readonly email: string | null;
}

/**
 * Finds recipients that were entered. An address of the own team becomes that member.
 * @throws DomainError `not_found` for a person of another team; `demo_account` for addresses outside the demo's team; `bad_rule`.
 */
export function identifyRecipients(
  deps: ApiDependencies,
  { team: { team_id: teamId, demo } }: Pick<Session, 'team'>,
  recipients: EnteredReport['recipients'],
): IdentifiedRecipient[] {
  const identified = recipients.map((recipient): IdentifiedRecipient => {
    const accountId = 'email' in recipient ? memberWith(deps, teamId, keyOf(recipient.email)) : recipient.account_id;
    if (accountId === undefined && 'email' in recipient) {
      if (demo) throw new DomainError('demo_account');
      const recipient_id = addressRecipient(deps, keyOf(recipient.email));
      return { recipient_id, account_id: null, email: recipient.email.trim() };
    }
    const membership = accountId === undefined ? undefined : findMembership(deps.directory.state, accountId);
    if (membership === undefined || membership.team.team_id !== teamId) {
      throw new DomainError('not_found', { message: 'This recipient was not found.' });
    }
    const { account_id } = membership.account;
    return { recipient_id: accountRecipient(account_id), account_id, email: null };
  });
  if (new Set(identified.map(({ recipient_id }) => recipient_id)).size < identified.length) {
    throw badRecipients('This recipient is named twice');
  }
  if (identified.filter(({ account_id }) => account_id === null).length > mostOutsideAddresses) {
    throw badRecipients(`At most ${mostOutsideAddresses} addresses outside your team`);
  }
  return identified;
}

/** Recipients as a schedule names them: addresses under keys of their own. */
export const nameRecipients = (
  { vault }: ApiDependencies,
  scheduleId: number,
  recipients: readonly IdentifiedRecipient[],
): Promise<NamedRecipient[]> =>
  Promise.all(
    recipients.map(async ({ recipient_id, account_id, email }) => {
      const subject = reportRecipientSubject(scheduleId, recipient_id);
      return { recipient_id, account_id, address: email === null ? null : await vault.encrypt(subject, email) };
    }),
  );

const keyOf = (email: string): string => addressKey(email) ?? '';

function badRecipients(message: string): DomainError {
  return new DomainError('bad_rule', { message, responseFields: { errors: [{ path: 'recipients', message }] } });
}
