import { dayMs } from '../../shared/calendar/days.ts';
import { DomainError } from '../../shared/domain-error.ts';
import type { Access } from '../../shared/fields.ts';
import { isLastAdmin } from './departure.ts';
import type { TeamEvent } from './team.events.ts';
import { accessOf, type FoundedTeam, memberOf, type TeamState } from './team.state.ts';

type EventData<Type extends TeamEvent['type']> = Extract<TeamEvent, { type: Type }>['data'];

/** Members and pending invitations together. */
export const largestTeam = 50;
const invitationsPerDay = 20;
/** All that a person may invite whose own address is not proved. */
const invitationsUnverified = 5;

/** A team, and who founds it. */
export type Founding = EventData<'TeamFounded'> & { account_id: number; access?: Access };

/**
 * Founds a team with one admin. Founding it again by the same account changes nothing.
 * @throws DomainError `conflict` when another account has founded it.
 */
export function foundTeam(state: TeamState, { account_id, access = 'admin', ...team }: Founding): TeamEvent[] {
  if (state.status === 'absent') {
    const joined = { team_id: team.team_id, account_id, access, token_hash: null, joined_at: team.founded_at };
    return [
      { type: 'TeamFounded', data: team },
      { type: 'TeamMemberJoined', data: joined },
    ];
  }
  const founder = state.members.find(({ token_hash }) => token_hash === null);
  if (founder !== undefined && founder.account_id !== account_id) throw new DomainError('conflict');
  return [];
}

/** `by` is the account that asks. */
interface RequestedBy {
  readonly by: number;
}

/**
 * Invites an address. A pending invitation of the same address is replaced; one whose token is the same is kept.
 * @param command.known_account_id account that has the address, if there is one.
 * @param command.verified Whether the asker's own address is proved.
 * @throws DomainError `demo_account`, `admin_only`, `already_member`, `unverified`, `team_full`, `too_many_requests`.
 */
export function inviteMember(
  state: TeamState,
  command: Omit<EventData<'TeamMemberInvited'>, 'team_id' | 'invited_by'> &
    RequestedBy & { known_account_id: number | undefined; verified: boolean },
): TeamEvent[] {
  const team = administered(state, command);
  const { by, known_account_id, verified, ...invitation } = command;
  if (known_account_id !== undefined && memberOf(team, known_account_id)) throw new DomainError('already_member');
  if (team.invitations.some(({ token_hash }) => token_hash === invitation.token_hash)) return [];
  const sentByAsker = (team.invitations_sent ?? []).filter((sent) => sent.by === by);
  if (!verified && sentByAsker.length >= invitationsUnverified) throw new DomainError('unverified');
  const now = Date.parse(invitation.invited_at);
  const others = team.invitations.filter(
    ({ email_hash, expires_at }) => email_hash !== invitation.email_hash && now < Date.parse(expires_at),
  );
  if (team.members.length + others.length >= largestTeam) throw new DomainError('team_full');
  requireInvitationToday(team, now);
  return [{ type: 'TeamMemberInvited', data: { team_id: team.team_id, invited_by: by, ...invitation } }];
}

function requireInvitationToday({ invitations_sent = [] }: FoundedTeam, now: number): void {
  const today = invitations_sent.filter(({ at }) => Date.parse(at) > now - dayMs);
  const [oldest] = today;
  if (oldest === undefined || today.length < invitationsPerDay) return;
  const seconds = Math.max(1, Math.ceil((Date.parse(oldest.at) + dayMs - now) / 1000));
  throw new DomainError('too_many_requests', { details: { retry_after: seconds } });
}

/** Gives the team another name, as ciphertext. @throws DomainError `demo_account`, `admin_only`. */
export function renameTeam(state: TeamState, command: RequestedBy & { name: string; changed_at: string }): TeamEvent[] {
  const { team_id } = administered(state, command);
  return [{ type: 'TeamRenamed', data: { team_id, name: command.name, changed_at: command.changed_at } }];
}

/** Sets another end of the trial, also in the past. @throws DomainError `not_found`, `demo_account`: that one never ends. */
export function moveTrial(state: TeamState, { until, at }: { until: string; at: string }): TeamEvent[] {
  if (state.status === 'absent') throw new DomainError('not_found');
  if (state.demo) throw new DomainError('demo_account');
  if (state.trial_expires_at === until) return [];
  return [{ type: 'TeamTrialMoved', data: { team_id: state.team_id, trial_expires_at: until, moved_at: at } }];
}

/**
 * Takes an invitation back; one that is not pending any more changes nothing.
 * @throws DomainError `demo_account`, `admin_only`.
 */
