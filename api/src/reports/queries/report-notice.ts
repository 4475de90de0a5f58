import {
  connectionOf,
  dayMs,
  disconnectedMessage,
  type FoundedTeam,
  mailDay,
  serviceAt,
  serviceEnd,
} from '@tapwise/domain';
import { spokenBy } from '../../apple-ads/apple-ads.ts';
import { billingOf } from '../../billing/provider.ts';
import type { ApiDependencies } from '../../http/dependencies.ts';

const pullsGoOnMs = 30 * dayMs;

type Warned = { warning?: string | undefined };

/** Since when nothing new was asked for, where a team has not been served for long. */
function idleNotice(deps: ApiDependencies, team: FoundedTeam): string | undefined {
  const end = serviceEnd(team, billingOf(deps, team.team_id));
  const service = serviceAt(end, deps.now().getTime());
  if (end === null || service === 'full' || service === 'ended') return undefined;
  return `No new numbers since ${mailDay(new Date(end + pullsGoOnMs).toISOString())}. Choose a plan to update.`;
}

export const withNotice = <Report extends Warned>(response: Report, notice: string | undefined): Report =>
  notice === undefined
    ? response
    : { ...response, warning: response.warning === undefined ? notice : `${notice} ${response.warning}` };

/** Why the figures of organizations stay as they are: nothing can be read of them at Apple Ads. */
function disconnectedNotice(
  { appleAds }: Pick<ApiDependencies, 'appleAds'>,
  orgIds: readonly number[],
): string | undefined {
  const spoken = spokenBy(appleAds);
  const messages = orgIds.map((orgId) => disconnectedMessage(connectionOf(appleAds.connections.state, orgId), spoken));
  return messages.find((message) => message !== null) ?? undefined;
}

/** What is said of all figures of a report about some organizations. */
export function reportNotice(
  deps: ApiDependencies,
  { team, orgIds }: { team: FoundedTeam; orgIds: readonly number[] },
): string | undefined {
  const notices = [disconnectedNotice(deps, orgIds), idleNotice(deps, team)].filter((notice) => notice !== undefined);
  return notices.length === 0 ? undefined : notices.join(' ');
}

export const withReportNotice = <Report extends Warned>(
  deps: ApiDependencies,
  subject: { team: FoundedTeam; orgIds: readonly number[] },
  response: Report,
): Report => withNotice(response, reportNotice(deps, subject));
