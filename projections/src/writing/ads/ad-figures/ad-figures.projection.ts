import { isDay } from '@tapwise/domain';
import { bookkeeping, type EventProjection, park, rowsOf, skip } from '../../runner/projection.ts';
import { figureColumns } from '../figure-columns.ts';

/** Figures of ads → one row per ad, country and day. */
export const adFiguresProjection: EventProjection = {
  name: 'ad-performance',
  version: 1,
  eventTypes: ['AdFiguresRecorded'],
  rowsIn: (event) => (event.type === 'AdFiguresRecorded' ? event.data.rows.length : 0),
  project(recorded) {
    if (recorded.event.type !== 'AdFiguresRecorded') return skip('no figures of ads');
    const { application_id, org_id, campaign_id, day, currency, rows } = recorded.event.data;
    if (!isDay(day)) return park(`There is no day ${day}`);
    const ids = { application_id, org_id, campaign_id, day };
    const common = { ...ids, ...bookkeeping(recorded) };
    return rowsOf(
      rows.map((row) => ({ table: 'ad_performance_per_day_v1', row: { ...common, ...figureColumns(row, currency) } })),
    );
  },
};
