import type { ReportRow } from '@tapwise/contract';

/** The rows whose name contains a text, or whose id is it; all rows for an empty text. Order stays. */
export function filterRows(
  order: readonly number[],
  text: string,
  rowOf: (id: number) => ReportRow | undefined,
): readonly number[] {
  const wanted = text.trim().toLocaleLowerCase();
  if (wanted === '') return order;
  return order.filter((id) => String(id) === wanted || rowOf(id)?.name.toLocaleLowerCase().includes(wanted) === true);
}