export function revokeInvitation(
  state: TeamState,
  command: Omit<EventData<'TeamInvitationRevoked'>, 'team_id'> & RequestedBy,
): TeamEvent[] {
  const team = administered(state, command);
  const { token_hash, revoked_at } = command;
  if (!team.invitations.some((pending) => pending.token_hash === token_hash)) return [];
  return [{ type: 'TeamInvitationRevoked', data: { team_id: team.team_id, token_hash, revoked_at } }];
}

/**
 * Joins by an invitation, with the access it gives. Accepting it again by the account that did changes nothing.
 * @throws DomainError `invitation_invalid` for one that is unknown, used, replaced, revoked or expired.
 */
export function acceptInvitation(
  state: TeamState,
  command: { account_id: number; token_hash: string; joined_at: string },
): TeamEvent[] {
  if (state.status === 'absent') throw new DomainError('invitation_invalid');
  const { account_id, token_hash, joined_at } = command;
  if (memberOf(state, account_id)?.token_hash === token_hash) return [];
  const invitation = state.invitations.find((pending) => pending.token_hash === token_hash);
  if (invitation === undefined || Date.parse(joined_at) >= Date.parse(invitation.expires_at)) {
    throw new DomainError('invitation_invalid');
  }
  const { team_id } = state;
  const joined = { team_id, account_id, access: invitation.access, token_hash, joined_at };
  return [{ type: 'TeamMemberJoined', data: joined }];
}

/**
 * Changes what a member may do.
 * @throws DomainError `demo_account`, `admin_only`, `not_found`, `last_admin`.
 */
export function changeMemberAccess(
  state: TeamState,
  command: Omit<EventData<'TeamMemberAccessChanged'>, 'team_id'> & RequestedBy,
): TeamEvent[] {
  const team = administered(state, command);
  const { account_id, access, changed_at } = command;
  const member = memberOf(team, account_id);
  if (member === undefined) throw new DomainError('not_found');
  if (member.access === access) return [];
  if (isLastAdmin(team, account_id)) throw new DomainError('last_admin');
  return [{ type: 'TeamMemberAccessChanged', data: { team_id: team.team_id, account_id, access, changed_at } }];
}

/**
 * Removes another member.
 * @throws DomainError `demo_account`, `admin_only`, `not_found`, `own_removal`. The asker stays, so an admin is left.
 */
export function removeMember(
  state: TeamState,
  command: Omit<EventData<'TeamMemberRemoved'>, 'team_id'> & RequestedBy,
): TeamEvent[] {
  const team = administered(state, command);
  const { account_id, removed_at, by } = command;
  if (account_id === by) throw new DomainError('own_removal');
  if (memberOf(team, account_id) === undefined) throw new DomainError('not_found');
  return [{ type: 'TeamMemberRemoved', data: { team_id: team.team_id, account_id, removed_at } }];
}

/** The team, if the asker may change it. Decided on the stream itself: of two admins who remove each other one wins. */
function administered(state: TeamState, { by }: RequestedBy): FoundedTeam {
  if (state.status === 'absent') throw new DomainError('not_found');
  if (state.demo) throw new DomainError('demo_account');
  if (accessOf(state, by) !== 'admin') throw new DomainError('admin_only');
  return state;
}

interface StopCommand extends RequestedBy {
  /** `null` for all applications of the team. */
  readonly application_id: number | null;
  readonly at: string;
}

/** Stops everything that writes by itself; anyone who may act may. Nothing is to be done when it is stopped already. */
export function stopAutomaticWork(state: TeamState, { by, application_id, at }: StopCommand): TeamEvent[] {
  if (state.status === 'absent') throw new DomainError('conflict');
  if (isStopped(state, application_id)) return [];
  const data = { team_id: state.team_id, application_id, stopped_by: by, stopped_at: at };
  return [{ type: 'AutomaticWorkStopped', data }];
}

/** Lets it go on. @throws DomainError `admin_only`. */
export function releaseAutomaticWork(state: TeamState, { by, application_id, at }: StopCommand): TeamEvent[] {
  if (accessOf(state, by) !== 'admin' || state.status === 'absent') throw new DomainError('admin_only');
  if (!isStopped(state, application_id)) return [];
  const data = { team_id: state.team_id, application_id, released_by: by, released_at: at };
  return [{ type: 'AutomaticWorkReleased', data }];
}

const isStopped = ({ stops = [] }: FoundedTeam, applicationId: number | null): boolean =>
  stops.some(({ application_id }) => application_id === applicationId);
