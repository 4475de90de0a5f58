import { type FailureCause, hourMs, slowsAsking } from '@tapwise/domain';
import type { AdServicesClient } from '../apple/install-attribution/client.ts';
import { callCause } from './failure-cause.ts';
import type { FailureRecorder } from './failure-recorder.ts';
import { createTryWindow } from './try-window.ts';

const subject = { application_id: null, org_id: null, source: 'attribution' } as const;
const firstPauseMs = 15_000;
const longestPauseMs = hourMs;

/**
 * The attribution service, whose outcomes are recorded. A token that is refused or not known yet is an answer as good as any other.
 * @param options.patient After moved, gone or refused, calls are answered without asking for ever longer, up to an hour: for those who
 * ask again and again. New installs are asked about in any case.
 */
export function recordAdServices(
  client: AdServicesClient,
  failures: FailureRecorder,
  { patient = false, now = Date.now }: { patient?: boolean; now?: () => number } = {},
): AdServicesClient {
  const tries = createTryWindow(failures, subject, now);
  let refusal: { readonly since: number; until: number; readonly cause: unknown } | undefined;
  const refused = (cause: unknown): void => {
    const at = now();
    const since = refusal?.since ?? at;
    const pauseMs = Math.min(longestPauseMs, Math.max(firstPauseMs, at - since));
    refusal = { since, until: at + pauseMs, cause };
  };
  return {
    exchange: async (token, call) => {
      if (patient && refusal !== undefined && now() < refusal.until)
        return { kind: 'unavailable', cause: refusal.cause };
      const response = await client.exchange(token, call);
      if (call?.signal?.aborted === true) return response;
      if (response.kind !== 'unavailable') {
        refusal = undefined;
        tries.succeeded();
        return response;
      }
      const cause: FailureCause = callCause(response.cause);
      if (slowsAsking(cause.reason)) refused(response.cause);
      tries.failed(cause);
      return response;
    },
    close: () => client.close(),
  };
}
