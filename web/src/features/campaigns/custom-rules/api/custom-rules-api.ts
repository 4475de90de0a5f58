import { queryOptions } from '@tanstack/react-query';
import type {
  ChangedCustomRuleResponse,
  CreatedCustomRuleResponse,
  CustomBacktestResponse,
  MetricsResponse,
} from '@tapwise/contract/custom-rule';
import { request } from '../../../../shared/server/http/request.ts';
import { automationKey } from '../../automation/index.ts';
import type { CustomDryRun, RuleMetric, RuleTemplate } from './custom-rule-types.ts';
import type { EnteredCampaigns, EnteredRule } from './entered-rule.ts';

const path = '/api/asa/automated_campaigns';

/** What never changes while the page is open. */
const fixed = { staleTime: Number.POSITIVE_INFINITY } as const;

/** Figures that conditions may ask for, by name, in the order in which they are offered. */
export const metricsOptions = (applicationId: number) =>
  queryOptions({
    ...fixed,
    queryKey: [...automationKey(applicationId), 'metrics'],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, RuleMetric>> => {
      const query = { application_id: applicationId };
      const call = { method: 'GET', path: `${path}/metrics`, query, signal } as const;
      const { body } = await request<MetricsResponse>(call);
      return new Map(body.metrics.map((metric) => [metric.name, metric]));
    },
  });

/** Rules to start from. */
export const templatesOptions = queryOptions({
  ...fixed,
  queryKey: ['rule-templates'],
  queryFn: async ({ signal }): Promise<readonly RuleTemplate[]> => {
    const call = { method: 'GET', path: `${path}/templates`, signal } as const;
    return (await request<{ templates: RuleTemplate[] }>(call)).body.templates;
  },
});

export interface ListedLabel {
  readonly id: number;
  readonly name: string;
}

/** Labels of an application. A page without them still works. */
export const labelsOptions = (applicationId: number) =>
  queryOptions({
    queryKey: ['labels', applicationId],
    staleTime: 60_000,
    retry: false,
    queryFn: async ({ signal }): Promise<readonly ListedLabel[]> => {
      const query = { application_id: applicationId };
      const call = { method: 'GET', path: '/api/asa/labels', query, signal } as const;
      return (await request<{ labels: ListedLabel[] }>(call)).body.labels;
    },
  });

/** A rule as it is built, with what it is for. */
export interface RuleContent {
  readonly apply_to: EnteredCampaigns;
  readonly automation_params: EnteredRule;
}

/** A saved rule, or one that is built. */
export type CustomRuleSubject = { readonly id: number } | RuleContent;

const bodyOf = (applicationId: number, subject: CustomRuleSubject) =>
  'id' in subject
    ? { application_id: applicationId, id: subject.id }
    : { application_id: applicationId, automation_type: 'custom', ...subject };

/** Milliseconds between two questions while no unit has data. */
const askedAgainMs = 15_000;

/** Whether there are units, and nothing is known of any yet, as while the past of a new organization is read. */
const waitsForData = (trial: CustomDryRun | undefined): boolean =>
  trial !== undefined && trial.counts.checked > 0 && trial.counts.no_data === trial.counts.checked;

/** What a rule would do now; nothing is recorded or sent. It is asked again while nothing is known. */
export const customDryRunOptions = (applicationId: number, subject: CustomRuleSubject | null, limit: number) =>
  queryOptions<CustomDryRun>({
    queryKey: [...automationKey(applicationId), 'dry-run', subject, limit],
    enabled: subject !== null,
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchInterval: ({ state }) => (waitsForData(state.data) ? askedAgainMs : false),
    queryFn: async ({ signal }): Promise<CustomDryRun> => {
      const body = subject === null ? {} : { ...bodyOf(applicationId, subject), limit };
      return (await request<CustomDryRun>({ method: 'POST', path: `${path}/dry_run`, body, signal })).body;
    },
  });

interface CustomBacktestQuestion {
  readonly subject: CustomRuleSubject;
  readonly from: string;
  readonly to: string;
}

/** What a rule would have done on past days, on what was known then. */
export async function customBacktest(
  applicationId: number,
  { subject, from, to }: CustomBacktestQuestion,
  signal: AbortSignal,
): Promise<CustomBacktestResponse> {
  const body = { ...bodyOf(applicationId, subject), from, to };
  return (await request<CustomBacktestResponse>({ method: 'POST', path: `${path}/backtest`, body, signal })).body;
}

export interface NewCustomRule extends RuleContent {
  readonly automation_name: string;
  readonly mode: 'live' | 'shadow';
}

export async function createCustomRule(applicationId: number, rule: NewCustomRule): Promise<CreatedCustomRuleResponse> {
  const body = { application_id: applicationId, automation_type: 'custom', ...rule };
  return (await request<CreatedCustomRuleResponse>({ method: 'POST', path, body })).body;
}

export interface CustomRuleUpdates extends RuleContent {
  readonly automation_name: string;
  readonly mode?: 'live' | 'shadow';
}

/** @param basedOn Version that was edited: another one meanwhile is refused. */
export async function updateCustomRule(
  applicationId: number,
  id: number,
  updates: CustomRuleUpdates,
  basedOn: number,
): Promise<ChangedCustomRuleResponse> {
  const body = { application_id: applicationId, id, updates, based_on: basedOn };
  return (await request<ChangedCustomRuleResponse>({ method: 'PUT', path, body })).body;
}
