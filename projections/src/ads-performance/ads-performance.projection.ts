import { type AdsReportRow, isDay, isoCurrency } from '@tapwise/domain';
import type { RecordedEvent } from '@tapwise/infra';
import { bookkeeping, type Outcome, type Projection, park, rowsOf, skip } from '../runner/projection.ts';

/** Figures of the ad service → one row per object, country and day. */
export const adsPerformanceProjection: Projection = {
  name: 'ads-performance',
  eventTypes: ['AdsReportRowsRecorded'],
  project: (recorded) => performanceRows(recorded),
};

function performanceRows(recorded: RecordedEvent): Outcome {
  if (recorded.event.type !== 'AdsReportRowsRecorded') return skip('no figures');
  const { rows, ...report } = recorded.event.data;
  // The form of a day is checked on reading, not that the day exists; the table would turn the 31st of June away.
  if (!isDay(report.day)) return park(`There is no day ${report.day}`);
  const shared = {
    application_id: report.application_id,
    org_id: report.org_id,
    level: report.level,
    day: report.day,
    campaign_id: report.campaign_id,
    currency: isoCurrency(report.currency),
    ...bookkeeping(recorded),
  };
  return rowsOf(rows.map((row: AdsReportRow) => ({ table: 'ads_performance_per_day_v1', row: { ...shared, ...row } })));
}
