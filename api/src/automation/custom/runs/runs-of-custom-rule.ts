import { type CustomRunSummary, DomainError, dayMs, type ExistingCustomRule } from '@tapwise/domain';
import type { SettingsContext } from '../../../settings-changes/settings-context.ts';

type FollowedRules = Pick<SettingsContext, 'customRules'>;

/** Runs of a rule in all ad organizations, oldest first. */
export const runsOfCustomRule = ({ customRules }: FollowedRules, automationId: number): CustomRunSummary[] =>
  [...customRules.state.runs.organizations]
    .filter(([name]) => name.startsWith(`${automationId}.`))
    .flatMap(([, { runs }]) => runs)
    .sort((left, right) => (left.started_at < right.started_at ? -1 : left.started_at > right.started_at ? 1 : 0));

/** The newest run; one that evaluated something, where there is such a one. */
export const newestRun = (runs: readonly CustomRunSummary[]): CustomRunSummary | undefined =>
  runs.findLast(({ as_of }) => as_of !== null) ?? runs.at(-1);

/** @throws DomainError `not_found` for a run that the rule does not have. */
export function runOfRule(runs: readonly CustomRunSummary[], runId: string): CustomRunSummary {
  const run = runs.find(({ run_id }) => run_id === runId);
  if (run === undefined) throw new DomainError('not_found', { message: 'This run was not found.' });
  return run;
}

/** Until when a held run may be released; milliseconds. */
export const heldUntil = ({ as_of }: Pick<CustomRunSummary, 'as_of'>): number =>
  as_of === null ? 0 : Date.parse(as_of) + dayMs;

/** Whether a run is held and can still be released: not once the rule has been paused, or its cases are others. */
export function isReleasable(run: CustomRunSummary, rule: ExistingCustomRule, now: number): boolean {
  const { state, as_of } = run;
  if (state !== 'held' || as_of === null || rule.status !== 'active' || now >= heldUntil(run)) return false;
  return rule.casesSince <= as_of;
}
