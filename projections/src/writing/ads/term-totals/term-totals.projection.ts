import { isDay } from '@tapwise/domain';
import { bookkeeping, type EventProjection, park, rowsOf, skip } from '../../runner/projection.ts';
import { figureColumns } from '../figure-columns.ts';

/** Snapshots of search terms → one row per ad group, keyword and term, and one for the snapshot. */
export const termTotalsProjection: EventProjection = {
  name: 'term-totals',
  version: 1,
  eventTypes: ['TermTotalsRecorded', 'TermTotalsPulled'],
  rowsIn: (event) => (event.type === 'TermTotalsRecorded' ? event.data.rows.length : 1),
  project(recorded) {
    const { event } = recorded;
    if (event.type !== 'TermTotalsRecorded' && event.type !== 'TermTotalsPulled')
      return skip('no sums of search terms');
    const { application_id, org_id, campaign_id, from_day, to_day, pulled_at } = event.data;
    if (!isDay(from_day) || !isDay(to_day)) return park(`There is no day ${from_day} or ${to_day}`);
    const common = { application_id, org_id, campaign_id, ...bookkeeping(recorded) };
    if (event.type === 'TermTotalsPulled')
      return rowsOf([{ table: 'search_term_snapshot_v1', row: { ...common, from_day, to_day, pulled_at } }]);
    const { rows, currency } = event.data;
    const rowOf = (row: (typeof rows)[number]) => ({ ...common, ...figureColumns(row, currency) });
    return rowsOf(rows.map((row) => ({ table: 'search_term_total_v1', row: rowOf(row) })));
  },
};
