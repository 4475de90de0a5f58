import { randomUUID } from 'node:crypto';
import { type CommandContext, handleCommand, takeNumber } from '@tapwise/adapters';
import {
  accountDecider,
  accountStream,
  DomainError,
  emailReservationDecider,
  emailReservationStream,
  foundingOf,
  openAccount,
  reserveEmail,
} from '@tapwise/domain';
import { trialEnd } from '../../access/trial.ts';
import type { ApiDependencies } from '../../dependencies.ts';
import { foundTeamOf } from './found-teams.ts';

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
  takeAccountId: () => Promise<number> | number = () =>
    takeNumber(deps.log, context, { purpose: 'account', first: firstAccountId }),
): Promise<number> {
  const { state } = await handleCommand(deps.log, {
    stream: emailReservationStream(emailHash),
    decider: emailReservationDecider,
    // Its own for each attempt: two people who want the same address at once must not look like one who asks twice.
    cause: randomUUID(),
    context,
    decide: async (reservation) =>
      reservation.status === 'taken'
        ? []
        : reserveEmail(reservation, { email_hash: emailHash, account_id: await takeAccountId() }),
  });
  if (state.status !== 'taken') throw new DomainError('conflict');
  return state.account_id;
}

/** A person who may have an account: their answers are checked, their password is hashed. */
export interface NewAccount {
  accountId: number;
  name: string;
  email: string;
  emailHash: string;
  passwordHash: string | null;
  organizationName: string;
  demo: boolean;
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
  const subject = `account-${person.accountId}`;
  const [name, email, organization] = await Promise.all([
    deps.vault.encrypt(subject, person.name),
    deps.vault.encrypt(subject, person.email),
    deps.vault.encrypt(`team-${person.accountId}`, person.organizationName),
  ]);
  const trial_expires_at = trialEnd(deps.now());
  const { state } = await handleCommand(deps.log, {
    stream: accountStream(person.accountId),
    decider: accountDecider,
    cause: `open|${person.passwordHash ?? 'demo'}`,
    context,
    decide: (state) => {
      // Salted hashes never repeat, so this one says that our own append arrived although its answer was lost.
      if (state.status === 'open' && state.password_hash === person.passwordHash) return [];
      if (state.status === 'open') throw new DomainError('email_taken');
      return openAccount(state, {
        account_id: person.accountId,
        team_id: person.accountId,
        name,
        email,
        email_hash: person.emailHash,
        password_hash: person.passwordHash,
        demo: person.demo,
        founded_team: { name: organization, access: 'admin', trial_expires_at },
      });
    },
  });
  const founding = state.status === 'open' ? foundingOf(state) : undefined;
  if (founding === undefined) throw new DomainError('conflict');
  return foundTeamOf(deps, context, founding);
}
