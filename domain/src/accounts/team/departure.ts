import { DomainError } from '../../shared/domain-error.ts';
import type { BillingState } from '../billing/team-billing.ts';
import type { TeamEvent } from './team.events.ts';
import { type FoundedTeam, memberOf, type TeamState } from './team.state.ts';

/** What it means for a team when a member deletes their account: nothing, or its end. */
type Departure = 'leaves' | 'closes_team';

/** As `Departure`, or that the team would have no admin any more. */
export function departureOf(state: TeamState, accountId: number): Departure | 'last_admin' {
  if (state.status === 'absent' || memberOf(state, accountId) === undefined) return 'leaves';
  if (state.members.length === 1) return 'closes_team';
  return isLastAdmin(state, accountId) ? 'last_admin' : 'leaves';
}

/**
 * A member leaves because they delete their account; with the last one the team is closed. One who has left changes nothing.
 * @param command.application_ids The team's applications, in case it is closed.
 * @throws DomainError `last_admin` when only others would be left.
 */
export function leaveTeam(
  state: TeamState,
  { account_id, application_ids, at }: { account_id: number; application_ids: number[]; at: string },
): TeamEvent[] {
  if (state.status === 'absent' || memberOf(state, account_id) === undefined) return [];
  const departure = departureOf(state, account_id);
  if (departure === 'last_admin') throw new DomainError('last_admin');
  const { team_id } = state;
  const left: TeamEvent = { type: 'TeamMemberLeft', data: { team_id, account_id, left_at: at } };
  return departure === 'leaves'
    ? [left]
    : [left, { type: 'TeamClosed', data: { team_id, application_ids, closed_at: at } }];
}

/** States in which the provider would charge again, now or later. */
const chargingStates: ReadonlySet<BillingState> = new Set(['active', 'past_due', 'pausing', 'paused']);

/**
 * Whether a member may delete their account, and what becomes of their team.
 * @param billingStateOf Asked for where the team is closed.
 * @throws DomainError `last_admin`; `subscription_active` while the team that is closed would be charged again.
 */
export function requireDeparture(state: TeamState, accountId: number, billingStateOf: () => BillingState): Departure {
  const departure = departureOf(state, accountId);
  if (departure === 'last_admin') throw new DomainError('last_admin');
  if (departure === 'closes_team' && chargingStates.has(billingStateOf())) throw new DomainError('subscription_active');
  return departure;
}

/**
 * A member leaves others behind.
 * @throws DomainError `conflict` when the others have gone meanwhile: the end of a team takes its time; `last_admin`.
 */
export function leaveOthers(state: TeamState, { account_id, at }: { account_id: number; at: string }): TeamEvent[] {
  if (departureOf(state, account_id) === 'closes_team') throw new DomainError('conflict');
  return leaveTeam(state, { account_id, application_ids: [], at });
}

/** Whether the team would have no admin without the account. */
export function isLastAdmin(team: FoundedTeam, accountId: number): boolean {
  const admins = team.members.filter(({ access }) => access === 'admin');
  return admins.length === 1 && admins[0]?.account_id === accountId;
}
