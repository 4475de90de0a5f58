import { dayMs, type FoundedTeam, mailDay, serviceAt, serviceEnd } from '@tapwise/domain';
import { billingOf } from '../../billing/provider.ts';
import type { ApiDependencies } from '../../http/dependencies.ts';

const pullsGoOnMs = 30 * dayMs;

type Warned = { warning?: string | undefined };

/** Since when nothing new was asked for, where a team has not been served for long. */
export function idleNotice(deps: ApiDependencies, team: FoundedTeam): string | undefined {
  const end = serviceEnd(team, billingOf(deps, team.team_id));
  const service = serviceAt(end, deps.now().getTime());
  if (end === null || service === 'full' || service === 'ended') return undefined;
  return `No new numbers since ${mailDay(new Date(end + pullsGoOnMs).toISOString())}. Choose a plan to update.`;
}

export const withNotice = <Report extends Warned>(response: Report, notice: string | undefined): Report =>
  notice === undefined
    ? response
    : { ...response, warning: response.warning === undefined ? notice : `${notice} ${response.warning}` };

export const withIdleWarning = <Report extends Warned>(
  deps: ApiDependencies,
  team: FoundedTeam,
  response: Report,
): Report => withNotice(response, idleNotice(deps, team));
