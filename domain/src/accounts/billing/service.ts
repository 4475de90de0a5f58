import { dayMs } from '../../shared/calendar/days.ts';
import type { FoundedTeam } from '../team/team.state.ts';
import type { BillingAccounts } from './billing-accounts.ts';
import { type TeamBilling, teamBilling } from './team-billing.ts';

/** `ended`: nothing is posted; `idle`: the ad service and the store are not asked either; `closed`: nothing is recorded. */
export type Service = 'full' | 'ended' | 'idle' | 'closed';

type ServedTeam = Pick<FoundedTeam, 'team_id' | 'demo' | 'trial_expires_at'>;

/** How long after the end of service a team is idle, and then not recorded for any more. */
export const idleAfterMs = 30 * dayMs;
export const closedAfterMs = 365 * dayMs;

/** Until when a team is served, ms; `null` while a subscription renews, and for the demo. */
export function serviceEnd(
  team: ServedTeam,
  { state, paid_until, grace_until }: Pick<TeamBilling, 'state' | 'paid_until' | 'grace_until'>,
): number | null {
  if (team.demo || state === 'active') return null;
  return Math.max(...[team.trial_expires_at, paid_until, grace_until].flatMap((end) => (end ? [Date.parse(end)] : [])));
}

/** What a team gets at `now`, ms. At the very instant of the end it is over. */
export function serviceAt(end: number | null, now: number): Service {
  if (end === null || now < end) return 'full';
  if (now < end + idleAfterMs) return 'ended';
  return now < end + closedAfterMs ? 'idle' : 'closed';
}

/** What every gate asks. A team that is not known yet has just been founded. */
export function serviceOf(
  { teams, billing }: { readonly teams: ReadonlyMap<number, ServedTeam>; readonly billing: BillingAccounts },
  teamId: number,
  now: number,
): Service {
  const team = teams.get(teamId);
  return team === undefined || team.demo ? 'full' : serviceAt(serviceEnd(team, teamBilling(billing, teamId)), now);
}
