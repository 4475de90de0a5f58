import type { OpposingCases, RuleVerdict } from '@tapwise/domain';

/** Whether the conditions of a case were true of the unit, whatever held the change back. */
const matched = ({ verdict }: RuleVerdict): boolean => verdict !== 'no_match' && verdict !== 'no_data';

/** Units that two rules share, and those of them that match a pair of opposing cases now. */
interface SharedUnits {
  readonly shared: readonly string[];
  readonly both: readonly string[];
}

/** @param opposing Pairs of cases of the first rule and the other, all of one field. */
export function sharedUnits(
  first: readonly RuleVerdict[],
  others: readonly RuleVerdict[],
  opposing: readonly OpposingCases[],
): SharedUnits {
  const firstByKey = new Map(first.map((verdict) => [verdict.key, verdict]));
  const pairs = new Set(opposing.map(({ cases }) => cases.join()));
  const shared = others.filter(({ key }) => firstByKey.has(key));
  const both = shared.filter((verdict) => {
    const firstVerdict = firstByKey.get(verdict.key);
    if (firstVerdict === undefined || !matched(firstVerdict) || !matched(verdict)) return false;
    return pairs.has(`${firstVerdict.case},${verdict.case}`);
  });
  return { shared: shared.map(({ key }) => key), both: both.map(({ key }) => key) };
}

/** Fields of pairs of cases, each with its pairs. */
export function byField(opposing: readonly OpposingCases[]): Map<OpposingCases['field'], OpposingCases[]> {
  const fields = new Map<OpposingCases['field'], OpposingCases[]>();
  for (const pair of opposing) fields.set(pair.field, [...(fields.get(pair.field) ?? []), pair]);
  return fields;
}
