import { isDay } from '@tapwise/domain';
import { bookkeeping, type Projection, park, rowsOf, skip } from '../runner/projection.ts';

/** Impression shares → one row per country, search term and day. */
export const impressionShareProjection: Projection = {
  name: 'impression-share',
  eventTypes: ['ImpressionShareRecorded'],
  project(recorded) {
    if (recorded.event.type !== 'ImpressionShareRecorded') return skip('no shares');
    const { application_id, org_id, day, rows } = recorded.event.data;
    if (!isDay(day)) return park(`There is no day ${day}`);
    const about = { application_id, org_id, day, ...bookkeeping(recorded) };
    return rowsOf(rows.map((row) => ({ table: 'impression_share_per_day_v1', row: { ...about, ...row } })));
  },
};
