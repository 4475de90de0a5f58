import type { OpposingCases, UnitDecision } from '@tapwise/domain';

/** Whether the conditions of a case were true of the unit, whatever held the change back. */
const matched = ({ verdict }: UnitDecision): boolean => verdict !== 'no_match' && verdict !== 'no_data';

/** Units that two rules share, and those of them that match a pair of opposing cases now. */
interface SharedUnits {
  readonly shared: readonly string[];
  readonly both: readonly string[];
}

/** @param opposing Pairs of cases of the first rule and the other, all of one field. */
export function sharedUnits(
  first: readonly UnitDecision[],
  others: readonly UnitDecision[],
  opposing: readonly OpposingCases[],
): SharedUnits {
  const firstByKey = new Map(first.map((decision) => [decision.key, decision]));
  const pairs = new Set(opposing.map(({ cases }) => cases.join()));
  const shared = others.filter(({ key }) => firstByKey.has(key));
  const both = shared.filter((decision) => {
    const ofFirst = firstByKey.get(decision.key);
    if (ofFirst === undefined || !matched(ofFirst) || !matched(decision)) return false;
    return pairs.has(`${ofFirst.case},${decision.case}`);
  });
  return { shared: shared.map(({ key }) => key), both: both.map(({ key }) => key) };
}

/** Fields of pairs of cases, each with its pairs. */
export function byField(opposing: readonly OpposingCases[]): Map<OpposingCases['field'], OpposingCases[]> {
  const fields = new Map<OpposingCases['field'], OpposingCases[]>();
  for (const pair of opposing) fields.set(pair.field, [...(fields.get(pair.field) ?? []), pair]);
  return fields;
}
