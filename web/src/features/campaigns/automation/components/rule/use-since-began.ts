import { useQuery } from '@tanstack/react-query';
import type { Application, ChangesResponse, ReportResponse, ReportRow } from '@tapwise/contract';
import { addDays, dayInZone } from '@tapwise/contract/calendar';
import { useClock } from '../../../../../shared/page/browser-state.ts';
import { request } from '../../../../../shared/server/http/request.ts';
import type { ApplyTo, Rule } from '../../api/automation-types.ts';
import {
  isBy,
  ruleChanges,
  type SinceFigures,
  type SincePeriods,
  sincePeriods,
  sumFigures,
} from '../../model/since-began.ts';

const days = 90;

export interface Since {
  raises: number;
  keywords: number;
  /** Older changes than those counted were left out by the server. */
  more: boolean;
  /** Day of the first change; `null` where the rule has made none. */
  began: string | null;
  periods: SincePeriods | null;
  before: SinceFigures | null;
  after: SinceFigures | null;
}

/** What was before a rule's first change of a bid, and what was after it, over its campaigns. */
export function useSinceBegan(application: Application, rule: Rule, timeZone: string) {
  const today = useClock((now) => dayInZone(now, timeZone));
  return useQuery({
    queryKey: ['automation-since', application.id, rule.id, rule.apply_to, today],
    staleTime: 5 * 60_000,
    queryFn: async ({ signal }): Promise<Since> => {
      const campaigns = new Set(Object.values(rule.apply_to).flat());
      const responses = await Promise.all(
        groupsOf(rule.apply_to).map((asa_organization_id) =>
          get<ChangesResponse>('/api/asa/changes', signal, {
            application_id: application.id,
            asa_organization_id,
            actor_kind: 'rule',
            from: addDays(today, 1 - days),
            to: today,
          }),
        ),
      );
      const changes = responses
        .flatMap((response) => response.changes)
        .sort((left, right) => right.at.localeCompare(left.at));
      const summary = ruleChanges(changes, ({ actor }) => isBy(rule, actor), campaigns);
      const more = responses.some((response) => response.more);
      const periods = summary.began === null ? null : sincePeriods(summary.began, today);
      if (periods === null) return { ...summary, more, periods, before: null, after: null };
      const [before, after] = await Promise.all(
        [periods.before, periods.after].map((range) => rowsOf(application.id, rule.apply_to, range, signal)),
      );
      return {
        ...summary,
        more,
        periods,
        before: sumFigures(before ?? [], campaigns),
        after: sumFigures(after ?? [], campaigns),
      };
    },
  });
}

const groupsOf = (applyTo: ApplyTo): number[] =>
  Object.entries(applyTo)
    .filter(([, ids]) => ids.length > 0)
    .map(([group]) => Number(group));

async function rowsOf(
  application_id: number,
  applyTo: ApplyTo,
  range: { from: string; to: string },
  signal: AbortSignal,
): Promise<ReportRow[]> {
  const responses = await Promise.all(
    groupsOf(applyTo).map((asa_organization_id) =>
      get<ReportResponse>('/api/asa/campaigns', signal, { application_id, asa_organization_id, ...range }),
    ),
  );
  return responses.flatMap(({ rows }) => rows);
}

async function get<Body>(path: string, signal: AbortSignal, query: Record<string, string | number>): Promise<Body> {
  return (await request<Body>({ method: 'GET', path, query, signal })).body;
}
