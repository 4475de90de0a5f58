import { anyVerdictsResponseSchema, automationPaths, verdictsQuerySchema } from '@tapwise/contract/automation';
import { automationRunStream, DomainError, type RunSummary, runsOfRule } from '@tapwise/domain';
import type { ApiServer } from '../../http/api-server.ts';
import { readId } from '../../http/read-id.ts';
import { sessionOf } from '../../http/rights.plugin.ts';
import type { SettingsContext } from '../../settings-changes/settings-context.ts';
import { isCustomRule, ownCustomRule } from '../custom/own-custom-rule.ts';
import { customVerdicts } from '../custom/queries/custom-verdicts.ts';
import { ownRule } from '../own-rule.ts';
import { termVerdictResponse } from '../term-verdict-response.ts';
import { verdictResponse } from '../verdict-response.ts';

/** `GET /api/asa/automated_campaigns/verdicts`: why units were raised at a run of a rule, and why not. */
export function verdictsRoute(app: ApiServer, settingsContext: SettingsContext): void {
  app.get(
    automationPaths.verdicts,
    {
      schema: { querystring: verdictsQuerySchema, response: { 200: anyVerdictsResponseSchema } },
      config: { right: 'act' },
    },
    async (request) => {
      const { query } = request;
      const id = readId(query, 'id');
      const session = sessionOf(request);
      const applicationId = readId(query, 'application_id');
      if (await isCustomRule(settingsContext, id)) {
        const ruleTarget = await ownCustomRule(settingsContext, session, applicationId, id);
        const verdicts = () => customVerdicts(settingsContext, ruleTarget, query);
        // One unit may have to be evaluated again, which costs what all units do.
        return await (query.key === undefined ? verdicts() : app.trialLimit(request, verdicts));
      }
      const { rule } = await ownRule(settingsContext, session, applicationId, id);
      if (query.verdict !== undefined || query.before !== undefined) throw onlyCustom();
      const runs = runsOfRule(settingsContext.automations.state, rule.automation_id);
      const run = query.run_id === undefined ? newestOf(runs) : runs.find(({ run_id }) => run_id === query.run_id);
      if (run === undefined && query.run_id !== undefined) {
        throw new DomainError('not_found', { message: 'This run was not found.' });
      }
      return {
        status: 'ok' as const,
        run: run === undefined ? null : runResponse(run),
        verdicts: await verdictsOf(settingsContext, run, query.key),
      };
    },
  );
}

const onlyCustom = (): DomainError =>
  new DomainError('invalid_request', { message: 'Only verdicts of own rules are filtered and paged' });

/** The newest one; with a verdict for each unit, where there is such a one. */
const newestOf = (runs: readonly RunSummary[]): RunSummary | undefined =>
  runs.findLast(({ as_of }) => as_of !== null) ?? runs.at(-1);

function runResponse(run: RunSummary) {
  const { run_id, slot, state, version, as_of, started_at, ended_at, change_id, message } = run;
  return { run_id, slot, state, version, as_of, started_at, ended_at, change_id, message };
}

async function verdictsOf({ runStates }: SettingsContext, run: RunSummary | undefined, key: string | undefined) {
  if (run === undefined) return [];
  const { state } = await runStates.current(automationRunStream(run));
  const decisions = [...state.decisions.values()].filter((decision) => key === undefined || decision.key === key);
  const terms = [...state.terms.values()].filter((term) => key === undefined || term.key === key);
  return [
    ...decisions.map((decision) =>
      verdictResponse(decision, decision.decision_id, state.settled.get(decision.decision_id)),
    ),
    ...terms.map((term) => termVerdictResponse(term, state.settledTerms.get(term.decision_id))),
  ];
}
