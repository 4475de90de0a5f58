import { eventIdFrom, handleCommand } from '@tapwise/adapters';
import { customRunDecider, customRunStream, requestCustomRun } from '@tapwise/domain';
import type { FastifyRequest } from 'fastify';
import { personContext } from '../../../access/actor-context.ts';
import { sessionOf } from '../../../http/rights.plugin.ts';
import type { SettingsContext } from '../../../settings-changes/settings-context.ts';
import type { OwnCustomRule } from '../own-custom-rule.ts';

/** A run that a person wants now. */
interface WantedRun {
  readonly org_id: number;
  readonly slot: string;
  /** The held run that it releases. */
  readonly releases?: string;
}

/**
 * Records that a person wants a run, once for each slot.
 * @returns the id of the run, and the position up to which that is in the log.
 */
export async function requestRunByHand(
  settingsContext: SettingsContext,
  request: FastifyRequest,
  { rule }: OwnCustomRule,
  { org_id, slot, releases }: WantedRun,
): Promise<{ readonly run_id: string; readonly position: bigint }> {
  const { deps, customRules } = settingsContext;
  const { automation_id, application_id, version } = rule;
  const stream = customRunStream({ automation_id, org_id, slot });
  const run_id = eventIdFrom(stream);
  const data = {
    run_id,
    automation_id,
    application_id,
    org_id,
    slot,
    version,
    ...(releases === undefined ? {} : { releases }),
    ...(request.writeCall === null ? {} : { call_id: request.writeCall.callId }),
    asked_by: sessionOf(request).account.account_id,
    requested_at: deps.now().toISOString(),
  };
  const { position } = await handleCommand(deps.log, {
    stream,
    decider: customRunDecider,
    cause: `requested ${run_id}`,
    context: personContext(request),
    decide: (state) => requestCustomRun(state, data),
  });
  await customRules.reached(position);
  return { run_id, position };
}
