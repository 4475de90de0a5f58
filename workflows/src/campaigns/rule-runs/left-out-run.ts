import { eventIdFrom } from '@tapwise/adapters';
import type { Slot } from '@tapwise/domain';

interface RunningRule {
  readonly rule: { readonly automation_id: number; readonly application_id: number; readonly version: number };
  readonly organization: { readonly org_id: number };
}

/**
 * What is recorded of a slot that passes without an evaluation, beside the reason.
 * @param streamOf Names the stream of a run.
 * @param now Milliseconds.
 */
export function leftOutRun(
  { rule, organization }: RunningRule,
  slot: Slot,
  streamOf: (run: { automation_id: number; org_id: number; slot: string }) => string,
  now: number,
) {
  const { automation_id, application_id, version } = rule;
  const identity = { automation_id, org_id: organization.org_id, slot: slot.id };
  const stream = streamOf(identity);
  const data = {
    ...identity,
    application_id,
    version,
    run_id: eventIdFrom(stream),
    slot_at: new Date(slot.at).toISOString(),
    left_out_at: new Date(now).toISOString(),
  };
  return { stream, cause: `left out ${stream}`, data };
}
