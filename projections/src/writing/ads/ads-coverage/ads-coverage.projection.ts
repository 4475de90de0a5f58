import { isDay } from '@tapwise/domain';
import { bookkeeping, type EventProjection, oneRow, park, rowsOf, skip } from '../../runner/projection.ts';

/** Pulls of the ad service, and loads of older days → which days it was asked for. */
export const adsCoverageProjection: EventProjection = {
  name: 'ads-coverage',
  version: 1,
  eventTypes: ['AdsPullCompleted', 'AdsDaysLoaded'],
  rowsIn: oneRow,
  project(recorded) {
    const { event } = recorded;
    if (event.type !== 'AdsPullCompleted' && event.type !== 'AdsDaysLoaded') return skip('no pull');
    const { application_id, org_id, from_day, to_day } = event.data;
    if (!isDay(from_day) || !isDay(to_day)) return park(`There is no day ${from_day} or ${to_day}`);
    const row = { application_id, org_id, from_day, to_day, ...bookkeeping(recorded) };
    return rowsOf([{ table: 'ads_coverage_v1', row }]);
  },
};
