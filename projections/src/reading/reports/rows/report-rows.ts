import {
  type BaseSums,
  type ComputedMetricName,
  daysBetween,
  fillRow,
  planRows,
  type RowOptions,
  type RowPlan,
  sumBase,
} from '@tapwise/domain';
import type { ReportCells, ReportQuestion, ReportRow } from '../report.ts';
import type { DraftRow } from './displayed-objects.ts';
import { productCells, sumProducts } from './report-products.ts';

/** A row of which everything is known but its columns. */
export interface IdentifiedRow {
  readonly identity: Pick<ReportRow, 'id' | 'name' | 'status'> & Omit<ReportCells, 'products'>;
  readonly facts: DraftRow['facts'];
  readonly base: BaseSums;
  /** Whether totals count it. */
  readonly counts: boolean;
}

/** Rows with their columns, and the totals of those that count. */
export function reportRows(
  drafts: readonly IdentifiedRow[],
  options: RowOptions,
  range: Pick<ReportQuestion, 'from' | 'to'>,
): { rows: ReportRow[]; totals: ReportCells } {
  const plan = planOf(options, range);
  const counted = drafts.filter(({ counts }) => counts);
  let blank: ReportRow | undefined;
  const rows = drafts.map(({ identity, facts, base }) => {
    const products = productCells(facts);
    blank ??= { ...identity, ...plan.blank, products };
    // Every row is a copy of one: building it from its parts again would give each object a shape of its own.
    return fillRow(Object.assign({ ...blank }, identity, { products }), plan, base);
  });
  const products = sumProducts(rows.flatMap((row, index) => (drafts[index]?.counts === true ? [row.products] : [])));
  return { rows, totals: { ...fillRow({ ...plan.blank }, plan, sumBase(counted.map(({ base }) => base))), products } };
}

/** The totals of rows that are not made themselves. */
export function reportTotals(
  counted: readonly Pick<DraftRow, 'facts' | 'base'>[],
  options: RowOptions,
  range: Pick<ReportQuestion, 'from' | 'to'>,
): ReportCells {
  const plan = planOf(options, range);
  const products = productCells({
    subscriptions: counted.flatMap(({ facts }) => facts.subscriptions),
    income: counted.flatMap(({ facts }) => facts.income),
  });
  return { ...fillRow({ ...plan.blank }, plan, sumBase(counted.map(({ base }) => base))), products };
}

/** The columns of the rows of a range. */
export const planOf = (options: RowOptions, { from, to }: Pick<ReportQuestion, 'from' | 'to'>): RowPlan =>
  planRows(options, columnsLeftOut(from, to));

/** Over a range of seven days the share of the last seven would say the same twice. */
function columnsLeftOut(from: string, to: string): ComputedMetricName[] {
  return daysBetween(from, to) === 6 ? ['7d_impression_share'] : [];
}
