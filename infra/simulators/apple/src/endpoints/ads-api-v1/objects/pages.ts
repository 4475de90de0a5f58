import type { PlatformFaults } from '../../../control/platform-faults.ts';

/** Where a page begins, and how many rows it has at most. */
export interface Slice {
  readonly offset: number;
  readonly pageSize: number;
}

/** A page as it is served: never longer than the service likes, whatever was asked for. */
export function servedPage(
  requested: { readonly offset?: number | undefined; readonly pageSize?: number | undefined } | undefined,
  { usual, most }: { readonly usual: number; readonly most: number },
  { pageCap }: Pick<PlatformFaults, 'pageCap'>,
): Slice {
  const pageSize = Math.min(requested?.pageSize ?? usual, most, pageCap ?? most);
  return { offset: requested?.offset ?? 0, pageSize };
}

/** The part of the answer that says where it was cut. `totalCount` null: nobody asked for it. */
export function paginationOf(
  { offset, pageSize }: Slice,
  totalCount: number | null,
  { totalCount: unasked }: Pick<PlatformFaults, 'totalCount'>,
): object {
  if (totalCount !== null) return { offset, pageSize, totalCount };
  if (unasked === 'absent') return { offset, pageSize };
  return { offset, pageSize, totalCount: unasked === 'null' ? null : 0 };
}

export const rowsOf = <Row>(rows: readonly Row[], { offset, pageSize }: Slice): readonly Row[] =>
  rows.slice(offset, offset + pageSize);
