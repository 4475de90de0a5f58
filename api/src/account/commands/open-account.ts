import { randomUUID } from 'node:crypto';
import { type CommandContext, claimNumber, handleCommand } from '@tapwise/adapters';
import {
  type AccountOpening,
  type AddressProof,
  abandonedAccountId,
  accountDecider,
  accountStream,
  DomainError,
  emailReservationDecider,
  emailReservationStream,
  foundingOf,
  openAccountOnce,
  reserveEmail,
} from '@tapwise/domain';
import { newLink } from '../../access/sign-in/mailed-link.ts';
import { trialEnd } from '../../access/trial.ts';
import type { ApiDependencies } from '../../http/dependencies.ts';
import { foundTeamOf } from './team/found-teams.ts';

const firstAccountId = 1001;

/**
 * Reserves an address. A reservation whose account was never opened, because the process died in between, is handed out
 * again: its number is the answer.
 * @returns the account the address belongs to.
 */
export async function reserveAddress(
  deps: ApiDependencies,
  context: CommandContext,
  emailHash: string,
  claimAccountId: () => Promise<number> | number = () =>
    claimNumber(deps.log, context, { purpose: 'account', first: firstAccountId }),
): Promise<number> {
  const { state, position } = await handleCommand(deps.log, {
    stream: emailReservationStream(emailHash),
    decider: emailReservationDecider,
    // Its own for each attempt: two people who want the same address at once must not look like one who asks twice.
    cause: randomUUID(),
    context,
    decide: async (reservation) => {
      // A person removed from their team has given the address up.
      const abandoned = abandonedAccountId(deps.directory.state, emailHash);
      if (reservation.status === 'taken' && reservation.account_id !== abandoned) return [];
      return reserveEmail(reservation, { email_hash: emailHash, account_id: await claimAccountId() }, abandoned);
    },
  });
  if (state.status !== 'taken') throw new DomainError('conflict');
  await deps.directory.reached(position);
  return state.account_id;
}

/** A person who may have an account: their answers are checked, their password is hashed. */
export interface NewAccount extends NewPerson {
  organizationName: string;
  demo: boolean;
}

interface NewPerson {
  accountId: number;
  name: string;
  email: string;
  emailHash: string;
  passwordHash: string | null;
}

/**
 * Opens the account of a reserved address and founds its team, which has the number of its founder. The trial starts now.
 * The account's event says that it founds the team, so a founding that is cut short is made up for by `foundTeams`.
 * @returns commit position.
 * @throws DomainError `email_taken` when another call has opened it.
 */
export async function openReservedAccount(
  deps: ApiDependencies,
  context: CommandContext,
  person: NewAccount,
): Promise<bigint> {
  const { demo, ...opened } = person;
  const trial_expires_at = trialEnd(deps.now());
  const name = await deps.vault.encrypt(`team-${person.accountId}`, person.organizationName);
  const state = await openPerson(deps, context, opened, {
    team: { team_id: person.accountId, demo, founded_team: { name, access: 'admin', trial_expires_at } },
    proof: demo ? undefined : { verification: newLink(deps, 'verify'), at: deps.now().toISOString() },
    refusalCode: 'email_taken',
  });
  const founding = foundingOf(state);
  if (founding === undefined) throw new DomainError('conflict');
  return foundTeamOf(deps, context, founding);
}

interface Opening {
  readonly team: Pick<AccountOpening, 'team_id' | 'demo' | 'founded_team'>;
  readonly proof: AddressProof | undefined;
  /** How another call that has opened the account is answered. */
  readonly refusalCode: 'email_taken' | 'invitation_invalid';
}

/** Opens the account of a reserved address, for one of the calls that want to. @throws DomainError as `opening.refusalCode` says. */
export async function openPerson(
  deps: ApiDependencies,
  context: CommandContext,
  person: NewPerson,
  { team, proof, refusalCode }: Opening,
) {
  const { accountId: account_id, emailHash: email_hash, passwordHash: password_hash } = person;
  const [name, email] = await Promise.all(
    [person.name, person.email].map((plain) => deps.vault.encrypt(`account-${account_id}`, plain)),
  );
  if (name === undefined || email === undefined) throw new DomainError('internal');
  const { state, position } = await handleCommand(deps.log, {
    stream: accountStream(account_id),
    decider: accountDecider,
    cause: `open|${password_hash ?? 'demo'}`,
    context,
    decide: (state) => {
      const command = { account_id, ...team, name, email, email_hash, password_hash };
      return openAccountOnce(state, command, { proof, refusalCode });
    },
  });
  if (state.status !== 'open') throw new DomainError('conflict');
  await deps.directory.reached(position);
  return state;
}
