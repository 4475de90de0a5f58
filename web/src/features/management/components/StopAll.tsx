import { Button } from '@fluentui/react-components';
import { Pause20Regular } from '@fluentui/react-icons/svg/pause';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { GuardrailsAnswer } from '@tapwise/contract';
import { useState } from 'react';
import { messageOf } from '../../../shared/http/api-error.ts';
import { request } from '../../../shared/http/request.ts';
import { showToast } from '../../../shared/ui/toasts/toasts.ts';
import { useAccount } from '../../session/index.ts';
import { managementMessages as words } from '../messages.ts';

type StopState = GuardrailsAnswer['stop_all'];

const stopOptions = (application_id: number | null) =>
  queryOptions({
    queryKey: ['stop-all', application_id],
    enabled: application_id !== null,
    queryFn: async ({ signal }): Promise<StopState> => {
      const query = { application_id: application_id ?? undefined };
      return (await request<GuardrailsAnswer>({ method: 'GET', path: '/api/asa/guardrails', query, signal })).body
        .stop_all;
    },
  });

/** Stops what writes by itself, for the whole team, with one press; an admin releases it. People can still edit. */
export function StopAll() {
  const { account, applications } = useAccount();
  const client = useQueryClient();
  const options = stopOptions(applications[0]?.id ?? null);
  const state = useQuery(options).data;
  const [busy, setBusy] = useState(false);

  async function set(stop: boolean): Promise<void> {
    setBusy(true);
    try {
      const { body } = await request<{ stop_all: StopState }>({
        ...{ method: 'POST', path: '/api/asa/stop_all', body: { stop } },
      });
      client.setQueryData(options.queryKey, body.stop_all);
    } catch (error) {
      showToast({ intent: 'error', text: messageOf(error) });
    } finally {
      setBusy(false);
    }
  }

  if (state === undefined || account.access === 'restricted') return null;
  const refusal = state.active && account.access !== 'admin' ? words.releaseNeedsAdmin : null;
  return (
    <Button
      size="small"
      icon={<Pause20Regular />}
      disabledFocusable={busy || refusal !== null}
      title={refusal ?? (state.active ? words.releaseTitle : words.stopTitle)}
      onClick={() => busy || refusal !== null || void set(!state.active)}
    >
      {state.active ? words.release : words.stop}
    </Button>
  );
}
