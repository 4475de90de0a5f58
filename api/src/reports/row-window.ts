import type { ReportCall } from '@tapwise/contract';
import { DomainError, metricsOf, withheldColumns } from '@tapwise/domain';
import type { RowWindow } from '@tapwise/projections/queries';

type Raw = Readonly<Record<string, string | undefined>>;

/** Rows that one window may hold. */
const mostRows = 1000;
const words: ReadonlySet<string> = new Set(['name', 'status', 'campaign_name', 'ad_group_name', 'cpt_bid', 'maturity']);

/**
 * Which rows of a comparison are wanted: `sort` is a column, with a minus in front for the largest first; `offset` and `limit` count
 * rows.
 * @throws DomainError `invalid_request`, `unsupported`.
 */
export function readWindow(call: ReportCall, raw: Raw, restricted: boolean): RowWindow | undefined {
  const windowField = (['sort', 'offset', 'limit'] as const).find((field) => raw[field] !== undefined);
  if (windowField === undefined) return undefined;
  if (call !== 'all_campaigns_keywords' || raw.group !== undefined) {
    throw new DomainError('unsupported', { details: { field: windowField } });
  }
  const descending = raw.sort?.startsWith('-') ?? false;
  const sort = descending ? raw.sort?.slice(1) : raw.sort;
  const isColumn = sort === undefined || words.has(sort) || keywordColumns.has(sort);
  if (!isColumn || (restricted && sort !== undefined && withheldColumns.has(sort))) {
    const message = 'sort must be a column of keywords, with a minus in front for the largest first.';
    throw new DomainError('invalid_request', { message, details: { field: 'sort' } });
  }
  const offset = readCount(raw.offset ?? '0', 'offset', { least: 0, most: 1_000_000 });
  const limit = readCount(raw.limit ?? '100', 'limit', { least: 1, most: mostRows });
  return { sort, descending, offset, limit };
}

const keywordColumns: ReadonlySet<string> = new Set(metricsOf('keyword').map(({ name }) => name));

function readCount(text: string, field: string, { least, most }: { least: number; most: number }): number {
  const count = /^\d{1,7}$/.test(text) ? Number(text) : -1;
  if (count >= least && count <= most) return count;
  const message = `${field} must be a number from ${least} to ${most}.`;
  throw new DomainError('invalid_request', { message, details: { field } });
}
