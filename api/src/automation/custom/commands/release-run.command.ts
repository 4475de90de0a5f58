import { eventIdFrom } from '@tapwise/adapters';
import { customRulePaths, releaseBodySchema, releaseResponseSchema } from '@tapwise/contract/custom-rule';
import { type CustomRunSummary, customRunStream, DomainError, slotByHand, stopOf } from '@tapwise/domain';
import type { ApiServer } from '../../../http/api-server.ts';
import { holdsUpTo } from '../../../http/log-position.ts';
import { sessionOf } from '../../../http/rights.plugin.ts';
import type { SettingsContext } from '../../../settings-changes/settings-context.ts';
import { requireWritableScope } from '../../read-rule.ts';
import { ownCustomRule } from '../own-custom-rule.ts';
import { isReleasable, runOfRule, runsOfCustomRule } from '../runs/runs-of-custom-rule.ts';
import { requestRunByHand } from './run-custom-rule.ts';

/** `POST /api/asa/automated_campaigns/release`: evaluates a held run anew, once, and lets it change as many units as it finds. */
export function releaseRunRoute(app: ApiServer, settingsContext: SettingsContext): void {
  const { deps } = settingsContext;
  app.post(
    customRulePaths.release,
    {
      schema: { body: releaseBodySchema, response: { 200: releaseResponseSchema } },
      config: { right: 'act' },
    },
    async (request, reply) => {
      const { application_id, id, run_id: releases } = request.body;
      const ruleTarget = await ownCustomRule(settingsContext, sessionOf(request), Number(application_id), Number(id));
      const { rule, application } = ruleTarget;
      const runs = runsOfCustomRule(settingsContext, rule.automation_id);
      const held = runOfRule(runs, releases);
      // The same for whoever releases the run, so that it is released once.
      const slot = slotByHand(eventIdFrom(`release ${releases}`));
      const released = runs.find((run) => run.slot === slot);
      if (released !== undefined && (await isRequestedBy(settingsContext, released, request.writeCall?.callId))) {
        return { status: 'ok' as const, run_id: released.run_id, slot };
      }
      if (!isReleasable(held, rule, deps.now().getTime())) {
        throw new DomainError('wrong_state', { message: 'No held run' });
      }
      if (stopOf(deps.directory.state.teams.get(application.team_id) ?? {}, application.application_id) !== undefined) {
        throw new DomainError('wrong_state', { message: 'Stopped by Stop all' });
      }
      requireWritableScope(deps, application, { [held.org_id]: [] });
      const wanted = { org_id: held.org_id, slot, releases };
      const { run_id, position } = await requestRunByHand(settingsContext, request, ruleTarget, wanted);
      holdsUpTo(reply, position);
      return { status: 'ok' as const, run_id, slot };
    },
  );
}

/** Whether the same call asked for the run before, and its answer was lost. */
async function isRequestedBy(
  { customRunStates }: SettingsContext,
  run: CustomRunSummary,
  callId: string | undefined,
): Promise<boolean> {
  if (callId === undefined) return false;
  const { state } = await customRunStates.current(customRunStream(run));
  return state.requested?.call_id === callId;
}
