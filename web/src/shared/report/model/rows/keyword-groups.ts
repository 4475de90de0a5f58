import type { ReportRow } from '@tapwise/contract';
import type { CellView } from '../../../tables/grid/index.ts';
import type { ReportLevel } from '../scope/report-level.ts';

/** Whether a row adds up keywords of one text; the server gives such rows negative ids. */
export const isKeywordGroup = (level: ReportLevel, row: Pick<ReportRow, 'id'>): boolean =>
  level === 'keyword' && row.id < 0;

/**
 * Sorted rows with the keywords of each group right under it, in their own order; those of closed groups are left out.
 * @param opened ids of the groups whose keywords are shown
 */
export function nestGroups(
  order: readonly number[],
  rowOf: (id: number) => ReportRow | undefined,
  opened: ReadonlySet<number>,
): number[] {
  const groups = new Set(order.filter((id) => id < 0));
  const members = new Map<number, number[]>();
  const top: number[] = [];
  for (const id of order) {
    const group = rowOf(id)?.group_id;
    if (typeof group !== 'number' || !groups.has(group)) top.push(id);
    else if (opened.has(group)) pushTo(members, group, id);
  }
  return top.flatMap((id) => [id, ...(members.get(id) ?? [])]);
}

function pushTo(members: Map<number, number[]>, group: number, id: number): void {
  const groupIds = members.get(group);
  if (groupIds === undefined) members.set(group, [id]);
  else groupIds.push(id);
}

/** The name of a group says what it adds up and whether it is open; that of its keywords is within. */
export function nameInGroup(view: CellView, row: ReportRow, opened: ReadonlySet<number>): CellView {
  if (typeof row.group_id === 'number') return { ...view, within: true };
  if (!isKeywordGroup('keyword', row)) return view;
  const match = typeof row.match_type === 'string' ? ` ${row.match_type.toLowerCase()}` : '';
  return {
    ...view,
    expanded: opened.has(row.id),
    note: `${String(row.group_keywords)}${match === '' ? ' keywords' : match}`,
  };
}

/** "3 campaigns" where the keywords of a group are in several. */
export function parentOfGroup(
  row: ReportRow,
  count: 'group_campaigns' | 'group_ad_groups',
  many: string,
): string | null {
  const number = row[count];
  return typeof number === 'number' && number > 1 ? `${number} ${many}` : null;
}
