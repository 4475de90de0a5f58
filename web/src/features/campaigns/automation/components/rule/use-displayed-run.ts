import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { dryRunOptions, verdictsOptions } from '../../api/automation-api.ts';
import type { Rule, RuleRun, RuleVerdict } from '../../api/automation-types.ts';
import { orderVerdicts } from '../../model/verdict-order.ts';
import type { AutomationUrl } from '../use-automation-url.ts';

/** What the address says instead of a run: what would happen now. */
export const dryRun = 'dry';

export interface DisplayedRun {
  dry: boolean;
  /** `null` while there is none, and for what would happen now. */
  run: RuleRun | null;
  asOf: string | null;
  verdicts: readonly RuleVerdict[];
  /** Whether the decisions have been read. */
  loaded: boolean;
  loading: boolean;
  error: unknown;
  retry: () => void;
}

const none: readonly RuleVerdict[] = [];

/** The run that is looked at: the newest, another one, or what would happen now. */
export function useDisplayedRun(applicationId: number, rule: Rule, url: AutomationUrl): DisplayedRun {
  const { run } = url.view;
  const dry = run === dryRun;
  const recorded = useQuery({
    ...verdictsOptions({ applicationId, id: rule.id, runId: dry ? null : run }),
    enabled: !dry,
  });
  const calculated = useQuery(dryRunOptions(applicationId, dry ? { id: rule.id } : null));
  const query = dry ? calculated : recorded;
  const rawVerdicts = query.data?.verdicts;
  const verdicts = useMemo(() => (rawVerdicts === undefined ? none : orderVerdicts(rawVerdicts)), [rawVerdicts]);
  return {
    dry,
    run: dry ? null : (recorded.data?.run ?? null),
    asOf: dry ? (calculated.data?.as_of ?? null) : (recorded.data?.run?.as_of ?? null),
    verdicts,
    loaded: rawVerdicts !== undefined,
    loading: query.isFetching,
    error: query.isError ? query.error : null,
    retry: () => void query.refetch(),
  };
}
