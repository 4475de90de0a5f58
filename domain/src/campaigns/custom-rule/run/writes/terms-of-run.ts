import type { CustomRule } from '../../definition/custom-rule.ts';
import { type NegativeScope, type TargetIds, termOfKey } from '../../definition/term-targets.ts';
import type { CustomRunState } from '../custom-run.decider.ts';
import { type RecordedVerdict, readUnits } from '../record/recorded-verdicts.ts';

/** A search term that a run acts on. */
export interface RunTerm {
  /** Key of the unit. */
  readonly unit: string;
  readonly campaignId: number;
  readonly adGroupId: number;
  /** Text key. */
  readonly text: string;
  /** Where it is bought and for how much, in micros, and whether it is blocked where it was found; `null`: it is not. */
  readonly buy: { readonly target: TargetIds; readonly bid: number; readonly negate: boolean } | null;
  /** Where it is blocked without being bought; `null`: it is not. */
  readonly block: NegativeScope | null;
}

/** Search terms that a run acts on, in the order of its verdicts. A held run and one in shadow act on none. */
export function termsOfCustomRun(
  { start, verdicts }: Pick<CustomRunState, 'start' | 'verdicts'>,
  { level, cases }: Pick<CustomRule, 'level' | 'cases'>,
): RunTerm[] {
  if (level !== 'search_term' || start === null || start.mode !== 'live' || start.held !== null) return [];
  const acted = verdicts.flatMap((part) => readUnits(part).filter(({ verdict }) => verdict === 'acted'));
  return acted.map((unit) => termOf(unit, cases)).filter(({ buy, block }) => buy !== null || block !== null);
}

function termOf(unit: RecordedVerdict, cases: CustomRule['cases']): RunTerm {
  const actions = cases[unit.case ?? 0]?.then ?? [];
  let buy: RunTerm['buy'] = null;
  let block: RunTerm['block'] = null;
  for (const { do: name, new: set } of unit.actions) {
    const action = set === null ? undefined : actions.find((candidate) => candidate.do === name);
    if (action?.do === 'add_keyword') buy = { target: action, bid: Number(set), negate: action.negate };
    if (action?.do === 'negative') block = action.at;
  }
  return { unit: unit.key, ...termOfKey(unit.key), buy, block };
}
