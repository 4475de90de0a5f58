import { decimalsOf } from '@tapwise/contract/money';
import type { CustomDryRun } from '../../api/custom-rule-types.ts';
import type { EnteredAction, EnteredRule } from '../../api/entered-rule.ts';

/** A setting over the next runs if no figure changes, now first; `without`: if the rule did not rest after a change. */
export interface FrozenValues {
  readonly key: string;
  readonly name: string;
  readonly values: readonly number[];
  readonly without: readonly number[] | null;
}

const isNumber = (value: unknown): value is number => typeof value === 'number';

/** The first unit whose setting is an amount. */
export function frozenValues(
  { frozen, verdicts }: Pick<CustomDryRun, 'frozen' | 'verdicts'>,
  rule: EnteredRule,
  currency: string,
): FrozenValues | null {
  for (const { key, values } of frozen) {
    const verdict = verdicts.find((candidate) => candidate.key === key);
    const decided = verdict?.actions.find(({ old, new: set }) => isNumber(old) && isNumber(set));
    const amounts = values.filter(isNumber);
    if (verdict === undefined || decided === undefined || !isNumber(decided.old) || amounts.length !== values.length)
      continue;
    const action = rule.cases[verdict.case ?? -1]?.then.find((candidate) => candidate.do === decided.do);
    const without = action === undefined ? null : repeatedChange(decided.old, action, currency, values.length);
    return { key, name: verdict.name, values: [decided.old, ...amounts], without };
  }
  return null;
}

/** A setting that an action changes at each of so many runs; `null` for actions that do not go on from the last value. */
export function repeatedChange(
  old: number,
  { how, percent, amount, min, max }: EnteredAction,
  currency: string,
  runs: number,
): number[] | null {
  if (how !== 'raise' && how !== 'lower') return null;
  const decimals = 10 ** decimalsOf(currency);
  const sign = how === 'raise' ? 1 : -1;
  const values = [Math.round(old * decimals)];
  for (let run = 0; run < runs; run += 1) {
    const before = values.at(-1) ?? 0;
    const step = isNumber(percent) ? Math.round((before * percent) / 100) : Math.round(Number(amount ?? 0) * decimals);
    const moved = before + sign * Math.max(step, 1);
    const least = isNumber(min) ? Math.round(min * decimals) : 1;
    const most = isNumber(max) ? Math.round(max * decimals) : Number.POSITIVE_INFINITY;
    const limited = Math.min(Math.max(moved, least), most);
    // A limit never turns a change round.
    values.push(sign * (limited - before) > 0 ? limited : before);
  }
  return values.map((value) => value / decimals);
}
