import type { RecordedEvent } from '@tapwise/adapters';
import { type AdsReportRow, isDay, isoCurrency } from '@tapwise/domain';
import type { TableRow } from '../../../tables/table-catalogue.ts';
import { bookkeeping, type EventProjection, type Outcome, park, rowsOf, skip } from '../../runner/projection.ts';
import { downloadCount, unreadBits } from '../figure-columns.ts';

/** Figures of the ad service → one row per object, country and day. */
export const adsReportProjection: EventProjection = {
  name: 'ads-performance',
  version: 1,
  eventTypes: ['AdsReportRowsRecorded'],
  rowsIn: (event) => (event.type === 'AdsReportRowsRecorded' ? event.data.rows.length : 0),
  project: (recorded) => performanceRows(recorded),
};

function performanceRows(recorded: RecordedEvent): Outcome {
  if (recorded.event.type !== 'AdsReportRowsRecorded') return skip('no figures');
  const { rows, ...report } = recorded.event.data;
  // The form of a day is checked on reading, not that the day exists; the table would turn the 31st of June away.
  if (!isDay(report.day)) return park(`There is no day ${report.day}`);
  const { application_id, org_id, level, day, campaign_id } = report;
  const currency = isoCurrency(report.currency);
  const { log_position, recorded_at } = bookkeeping(recorded);
  // Most rows of the log pass here; one literal of a fixed shape costs a tenth of merging objects.
  const rowOf = (row: AdsReportRow): TableRow => ({
    table: 'ads_performance_per_day_v1',
    row: {
      application_id,
      org_id,
      level,
      day,
      campaign_id,
      ad_group_id: row.ad_group_id,
      keyword_id: row.keyword_id,
      country: row.country,
      impressions: row.impressions,
      taps: row.taps,
      tap_installs: row.tap_installs,
      view_installs: row.view_installs,
      spend_micros: row.spend_micros,
      currency: row.currency === undefined ? currency : isoCurrency(row.currency),
      unread: unreadBits(row.unread),
      tap_new_downloads: downloadCount(row.downloads, 'tap_new_downloads'),
      view_new_downloads: downloadCount(row.downloads, 'view_new_downloads'),
      tap_redownloads: downloadCount(row.downloads, 'tap_redownloads'),
      view_redownloads: downloadCount(row.downloads, 'view_redownloads'),
      tap_pre_orders: downloadCount(row.downloads, 'tap_pre_orders'),
      view_pre_orders: downloadCount(row.downloads, 'view_pre_orders'),
      log_position,
      recorded_at,
    },
  });
  return rowsOf(rows.map(rowOf));
}
