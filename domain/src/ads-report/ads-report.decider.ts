import { chunksOf } from '../shared/chunks.ts';
import type { Decider } from '../shared/decider.ts';
import { sameValue } from '../shared/same-value.ts';
import type { AdsReportEvent, AdsReportRow, ReportLevel } from './ads-report.events.ts';

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
    const rows = new Map(state.get(page));
    for (const row of event.data.rows) rows.set(rowKey(row), row);
    return new Map(state).set(page, rows);
  },
};

/**
 * Compares a whole pull of one campaign, level and day with what is known. Only rows that differ are recorded; a row the
 * service no longer gives becomes a row of zeros, so that what it took back does not stay in our sums.
 * @param pulled all rows of the scope; several of one object and country are added up.
 */
export function diffReportRows(
  state: AdsReportState,
  scope: ReportScope,
  pulled: readonly AdsReportRow[],
): AdsReportEvent[] {
  const known = state.get(pageKey(scope)) ?? new Map<string, AdsReportRow>();
  const newest = added(pulled);
  for (const [key, row] of known) {
    if (!newest.has(key)) newest.set(key, { ...row, ...nothing });
  }
  const changed = [...newest].filter(([key, row]) => !sameValue(known.get(key) ?? { ...row, ...nothing }, row));
  const rows = changed.map(([, row]) => row);
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

const nothing = { impressions: 0, taps: 0, tap_installs: 0, view_installs: 0, spend_micros: 0 } as const;

function pageKey(scope: { campaign_id: number; level: ReportLevel }): string {
  return `${scope.campaign_id} ${scope.level}`;
}

function rowKey(row: AdsReportRow): string {
  return `${row.ad_group_id} ${row.keyword_id} ${row.country}`;
}

function added(rows: readonly AdsReportRow[]): Map<string, AdsReportRow> {
  const sums = new Map<string, AdsReportRow>();
  for (const row of rows) {
    const other = sums.get(rowKey(row));
    sums.set(rowKey(row), other === undefined ? row : sumOf(other, row));
  }
  return sums;
}

function sumOf(one: AdsReportRow, other: AdsReportRow): AdsReportRow {
  return {
    ...one,
    impressions: one.impressions + other.impressions,
    taps: one.taps + other.taps,
    tap_installs: one.tap_installs + other.tap_installs,
    view_installs: one.view_installs + other.view_installs,
    spend_micros: one.spend_micros + other.spend_micros,
  };
}
