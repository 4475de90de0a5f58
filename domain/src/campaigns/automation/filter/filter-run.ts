import { chunksOf } from '../../../shared/chunks.ts';
import type { ChangeRow } from '../../change/change-row.ts';
import type { AutomationRunEvent } from '../run/automation-run.events.ts';
import { identityOfRun, perEvent, type RunStart, type RunState } from '../run/run.decider.ts';
import type { SettledTerm, TermVerdict } from '../run/term-verdict.ts';

/** Records the start of a filter's run and what was decided, each term once. */
export function decideFilterRun(state: RunState, start: RunStart, terms: readonly TermVerdict[]): AutomationRunEvent[] {
  if (state.ended) return [];
  const open = terms.filter(({ decision_id }) => !state.terms.has(decision_id));
  return [
    ...(state.start === null ? [{ type: 'AutomationRunStarted' as const, data: start }] : []),
    ...chunksOf(open, perEvent).map((part) => ({
      type: 'SearchTermsFiltered' as const,
      data: { ...identityOfRun(start), terms: part, decided_at: start.as_of },
    })),
  ];
}

/** The rows of the change that carries a filter's run out, in the order of its decisions; there are few enough for one change. */
export const rowsOfNegatives = (terms: Iterable<TermVerdict>): ChangeRow[] =>
  [...terms].flatMap(({ verdict, scope, term }): ChangeRow[] =>
    verdict === 'negated' ? [{ key: negativeKey(scope), field: 'negative', base: null, new: term }] : [],
  );

/** A negative takes the place of a keyword, in the ad group 0 when it is one of the whole campaign. It has no id yet. */
const negativeKey = (scope: string): string => (scope.includes(':') ? `${scope}:0` : `${scope}:0:0`);

/** Records how calls ended, and the end of the run with what it found. */
export function settleFilterRun(
  state: RunState,
  end: {
    readonly settled: readonly SettledTerm[];
    readonly change_ids: string[];
    readonly stopped: boolean;
    readonly at: string;
  },
): AutomationRunEvent[] {
  const { start, ended, terms } = state;
  if (start === null || ended) return [];
  const open = end.settled.filter(({ decision_id }) => !state.settledTerms.has(decision_id));
  const done = end.settled.filter(({ outcome }) => outcome === 'changed' || outcome === 'unchanged').length;
  const failed = end.settled.filter(({ outcome }) => outcome !== 'skipped').length - done;
  const checked = terms.size;
  const counts = { checked, raised: done, at_cap: 0, skipped: checked - done - failed, failed };
  return [
    ...chunksOf(open, perEvent).map((settled) => ({
      type: 'SearchTermsSettled' as const,
      data: { ...identityOfRun(start), settled, settled_at: end.at },
    })),
    {
      type: 'AutomationRunEnded',
      data: {
        ...identityOfRun(start),
        state: end.stopped ? 'stopped' : 'done',
        change_ids: end.change_ids,
        counts,
        message: end.stopped ? null : foundText(newTerms(terms.values())),
        ended_at: end.at,
      },
    },
  ];
}

/** Terms that are to be decided and were not so at the run before. */
export const newTerms = (terms: Iterable<TermVerdict>): number =>
  [...terms].filter(({ verdict, begins }) => verdict === 'to_decide' && begins).length;

const foundText = (count: number): string =>
  count === 0 ? 'No new search terms' : `${count} new search terms to decide`;
