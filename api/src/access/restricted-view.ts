import type { ReportRow, ReportTotals } from '@tapwise/contract';
import { type Membership, withheldColumns, withheldSettings } from '@tapwise/domain';

/** Those of the settings whose changes the caller may know. */
export const visibleChanges = <Kind extends string>(kinds: readonly Kind[], restricted: boolean): Kind[] =>
  kinds.filter((kind) => !restricted || !withheldSettings.has(kind));

export const isRestricted = (session: Pick<Membership, 'access'>): boolean => session.access === 'restricted';

/** The same without the columns that are withheld. */
export function withoutWithheld<Cells extends ReportRow | ReportTotals | object>(cells: Cells): Cells {
  return Object.fromEntries(Object.entries(cells).filter(([column]) => !withheldColumns.has(column))) as Cells;
}
