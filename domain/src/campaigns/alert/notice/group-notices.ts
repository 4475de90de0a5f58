import { largestFirst, separateUnits } from '../episode/alert-messages.ts';
import type { UnitNotice } from './notices.ts';

/** A line below the bell: of one unit, or of all that one evaluation says the same of. */
export interface AlertNotice extends Omit<UnitNotice, 'alertName' | 'unit'> {
  /** Ids that the notices of its units have alone. */
  readonly unitIds: readonly string[];
}

const namedUnits = 3;

/**
 * One notice for each unit, or one for more than five units of an alert of which the same evaluation says the same.
 * @param idOf Makes an id from text.
 */
export function groupNotices(notices: readonly UnitNotice[], idOf: (text: string) => string): AlertNotice[] {
  const evaluations = new Map<string, UnitNotice[]>();
  for (const notice of notices) {
    const key = `${notice.alertId} ${notice.kind} ${notice.at}`;
    const same = evaluations.get(key);
    if (same === undefined) evaluations.set(key, [notice]);
    else same.push(notice);
  }
  return [...evaluations].flatMap(([key, same]) => {
    const [first] = same;
    if (first === undefined || same.length <= separateUnits) return same.map((notice) => lineOf(notice, [notice]));
    return [{ ...lineOf(first, same), id: idOf(key), text: groupText(first, same) }];
  });
}

const lineOf = ({ alertName: _, unit: _unit, ...line }: UnitNotice, same: readonly UnitNotice[]): AlertNotice => ({
  ...line,
  unitIds: same.map(({ id }) => id),
});

function groupText({ kind, alertName }: UnitNotice, same: readonly UnitNotice[]): string {
  const named = same.toSorted((left, right) => largestFirst(left.unit, right.unit)).slice(0, namedUnits);
  const names = `${named.map(({ unit }) => unit.name).join(', ')} and ${same.length - named.length} more`;
  const incidents = `${alertName}: ${same.length} incidents (${names})`;
  switch (kind) {
    case 'fired':
      return incidents;
    case 'unsteady':
      return `Unsteady: ${incidents}`;
    case 'still_firing':
      return `Still: ${incidents}`;
    case 'recovered':
      return `Recovered: ${incidents}`;
    case 'silent':
      return `${alertName}: No data for ${same.length} units (${names})`;
    default:
      return kind satisfies never;
  }
}
