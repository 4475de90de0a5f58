import { isDay } from '@tapwise/domain';
import { bookkeeping, type EventProjection, park, rowsOf, skip } from '../../runner/projection.ts';
import { downloadColumns, figureColumns } from '../figure-columns.ts';

/** Months the ad service gives no days of → one row per campaign, country and month. */
export const adsMonthsProjection: EventProjection = {
  name: 'ads-months',
  version: 1,
  eventTypes: ['AdsMonthRowsRecorded'],
  rowsIn: (event) => (event.type === 'AdsMonthRowsRecorded' ? event.data.rows.length : 0),
  project(recorded) {
    if (recorded.event.type !== 'AdsMonthRowsRecorded') return skip('no figures');
    const { application_id, org_id, month, currency, rows } = recorded.event.data;
    if (!isDay(month) || !month.endsWith('-01')) return park(`There is no month that begins on ${month}`);
    const common = { application_id, org_id, month, ...bookkeeping(recorded) };
    return rowsOf(
      rows.map(({ downloads, ...row }) => ({
        table: 'ads_performance_per_month_v1',
        row: { ...common, ...figureColumns(row, currency), ...downloadColumns(downloads) },
      })),
    );
  },
};
