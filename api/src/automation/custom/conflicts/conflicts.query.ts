import { conflictsQuerySchema, conflictsResponseSchema, customRulePaths } from '@tapwise/contract/custom-rule';
import { ownApplication } from '../../../access/own-application.ts';
import type { ApiServer } from '../../../http/api-server.ts';
import { readId } from '../../../http/read-id.ts';
import { sessionOf } from '../../../http/rights.plugin.ts';
import type { SettingsContext } from '../../../settings-changes/settings-context.ts';
import { integrated } from '../../own-rule.ts';
import { runsOfCustomRule } from '../runs/runs-of-custom-rule.ts';
import { coveredOf, neverMatchedOf, oscillatingOf, pairsOf } from './conflicts-response.ts';
import { type EvaluatedRule, evaluateAsDraft } from './evaluated-rules.ts';

/** `GET /api/asa/automated_campaigns/conflicts`: which active rules of an application pull apart; each of them is evaluated. */
export function conflictsRoute(app: ApiServer, settingsContext: SettingsContext): void {
  const { deps, customRules } = settingsContext;
  app.get(
    customRulePaths.conflicts,
    {
      schema: { querystring: conflictsQuerySchema, response: { 200: conflictsResponseSchema } },
      config: { right: 'act' },
    },
    (request) =>
      app.trialLimit(request, async () => {
        const applicationId = readId(request.query, 'application_id');
        const application = integrated(ownApplication(deps, sessionOf(request), applicationId));
        await customRules.caughtUp;
        const now = deps.now().getTime();
        const rules = [...customRules.state.rules.rules.values()].filter(
          ({ application_id, status }) => application_id === applicationId && status === 'active',
        );
        const evaluated: EvaluatedRule[] = [];
        for (const rule of rules) {
          request.signal.throwIfAborted();
          evaluated.push(await evaluateAsDraft(settingsContext, application, rule, now));
        }
        return {
          status: 'ok' as const,
          pairs: pairsOf(evaluated, now),
          oscillating: oscillatingOf(evaluated),
          never_matched: neverMatchedOf(rules, (id) => runsOfCustomRule(settingsContext, id), now),
          covered: coveredOf(evaluated),
        };
      }),
  );
}
