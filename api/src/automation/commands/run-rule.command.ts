import { randomUUID } from 'node:crypto';
import { eventIdFrom, handleCommand } from '@tapwise/adapters';
import { automationPaths, runAutomationBodySchema, runAutomationResponseSchema } from '@tapwise/contract/automation';
import {
  automationRunStream,
  connectionOf,
  type ExistingCustomRule,
  hourMs,
  isDisconnected,
  type OpenApplication,
  organizationsToRun,
  requestRun,
  runDecider,
  runsOfRule,
  slotByHand,
} from '@tapwise/domain';
import { personContext } from '../../access/actor-context.ts';
import { requireAppleAds, spokenBy } from '../../apple-ads/apple-ads.ts';
import type { ApiServer } from '../../http/api-server.ts';
import { holdsUpTo } from '../../http/log-position.ts';
import { sessionOf } from '../../http/rights.plugin.ts';
import type { SettingsContext } from '../../settings-changes/settings-context.ts';
import { requestRunByHand } from '../custom/commands/run-custom-rule.ts';
import { isCustomRule, ownCustomRule } from '../custom/own-custom-rule.ts';
import { runsOfCustomRule } from '../custom/runs/runs-of-custom-rule.ts';
import { ownRule } from '../own-rule.ts';

/** `POST /api/asa/automated_campaigns/run`: evaluates a rule now, at most once an hour. */
export function runRuleRoute(app: ApiServer, settingsContext: SettingsContext): void {
  app.post(
    automationPaths.run,
    {
      schema: { body: runAutomationBodySchema, response: { 200: runAutomationResponseSchema } },
      config: { right: 'act' },
    },
    (request, reply) =>
      app.teamTurns(request, async () => {
        const { application_id, id } = request.body;
        const session = sessionOf(request);
        const slot = slotByHand(request.writeCall?.callId ?? randomUUID());
        if (await isCustomRule(settingsContext, Number(id))) {
          const customTarget = await ownCustomRule(settingsContext, session, Number(application_id), Number(id));
          const runsBefore = runsOfCustomRule(settingsContext, Number(id));
          const ids: string[] = [];
          for (const org_id of runnable(settingsContext, { ...customTarget, runs: runsBefore }, slot)) {
            const { run_id, position } = await requestRunByHand(settingsContext, request, customTarget, {
              org_id,
              slot,
            });
            holdsUpTo(reply, position);
            ids.push(run_id);
          }
          return { status: 'ok' as const, run_id: ids[0] ?? '', slot };
        }
        const ruleTarget = await ownRule(settingsContext, session, Number(application_id), Number(id));
        const { rule } = ruleTarget;
        const runsBefore = runsOfRule(settingsContext.automations.state, rule.automation_id);
        const organizations = runnable(settingsContext, { ...ruleTarget, runs: runsBefore }, slot);
        const runs = organizations.map((org_id) => {
          const stream = automationRunStream({ automation_id: rule.automation_id, org_id, slot });
          return { stream, org_id, run_id: eventIdFrom(stream) };
        });
        for (const { stream, org_id, run_id } of runs) {
          const data = {
            run_id,
            automation_id: rule.automation_id,
            application_id: rule.application_id,
            org_id,
            slot,
            version: rule.version,
            asked_by: session.account.account_id,
            requested_at: settingsContext.deps.now().toISOString(),
          };
          const { position } = await handleCommand(settingsContext.deps.log, {
            stream,
            decider: runDecider,
            cause: `requested ${run_id}`,
            context: personContext(request),
            decide: (state) => requestRun(state, data),
          });
          await settingsContext.automations.reached(position);
          holdsUpTo(reply, position);
        }
        return { status: 'ok' as const, run_id: runs[0]?.run_id ?? '', slot };
      }),
  );
}

/** A rule of any type with its runs so far. */
interface RanRule {
  readonly rule: Pick<ExistingCustomRule, 'status' | 'apply_to'>;
  readonly application: OpenApplication;
  readonly runs: readonly { readonly slot: string; readonly state: string; readonly started_at: string }[];
}

/**
 * @returns organizations that it runs in: those that stand are left out.
 * @throws DomainError `wrong_state`, `too_soon`, `read_only`; `apple_ads_not_connected` when all of them stand.
 */
function runnable({ deps }: SettingsContext, { rule, application, runs }: RanRule, slot: string): number[] {
  const organizations = organizationsToRun({
    team: deps.directory.state.teams.get(application.team_id) ?? {},
    application,
    rule,
    runs: runs.filter((run) => run.slot !== slot),
    version: deps.appleAds.version,
    now: deps.now().getTime(),
    betweenMs: deps.settings.automation?.hourMs ?? hourMs,
  });
  const { appleAds } = deps;
  const connected = organizations.filter(
    (orgId) => !isDisconnected(connectionOf(appleAds.connections.state, orgId), spokenBy(appleAds)),
  );
  const [first] = organizations;
  if (connected.length === 0 && first !== undefined) requireAppleAds(appleAds, first);
  return connected;
}
