import { type FoundedTeam, mailDay, serviceAt, serviceEnd } from '@tapwise/domain';
import { billingOf } from '../../commands/billing/provider.ts';
import type { ApiDependencies } from '../../dependencies.ts';

const pullsGoOnMs = 30 * 86_400_000;

/** The answer, with since when nothing new was asked for, where a team has not been served for long. */
export function withIdleWarning<Answer extends { warning?: string | undefined }>(
  deps: ApiDependencies,
  team: FoundedTeam,
  answer: Answer,
): Answer {
  const end = serviceEnd(team, billingOf(deps, team.team_id));
  const service = serviceAt(end, deps.now().getTime());
  if (end === null || service === 'full' || service === 'ended') return answer;
  const since = `No new numbers since ${mailDay(new Date(end + pullsGoOnMs).toISOString())}. Choose a plan to update.`;
  return { ...answer, warning: answer.warning === undefined ? since : `${since} ${answer.warning}` };
}
