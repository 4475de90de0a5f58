import type { CustomVerdict, CustomVerdictsResponse } from '@tapwise/contract/custom-rule';
import {
  type CustomRunState,
  type CustomRunSummary,
  customRunStream,
  DomainError,
  readVerdicts,
  settleVerdict,
} from '@tapwise/domain';
import type { SettingsContext } from '../../../settings-changes/settings-context.ts';
import type { OwnCustomRule } from '../own-custom-rule.ts';
import { customRunResponse } from '../runs/custom-run-response.ts';
import { customVerdictResponse, decisionIdOf } from '../runs/custom-verdict-response.ts';
import { newestRun, runOfRule, runsOfCustomRule } from '../runs/runs-of-custom-rule.ts';
import { verdictWithoutFigures } from './verdict-without-figures.ts';

/** Which verdicts a call wants. */
interface VerdictsQuestion {
  readonly run_id?: string | undefined;
  readonly key?: string | undefined;
  readonly verdict?: CustomVerdict['verdict'] | undefined;
  /** `decision_id` of the last one seen. */
  readonly before?: string | undefined;
}

/** Verdicts in one answer. */
const verdictsPerPage = 500;

/** The verdicts of a run, in the order of their units. @throws DomainError `not_found` for another rule's run. */
export async function customVerdicts(
  settingsContext: SettingsContext,
  ownRule: OwnCustomRule,
  question: VerdictsQuestion,
): Promise<CustomVerdictsResponse> {
  const { rule } = ownRule;
  const runs = runsOfCustomRule(settingsContext, rule.automation_id);
  const run = question.run_id === undefined ? newestRun(runs) : runOfRule(runs, question.run_id);
  if (run === undefined) return { status: 'ok', run: null, verdicts: [] };
  const { state } = await settingsContext.customRunStates.current(customRunStream(run));
  const recorded = verdictsOf(run, state);
  const ofKey = question.key === undefined ? recorded : recorded.filter(({ key }) => key === question.key);
  const isUnrecorded = question.key !== undefined && ofKey.length === 0;
  const all = isUnrecorded ? await verdictWithoutFigures(settingsContext, ownRule, run, question.key) : ofKey;
  const wanted = all.filter(({ verdict }) => question.verdict === undefined || verdict === question.verdict);
  return { status: 'ok', run: customRunResponse(run), verdicts: pageAfter(wanted, question.before) };
}

function verdictsOf(run: CustomRunSummary, { start, verdicts, settled }: CustomRunState): CustomVerdict[] {
  if (start === null) return [];
  return verdicts
    .flatMap((part) => readVerdicts(part, start.currency))
    .map((verdict) =>
      customVerdictResponse(
        settleVerdict(verdict, settled.get(verdict.key)),
        decisionIdOf(run.automation_id, run.slot, verdict.key),
      ),
    );
}

function pageAfter(verdicts: readonly CustomVerdict[], before: string | undefined): CustomVerdict[] {
  if (before === undefined) return verdicts.slice(0, verdictsPerPage);
  const last = verdicts.findIndex(({ decision_id }) => decision_id === before);
  if (last === -1) throw new DomainError('invalid_request', { details: { field: 'before' } });
  return verdicts.slice(last + 1, last + 1 + verdictsPerPage);
}
