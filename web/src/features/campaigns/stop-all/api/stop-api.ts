import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { GuardrailsResponse } from '@tapwise/contract';
import { useState } from 'react';
import { guardrailsKey, guardrailsOptions } from '../../../../shared/campaigns/changes/guardrail-calls.ts';
import { messageOf } from '../../../../shared/server/http/api-error.ts';
import { request } from '../../../../shared/server/http/request.ts';
import { showToast } from '../../../../shared/ui/toasts/toasts.ts';

type StopState = GuardrailsResponse['stop_all'];
export type StopScope = NonNullable<StopState['scope']>;

/** What a colleague stops elsewhere shows here within this time. */
const askEveryMs = 30_000;

/** What is stopped for an application, and the ways to stop and to release. */
export function useStopAll(applicationId: number) {
  const client = useQueryClient();
  const { data } = useQuery({
    ...guardrailsOptions(applicationId),
    refetchInterval: askEveryMs,
    select: ({ stop_all }): StopState => stop_all,
  });
  const [busy, setBusy] = useState(false);

  async function set(stop: boolean, scope: StopScope): Promise<boolean> {
    setBusy(true);
    try {
      const body = { stop, ...(scope === 'application' ? { application_id: applicationId } : {}) };
      await request<{ stop_all: StopState }>({ method: 'POST', path: '/api/asa/stop_all', body });
      // A stop of the team covers one of an application, which is still there when that of the team is released.
      await client.invalidateQueries({ queryKey: guardrailsKey });
      return true;
    } catch (error) {
      showToast({ intent: 'error', text: messageOf(error) });
      return false;
    } finally {
      setBusy(false);
    }
  }

  return { state: data, busy, set };
}
