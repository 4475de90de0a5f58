import { type EvaluationData, incompleteText, isFreshFigures, usesToday } from '@tapwise/domain';
import type { PastInstant } from './past-instant.ts';

/** Whether a run would not have been left out. One that was made had its data. */
export function hasData(
  { days, isTrusted, version: { rule } }: Pick<PastInstant, 'days' | 'isTrusted' | 'version'>,
  { days: complete, asOf, zone, pulledAt }: Pick<EvaluationData, 'days' | 'asOf' | 'zone' | 'pulledAt'>,
): boolean {
  if (days !== null) return true;
  if (incompleteText(complete, asOf, zone) !== undefined) return false;
  return !usesToday(rule.cases) || (isTrusted && pulledAt !== null && isFreshFigures(pulledAt, asOf));
}
