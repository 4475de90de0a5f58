import type { CustomRule } from './custom-rule.ts';

/** Ids of all labels that a rule names: in its scope, and in what it does. */
export function labelsNamedBy({ scope, cases }: Pick<CustomRule, 'scope' | 'cases'>): ReadonlySet<number> {
  const ofScope = [...(scope.labels?.any ?? []), ...(scope.labels?.none ?? [])];
  const ofActions = cases.flatMap(({ then }) =>
    then.flatMap((action) => (action.do === 'label' ? [action.add ?? [], action.remove ?? []].flat() : [])),
  );
  return new Set([...ofScope, ...ofActions]);
}
