import type { OpenApplication } from '../../applications/application/application.state.ts';
import type { ExistingChangeSet } from '../../campaigns/change-set/change-set.state.ts';
import type { Failures } from '../../operations/failure/failure.decider.ts';
import type { AccountState } from '../account/account.state.ts';
import type { OpenSession } from '../account/session.decider.ts';
import type { BillingAccounts } from '../billing/billing-accounts.ts';
import type { Founding } from '../team/team.decider.ts';
import type { FoundedTeam } from '../team/team.state.ts';

type AccountFacts = Extract<AccountState, { status: 'open' }>;

/** An account; what its password is checked with is kept apart. */
export type OpenAccount = Omit<AccountFacts, 'password_hash'>;

/** A change set; its rows are in its own stream. */
export type ListedChangeSet = Omit<ExistingChangeSet, 'rows' | 'change'>;

/** A link with which the password of an address can be set. */
export interface PasswordReset {
  readonly request_id: string;
  readonly email_hash: string;
  readonly expires_at: string;
}

/** Position of an event in the log. */
export interface RecordedAt {
  /** Commit position. */
  position: bigint;
}

/**
 * Who is who, in memory: accounts, teams, sessions, applications and their ad organizations. It is small, asked on every call,
 * and filled by following the log, so its maps change in place; only `evolveDirectory` and `forgetEndedSessions` may change them.
 */
export interface Directory {
  /** Commit position up to which events are in; -1 before the first. */
  position: bigint;
  readonly accounts: Map<number, OpenAccount>;
  /** Only in processes that check passwords. */
  readonly passwordHashes: Map<number, string> | undefined;
  readonly teams: Map<number, FoundedTeam>;
  /** Teams of accounts from before teams had streams, and of those whose founding was cut short; by team. */
  readonly foundings: Map<number, Founding>;
  readonly accountIdsByEmailHash: Map<string, number>;
  /** Those that are open, by the hash of their token; some that ended by their time may be among them. */
  readonly sessions: Map<string, OpenSession>;
  /** Hashes of the tokens of sessions that are not closed, by account. */
  readonly openSessions: Map<number, Set<string>>;
  /** Account by the hash of the newest link it was mailed to prove an address with, used or not. */
  readonly accountIdsByLink: Map<string, number>;
  /** Links with which a password can be set, by the hash of their token; of each address the newest, until a password is set. */
  readonly resets: Map<string, PasswordReset>;
  readonly resetsByEmailHash: Map<string, string>;
  /** Team by the hash of the token of an invitation, pending or not. */
  readonly teamIdsByInvitation: Map<string, number>;
  readonly applications: Map<number, OpenApplication>;
  /** Of teams that are closed: the applications that they had, and those that were added to them since. */
  readonly closedApplications: Map<number, Set<number>>;
  readonly applicationIdsByApiKey: Map<string, number>;
  /** Team by the id of the ad organization it has claimed. */
  readonly ownersByOrganization: Map<number, number>;
  readonly changeSets: Map<string, ListedChangeSet>;
  /** What does not work, by application; of the product as a whole under `null`. */
  readonly failures: Map<number | null, Failures>;
  /** What teams pay for. */
  readonly billing: BillingAccounts;
}
