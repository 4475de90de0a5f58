import { useInfiniteQuery, useQueries } from '@tanstack/react-query';
import type { Application, ChangesResponse } from '@tapwise/contract';
import { addDays, dayInZone, hourMs } from '@tapwise/contract/calendar';
import { request } from '../../../../../shared/server/http/request.ts';
import { bidChangesKey, logsOptions, verdictsOptions } from '../../api/automation-api.ts';
import type { Rule, RuleVerdict } from '../../api/automation-types.ts';
import { type BidLine, bidLine, type DecidedStep, decidedSteps } from '../../model/bid-lines.ts';
import { groupOfKey } from '../../model/rule-scope.ts';

/** Days of the chart. */
export const chartDays = 30;
const longMs = hourMs;

interface Drawn {
  lines: readonly BidLine[];
  /** Steps the rule made, with what it decided them on. */
  decided: readonly DecidedStep[];
  loading: boolean;
  /** Changes of some unit could not be read. */
  failed: boolean;
}

/** How the bids of some units went, and the numbers that decided what the rule did to them. */
export function useBidLines(application: Application, rule: Rule, units: readonly RuleVerdict[]): Drawn {
  const logs = useInfiniteQuery(logsOptions(application.id, rule.id));
  const changes = useQueries({ queries: units.map(({ key }) => bidChangesOptions(application, rule, key)) });
  const lines = units.map(({ key, keyword }, index) => bidLine(key, keyword, changes[index]?.data ?? []));
  const steps = decidedSteps(lines, logs.data?.pages.flat() ?? []);
  const verdictQueries = useQueries({
    queries: steps.map(({ runId, key }) => ({
      ...verdictsOptions({ applicationId: application.id, id: rule.id, runId, key }),
      // What a run that is over decided does not change.
      staleTime: longMs,
    })),
  });
  return {
    lines,
    decided: steps.map((step, index) => ({
      ...step,
      verdict: verdictQueries[index]?.data?.verdicts.find(({ key }) => key === step.key) ?? null,
    })),
    loading: changes.some(({ isLoading }) => isLoading),
    failed: changes.some(({ isError }) => isError),
  };
}

function bidChangesOptions(application: Application, rule: Rule, key: string) {
  const organizationId = groupOfKey(rule.apply_to, key);
  const zone =
    application.asaOrganizations.find(({ organization_id: id }) => id === organizationId)?.time_zone ?? 'UTC';
  const today = dayInZone(Date.now(), zone);
  const query = {
    application_id: application.id,
    asa_organization_id: organizationId ?? 0,
    key,
    from: addDays(today, 1 - chartDays),
    to: today,
  };
  return {
    queryKey: [...bidChangesKey, query],
    enabled: organizationId !== null,
    queryFn: async ({ signal }: { signal: AbortSignal }) =>
      (await request<ChangesResponse>({ method: 'GET', path: '/api/asa/changes', query, signal })).body.changes,
  };
}
