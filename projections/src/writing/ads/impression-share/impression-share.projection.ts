import { isDay } from '@tapwise/domain';
import { bookkeeping, type EventProjection, park, rowsOf, skip } from '../../runner/projection.ts';

/** Impression shares → one row per country, search term and day. */
export const impressionShareProjection: EventProjection = {
  name: 'impression-share',
  version: 1,
  eventTypes: ['ImpressionShareRecorded'],
  rowsIn: (event) => (event.type === 'ImpressionShareRecorded' ? event.data.rows.length : 0),
  project(recorded) {
    if (recorded.event.type !== 'ImpressionShareRecorded') return skip('no shares');
    const { application_id, org_id, day, rows } = recorded.event.data;
    if (!isDay(day)) return park(`There is no day ${day}`);
    const common = { application_id, org_id, day, ...bookkeeping(recorded) };
    return rowsOf(
      rows.map(({ all_slots, ...row }) => ({
        table: 'impression_share_per_day_v1',
        row: {
          ...common,
          ...row,
          all_slots_low_share: all_slots?.low_share ?? 0,
          all_slots_high_share: all_slots?.high_share ?? 0,
        },
      })),
    );
  },
};
