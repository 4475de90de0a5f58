import type { Decider } from '../../shared/decider.ts';
import type { Access } from '../../shared/fields.ts';
import { isSqlUserEvent, type SqlUser, sqlUsersAfter } from './sql/sql-user.state.ts';
import type { TeamEvent } from './team.events.ts';

type EventData<Type extends TeamEvent['type']> = Extract<TeamEvent, { type: Type }>['data'];

export interface TeamMember
  extends Pick<EventData<'TeamMemberJoined'>, 'account_id' | 'access' | 'token_hash' | 'joined_at'> {
  /** Whom the invitation was for; absent for founders. What is needed to finish a joining that was cut short. */
  readonly invited?: Pick<TeamInvitation, 'token_hash' | 'email' | 'email_hash'>;
}
/** A pending invitation; whether it has expired depends on the instant. */
export type TeamInvitation = Omit<EventData<'TeamMemberInvited'>, 'team_id'>;

/** A team with its members in the order they joined. */
export interface FoundedTeam extends EventData<'TeamFounded'> {
  readonly status: 'founded';
  readonly members: readonly TeamMember[];
  readonly invitations: readonly TeamInvitation[];
  /** Who invited, and when; the last two hundred, used or not. Absent in states from before they were counted. */
  readonly invitations_sent?: readonly { readonly token_hash: string; readonly by: number; readonly at: string }[];
  /** What Stop all stopped, and since when; `null`: all applications. Absent in states from before it existed. */
  readonly stops?: readonly { readonly application_id: number | null; readonly since: string }[];
  /** Users of SQL, revoked ones too. Absent in states of before there was any. */
  readonly sql_users?: readonly SqlUser[];
  /** Its last person has gone. */
  readonly closed?: boolean;
}

const mostRemembered = 200;

export type TeamState = { status: 'absent' } | FoundedTeam;

/** Fold of `team-<teamId>`. */
export const teamDecider: Decider<TeamState, TeamEvent> = {
  initialState: () => ({ status: 'absent' }),
  evolve(state, event) {
    if (state.status === 'absent') {
      return event.type === 'TeamFounded' ? { status: 'founded', ...event.data, members: [], invitations: [] } : state;
    }
    if (isSqlUserEvent(event)) return { ...state, sql_users: sqlUsersAfter(state.sql_users ?? [], event) };
    return { ...state, ...changeBy(state, event) };
  },
};

/** What a member of the team may do; `undefined` for all others. */
export function accessOf(team: TeamState, accountId: number): Access | undefined {
  return team.status === 'founded' ? memberOf(team, accountId)?.access : undefined;
}

export function memberOf(team: FoundedTeam, accountId: number): TeamMember | undefined {
  return team.members.find((member) => member.account_id === accountId);
}

function changeBy(team: FoundedTeam, event: TeamEvent): Partial<FoundedTeam> {
  switch (event.type) {
    case 'TeamMemberInvited': {
      const { team_id: _team, ...invitation } = event.data;
      const others = team.invitations.filter(({ email_hash }) => email_hash !== invitation.email_hash);
      return { invitations: [...others, invitation], invitations_sent: withSent(team, invitation) };
    }
    case 'TeamRenamed':
      return { name: event.data.name };
    case 'TeamTrialMoved':
      return { trial_expires_at: event.data.trial_expires_at };
    case 'TeamInvitationRevoked':
      return { invitations: withoutToken(team, event.data.token_hash) };
    case 'TeamMemberJoined': {
      const { team_id: _team, ...member } = event.data;
      const others = team.members.filter(({ account_id }) => account_id !== member.account_id);
      return { members: [...others, withInvitation(team, member)], invitations: withoutToken(team, member.token_hash) };
    }
    case 'TeamMemberAccessChanged': {
      const { account_id, access } = event.data;
      return {
        members: team.members.map((member) => (member.account_id === account_id ? { ...member, access } : member)),
      };
    }
    case 'TeamClosed':
      return { closed: true, members: [], invitations: [], stops: [], sql_users: [] };
    case 'TeamMemberRemoved':
    case 'TeamMemberLeft':
      return { members: team.members.filter(({ account_id }) => account_id !== event.data.account_id) };
    case 'AutomaticWorkStopped': {
      const { application_id, stopped_at: since } = event.data;
      return { stops: [...withoutStop(team, application_id), { application_id, since }] };
    }
    case 'AutomaticWorkReleased':
      return { stops: withoutStop(team, event.data.application_id) };
    default:
      return {};
  }
}

function withInvitation(team: FoundedTeam, member: TeamMember): TeamMember {
  const accepted = team.invitations.find(({ token_hash }) => token_hash === member.token_hash);
  if (accepted === undefined) return member;
  const { token_hash, email, email_hash } = accepted;
  return { ...member, invited: { token_hash, email, email_hash } };
}

function withSent(
  { invitations_sent = [] }: FoundedTeam,
  { token_hash, invited_by: by, invited_at: at }: TeamInvitation,
): NonNullable<FoundedTeam['invitations_sent']> {
  const others = invitations_sent.filter((sent) => sent.token_hash !== token_hash);
  return [...others, { token_hash, by, at }].slice(-mostRemembered);
}

/** Whether rules, scheduled change sets and creations of an application may write, and if not by whose stop. */
export function stopOf(
  { stops = [] }: Pick<FoundedTeam, 'stops'>,
  applicationId: number,
): { scope: 'team' | 'application'; since: string } | undefined {
  const whole = stops.find(({ application_id }) => application_id === null);
  if (whole !== undefined) return { scope: 'team', since: whole.since };
  const stop = stops.find(({ application_id }) => application_id === applicationId);
  return stop && { scope: 'application', since: stop.since };
}

const withoutStop = ({ stops = [] }: FoundedTeam, applicationId: number | null) =>
  stops.filter(({ application_id }) => application_id !== applicationId);

const withoutToken = (team: FoundedTeam, tokenHash: string | null): TeamInvitation[] =>
  team.invitations.filter(({ token_hash }) => token_hash !== tokenHash);
