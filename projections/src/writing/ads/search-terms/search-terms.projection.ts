import { isDay } from '@tapwise/domain';
import { bookkeeping, type EventProjection, park, rowsOf, skip } from '../../runner/projection.ts';
import { figureColumns } from '../figure-columns.ts';

/** Search terms → one row per keyword, term, country and day. */
export const searchTermsProjection: EventProjection = {
  name: 'search-terms',
  version: 1,
  eventTypes: ['SearchTermRowsRecorded'],
  rowsIn: (event) => (event.type === 'SearchTermRowsRecorded' ? event.data.rows.length : 0),
  project(recorded) {
    if (recorded.event.type !== 'SearchTermRowsRecorded') return skip('no search terms');
    const { application_id, org_id, campaign_id, day, currency, rows } = recorded.event.data;
    if (!isDay(day)) return park(`There is no day ${day}`);
    const ids = { application_id, org_id, campaign_id, day };
    const common = { ...ids, ...bookkeeping(recorded) };
    return rowsOf(
      rows.map((row) => ({ table: 'search_term_per_day_v1', row: { ...common, ...figureColumns(row, currency) } })),
    );
  },
};
