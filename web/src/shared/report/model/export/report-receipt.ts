import type { AsOf, ReportParams } from '@tapwise/contract';
import { type AsOfParams, fileMark } from '../../../past-view/past-instant.ts';
import type { ReceiptLine } from '../../../tables/excel/excel-table.ts';
import { claimLabels, statusLabels } from '../scope/filter-labels.ts';

export interface ReceiptFacts {
  application: string;
  organization: string;
  timeZone: string;
  currency: string;
  params: ReportParams & AsOfParams;
  asOf: AsOf;
  /** Position of the log the figures are complete up to. */
  position: string | null;
  /** Names above the rows, if there are any. */
  path: readonly string[];
  tab: string;
  predictions: boolean;
  /** What the row filter was set to; empty for all rows. */
  rowFilter: string;
  rows: number;
  madeAt: Date;
}

/** What a file says about itself: whose figures, of which days, filtered how, how old, and how many rows. */
export function receiptOf(facts: ReceiptFacts): ReceiptLine[] {
  const { params, asOf } = facts;
  const age = (instant: string | null) => instant ?? 'nothing yet';
  const lines: [string, string][] = [
    ['Application', facts.application],
    ['Organization', facts.organization],
    ...(facts.path.length === 0 ? [] : [['Within', facts.path.join(' > ')] as [string, string]]),
    ...(params.as_of === undefined ? [] : [['As known at', params.as_of] as [string, string]]),
    ['Days', `${params.from} to ${params.to} (${facts.timeZone})`],
    ['Countries', params.country === undefined || params.country === 'all' ? 'All' : params.country],
    ['Claim type', claimLabels[params.claim_type ?? 'click']],
    ['Status', statusLabels[params.status ?? 'all']],
    ...(params.group === undefined ? [] : [['Groups', 'Keywords of one text'] as [string, string]]),
    ['Row filter', facts.rowFilter === '' ? 'None' : facts.rowFilter],
    ['View', facts.tab],
    ['Predictions for active subscriptions', facts.predictions ? 'Included' : 'Not included'],
    ['Currency', facts.currency],
    ['Apple Ads as of', age(asOf.ads)],
    ['First launches as of', age(asOf.sdk)],
    ['Store as of', age(asOf.store)],
    ['Impression share as of', age(asOf.impression_share)],
    ['Log position', facts.position ?? 'not known'],
    ['Made at', facts.madeAt.toISOString()],
  ];
  return [
    ...lines.map(([label, value]): ReceiptLine => ({ label, value })),
    { label: 'Rows', value: facts.rows, kind: 'count' },
  ];
}

/** `tapwise-campaigns-2026-11-15-2026-11-21.xlsx`; with `-as-of-2026-11-20T0900Z` before the ending of one of the past. */
export function fileName({ from, to, as_of }: ReportParams & AsOfParams, many: string, ending: 'xlsx' | 'csv'): string {
  return `tapwise-${many.replaceAll(' ', '-')}-${from}-${to}${fileMark(as_of ?? null)}.${ending}`;
}
