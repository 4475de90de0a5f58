import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type {
  AutomationsResponse,
  BacktestResponse,
  CampaignGroupsResponse,
  DryRunResponse,
  VerdictsResponse,
} from '@tapwise/contract/automation';
import { request } from '../../../../shared/server/http/request.ts';
import type {
  ApplyTo,
  CampaignGroup,
  ListedRule,
  RuleLog,
  RuleMode,
  RuleParams,
  RuleStatus,
  RuleType,
  RuleWindow,
} from './automation-types.ts';

const path = '/api/asa/automated_campaigns';

/** What all answers about the rules of an application are kept under. */
export const automationKey = (applicationId: number) => ['automation', applicationId];

/** What all answers about how bids went are kept under. */
export const bidChangesKey = ['changes', 'bids'];

/** Rules of an application that are not deleted, of every type. */
export const rulesOptions = (applicationId: number | null) =>
  queryOptions({
    queryKey: [...automationKey(applicationId ?? 0), 'rules'],
    enabled: applicationId !== null,
    queryFn: async ({ signal }): Promise<ListedRule[]> => {
      const query = { application_id: applicationId ?? 0 };
      const { body } = await request<AutomationsResponse>({ method: 'GET', path, query, signal });
      return body.automated_campaigns;
    },
  });

/** Ad organizations of an application with the campaigns a rule may be applied to. */
export const campaignGroupsOptions = (applicationId: number | null) =>
  queryOptions({
    queryKey: ['campaign-groups', applicationId],
    enabled: applicationId !== null,
    staleTime: 60_000,
    queryFn: async ({ signal }): Promise<CampaignGroup[]> => {
      const query = { application_id: applicationId ?? 0 };
      const call = { method: 'GET', path: '/api/asa/campaign_groups', query, signal } as const;
      return (await request<CampaignGroupsResponse>(call)).body.campaign_groups;
    },
  });

interface VerdictsQuestion {
  applicationId: number;
  id: number;
  /** `null`: the newest run. */
  runId: string | null;
  /** `null`: all units of the run. */
  key?: string | null;
}

/** What a run decided, unit by unit. */
export const verdictsOptions = ({ applicationId, id, runId, key = null }: VerdictsQuestion) =>
  queryOptions({
    queryKey: [...automationKey(applicationId), 'verdicts', id, runId, key],
    queryFn: async ({ signal }): Promise<VerdictsResponse> => {
      const query = {
        application_id: applicationId,
        id,
        ...(runId === null ? {} : { run_id: runId }),
        ...(key === null ? {} : { key }),
      };
      return (await request<VerdictsResponse>({ method: 'GET', path: `${path}/verdicts`, query, signal })).body;
    },
  });

const logPage = 200;

/** The log of a rule, newest first, a page at a time. */
export const logsOptions = (applicationId: number, id: number) =>
  infiniteQueryOptions({
    queryKey: [...automationKey(applicationId), 'logs', id],
    initialPageParam: null as string | null,
    queryFn: ({ signal, pageParam }) => readLog({ applicationId, id, before: pageParam }, signal),
    getNextPageParam: (last) => (last.length < logPage ? undefined : last.at(-1)?.date),
  });

/** The newest page of it. */
export const newestLogOptions = (applicationId: number, id: number) =>
  queryOptions({
    queryKey: [...automationKey(applicationId), 'newest-log', id],
    queryFn: ({ signal }) => readLog({ applicationId, id, before: null }, signal),
  });

interface LogQuestion {
  applicationId: number;
  id: number;
  /** ISO 8601; `null`: the newest. */
  before: string | null;
}

async function readLog({ applicationId, id, before }: LogQuestion, signal: AbortSignal): Promise<RuleLog[]> {
  const query = { application_id: applicationId, id, ...(before === null ? {} : { before }) };
  const call = { method: 'GET', path: '/api/asa/automated_campaign_logs', query, signal } as const;
  return (await request<{ logs: RuleLog[] }>(call)).body.logs;
}

/** A rule that need not be saved. */
export interface RuleDraft {
  automation_type: RuleType;
  apply_to: ApplyTo;
  automation_params: RuleParams;
  window?: RuleWindow;
}

/** A rule as it is saved, or not yet saved. */
export type RuleSubject = { id: number } | RuleDraft;

export type DryRun = DryRunResponse;

/** What a rule would do now; nothing is recorded or sent. */
export const dryRunOptions = (applicationId: number, subject: RuleSubject | null) =>
  queryOptions({
    queryKey: [...automationKey(applicationId), 'dry-run', subject],
    enabled: subject !== null,
    // Asked again each time it is opened; an answer holds for its moment.
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    queryFn: async ({ signal }): Promise<DryRun> => {
      const body = { application_id: applicationId, ...subject };
      return (await request<DryRun>({ method: 'POST', path: `${path}/dry_run`, body, signal })).body;
    },
  });

export type Backtest = BacktestResponse;

interface BacktestQuestion {
  subject: RuleSubject;
  from: string;
  to: string;
  /** With the rule version of each slot. */
  asItRan: boolean;
}

/** What a rule would have done on days that are past, on what was known then. */
export async function backtest(
  applicationId: number,
  { subject, from, to, asItRan }: BacktestQuestion,
  signal: AbortSignal,
): Promise<Backtest> {
  const body = { application_id: applicationId, ...subject, from, to, ...(asItRan ? { as_it_ran: true } : {}) };
  return (await request<Backtest>({ method: 'POST', path: `${path}/backtest`, body, signal })).body;
}

interface NewRule extends RuleDraft {
  automation_name: string;
  mode?: RuleMode;
}

/** @returns id of the new rule, and what the server warns of */
export async function createRule(applicationId: number, rule: NewRule): Promise<{ id: number; warning?: string }> {
  const body = { application_id: applicationId, ...rule };
  return (await request<{ id: number; warning?: string }>({ method: 'POST', path, body })).body;
}

export interface RuleUpdates {
  status?: RuleStatus;
  automation_params?: RuleParams;
  automation_name?: string;
  apply_to?: ApplyTo;
  receive_notifications?: boolean;
  mode?: RuleMode;
  window?: RuleWindow;
}

export async function updateRule(
  applicationId: number,
  id: number,
  updates: RuleUpdates,
): Promise<{ automated_campaign: ListedRule; warning?: string }> {
  const body = { application_id: applicationId, id, updates };
  return (await request<{ automated_campaign: ListedRule; warning?: string }>({ method: 'PUT', path, body })).body;
}

/** Begins a run by hand. */
export async function runRule(applicationId: number, id: number): Promise<{ run_id: string; slot: string }> {
  const body = { application_id: applicationId, id };
  return (await request<{ run_id: string; slot: string }>({ method: 'POST', path: `${path}/run`, body })).body;
}

/** Lets the rule raise units again that it leaves alone because a person lowered their bid. */
export async function resumeUnits(applicationId: number, id: number, keys: readonly string[]): Promise<void> {
  const body = { application_id: applicationId, id, keys };
  await request({ method: 'POST', path: `${path}/resume`, body });
}
