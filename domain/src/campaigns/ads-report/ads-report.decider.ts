import { chunksOf } from '../../shared/chunks.ts';
import type { Decider } from '../../shared/decider.ts';
import type { AdsReportEvent, AdsReportRow, ReportLevel } from './ads-report.events.ts';
import { changedRows, type ReducibleRows, withRows } from './figure-rows.ts';

type RowsRecorded = Extract<AdsReportEvent, { type: 'AdsReportRowsRecorded' }>['data'];

/** Whose figures were pulled: one campaign, level and day. */
export type ReportScope = Omit<RowsRecorded, 'rows'>;

/** The newest figures of one organization's day: rows by key, for each campaign and level. */
export type AdsReportState = ReadonlyMap<string, ReadonlyMap<string, AdsReportRow>>;

/** Rows in one event at most. */
export const rowsPerEvent = 1000;

/** Fold of `adsReport-<applicationId>.<orgId>.<day>`. */
export const adsReportDecider: Decider<AdsReportState, AdsReportEvent> = {
  initialState: () => new Map(),
  evolve(state, event) {
    if (event.type !== 'AdsReportRowsRecorded') return state;
    const page = pageKey(event.data);
    return new Map(state).set(page, withRows(state.get(page), event.data.rows, reportRowKey));
  },
};

/**
 * Compares a pull of one campaign, level and day with what is known. Only rows that differ are recorded; a row that may be reduced
 * and is no longer given becomes a row of zeros, so that what the service took back does not stay in our sums.
 * @param pulled all rows of the scope; several of one object and country are added up.
 */
export function diffReportRows(
  state: AdsReportState,
  scope: ReportScope,
  pulled: readonly AdsReportRow[],
  reducible: ReducibleRows = true,
): AdsReportEvent[] {
  const rows = changedRows(state.get(pageKey(scope)), pulled, reportRowKey, reducible);
  return chunksOf(rows, rowsPerEvent).map((chunk) => ({
    type: 'AdsReportRowsRecorded',
    data: { ...scope, rows: chunk },
  }));
}

/** Campaigns the day has figures of; those missing in a pull are compared with an empty one. */
export function reportedCampaigns(state: AdsReportState, level: ReportLevel): number[] {
  const pages = [...state.keys()].map((key) => key.split(' '));
  return pages.filter(([, pageLevel]) => pageLevel === level).map(([campaignId]) => Number(campaignId));
}

/** What is known of one campaign and level; the very same map as long as none of its rows changed. */
export function reportedRows(
  state: AdsReportState,
  scope: { campaign_id: number; level: ReportLevel },
): ReadonlyMap<string, AdsReportRow> | undefined {
  return state.get(pageKey(scope));
}

function pageKey(scope: { campaign_id: number; level: ReportLevel }): string {
  return `${scope.campaign_id} ${scope.level}`;
}

/** What a row is about, within its campaign and level. */
export function reportRowKey(row: Pick<AdsReportRow, 'ad_group_id' | 'keyword_id' | 'country'>): string {
  return `${row.ad_group_id} ${row.keyword_id} ${row.country}`;
}
