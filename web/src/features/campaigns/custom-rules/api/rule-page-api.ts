import { queryOptions } from '@tanstack/react-query';
import type { ChangesResponse } from '@tapwise/contract';
import type {
  ChangedCustomRuleResponse,
  ConflictsResponse,
  CustomVerdictsResponse,
  VersionsResponse,
} from '@tapwise/contract/custom-rule';
import { request } from '../../../../shared/server/http/request.ts';
import { automationKey, bidChangesKey } from '../../automation/index.ts';
import type { CustomRuleVersion } from './custom-rule-types.ts';

const path = '/api/asa/automated_campaigns';

interface VerdictsQuestion {
  readonly applicationId: number;
  readonly id: number;
  /** `null`: the newest run. */
  readonly runId: string | null;
}

/** A run of a rule with what it decided about each unit. */
export const customVerdictsOptions = ({ applicationId, id, runId }: VerdictsQuestion) =>
  queryOptions({
    queryKey: [...automationKey(applicationId), 'verdicts', id, runId, 'custom'],
    queryFn: async ({ signal }): Promise<CustomVerdictsResponse> => {
      const query = { application_id: applicationId, id, ...(runId === null ? {} : { run_id: runId }) };
      const call = { method: 'GET', path: `${path}/verdicts`, query, signal } as const;
      return (await request<CustomVerdictsResponse>(call)).body;
    },
  });

export const versionsOptions = (applicationId: number, id: number) =>
  queryOptions({
    queryKey: [...automationKey(applicationId), 'versions', id],
    queryFn: async ({ signal }): Promise<readonly CustomRuleVersion[]> => {
      const query = { application_id: applicationId, id };
      const call = { method: 'GET', path: `${path}/versions`, query, signal } as const;
      return (await request<VersionsResponse>(call)).body.versions;
    },
  });

/** An earlier version becomes the newest one. */
export async function restoreVersion(
  applicationId: number,
  id: number,
  version: number,
): Promise<ChangedCustomRuleResponse> {
  const body = { application_id: applicationId, id, version };
  return (await request<ChangedCustomRuleResponse>({ method: 'POST', path: `${path}/restore`, body })).body;
}

/** Evaluates a held run again and makes its changes. */
export async function releaseRun(applicationId: number, id: number, runId: string): Promise<void> {
  const body = { application_id: applicationId, id, run_id: runId };
  await request({ method: 'POST', path: `${path}/release`, body });
}

/** Lets the rule change units again that it leaves alone. */
export async function resumeKeys(applicationId: number, id: number, keys: readonly string[]): Promise<void> {
  await request({ method: 'POST', path: `${path}/resume`, body: { application_id: applicationId, id, keys } });
}

export const conflictsOptions = (applicationId: number) =>
  queryOptions({
    queryKey: [...automationKey(applicationId), 'conflicts'],
    queryFn: async ({ signal }): Promise<ConflictsResponse> => {
      const query = { application_id: applicationId };
      const call = { method: 'GET', path: `${path}/conflicts`, query, signal } as const;
      return (await request<ConflictsResponse>(call)).body;
    },
  });

interface ChangesQuestion {
  readonly applicationId: number;
  readonly organizations: readonly number[];
  readonly from: string;
  readonly to: string;
}

/** Changes that rules made, of several ad organizations. */
export const changesOfRulesOptions = ({ applicationId, organizations, from, to }: ChangesQuestion) =>
  queryOptions({
    queryKey: [...bidChangesKey, 'rules', applicationId, organizations, from, to],
    queryFn: async ({ signal }): Promise<ChangesResponse['changes']> => {
      const responses = await Promise.all(
        organizations.map(async (asa_organization_id) => {
          const query = { application_id: applicationId, asa_organization_id, actor_kind: 'rule', from, to };
          return (await request<ChangesResponse>({ method: 'GET', path: '/api/asa/changes', query, signal })).body;
        }),
      );
      return responses.flatMap(({ changes }) => changes);
    },
  });
