import { eventIdFrom } from '@tapwise/adapters';
import {
  type AlertDryRunBody,
  type AlertDryRunResponse,
  alertDryRunBodySchema,
  alertDryRunResponseSchema,
  alertPaths,
} from '@tapwise/contract/alerts';
import {
  alertUnitKey,
  DomainError,
  describeVerdict,
  incompleteText,
  type OpenApplication,
  type OwnAlertRule,
  usualPatience,
} from '@tapwise/domain';
import { ownApplication } from '../../../access/own-application.ts';
import { type ApiServer, ruleBodyLimit } from '../../../http/api-server.ts';
import { sessionOf } from '../../../http/rights.plugin.ts';
import type { SettingsContext } from '../../../settings-changes/settings-context.ts';
import { customVerdictResponse, unsettled } from '../../custom/runs/custom-verdict-response.ts';
import { addCounts, noCounts, oldestDays } from '../../custom/trials/add-evaluations.ts';
import { evaluateNow, organizationsOf } from '../../custom/trials/evaluate-now.ts';
import { integrated } from '../../own-rule.ts';
import { readPastEpisodes } from './past-evaluations.ts';
import { alertWarnings, readWritten } from './read-written.ts';

/** Verdicts in the answer unless the call wants another number. */
const verdictsShown = 200;

/** `POST /api/asa/alerts/dry_run`: what a draft of an alert finds now, and its incidents of the last days; nothing is recorded or sent. */
export function alertDryRunRoute(app: ApiServer, settingsContext: SettingsContext): void {
  app.post(
    alertPaths.dryRun,
    {
      schema: { body: alertDryRunBodySchema, response: { 200: alertDryRunResponseSchema } },
      config: { right: 'act' },
      bodyLimit: ruleBodyLimit,
    },
    (request) =>
      app.trialLimit(request, async () => {
        const { application_id } = request.body;
        const application = integrated(
          ownApplication(settingsContext.deps, sessionOf(request), Number(application_id)),
        );
        const { apply_to = {}, automation_params = {} } = request.body;
        const written = await readWritten(settingsContext, application, { apply_to, automation_params });
        if (written.rule === undefined || written.apply_to === undefined) throw new DomainError('internal');
        const draft = { rule: written.rule, apply_to: written.apply_to };
        return await dryRun(settingsContext, application, draft, request.body);
      }),
  );
}

async function dryRun(
  settingsContext: SettingsContext,
  application: OpenApplication,
  draft: OwnAlertRule,
  body: AlertDryRunBody,
): Promise<AlertDryRunResponse> {
  const asOf = settingsContext.deps.now().getTime();
  const evaluated = [];
  for (const organization of organizationsOf(application, draft.apply_to)) {
    const { org_id } = organization;
    const { evaluation, data } = await evaluateNow(
      settingsContext,
      { ...draft, stored: null },
      { application, organization },
      asOf,
    );
    const decided = evaluation.decisions.map((decision) => ({ evaluation, decision, org_id }));
    evaluated.push({ decided, counts: evaluation.counts, data });
  }
  const decided = evaluated.flatMap((organization) => organization.decided);
  const notified = decided.filter(({ decision }) => decision.verdict === 'notified');
  const others = decided.filter(({ decision }) => decision.verdict !== 'notified');
  const usual = usualPatience(draft.rule);
  const patience = { for: body.for ?? usual, clear: body.clear ?? usual };
  const past = await readPastEpisodes(settingsContext, application, { draft, patience, asOf });
  const incomplete = evaluated.flatMap(({ data }) => incompleteText(data.days, data.asOf, data.zone) ?? []);
  return {
    status: 'ok',
    as_of: new Date(asOf).toISOString(),
    days: oldestDays(evaluated.map(({ data }) => data.days)),
    verdicts: [...notified, ...others].slice(0, body.limit ?? verdictsShown).map(({ evaluation, decision, org_id }) => {
      const key = alertUnitKey(decision.key, org_id);
      const verdict = { ...describeVerdict(evaluation, decision), key };
      return customVerdictResponse(unsettled(verdict), eventIdFrom(`dry run ${asOf} ${key}`));
    }),
    counts: evaluated.reduce((sum, { counts }) => addCounts(sum, counts), noCounts),
    exposure: 0,
    frozen: [],
    conflicts: [],
    episodes: past.episodes,
    warnings: [...new Set(incomplete), ...alertWarnings(application, draft, decided.length), ...past.warnings],
  };
}
