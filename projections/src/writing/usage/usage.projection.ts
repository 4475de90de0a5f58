import { bookkeeping, type EventProjection, rowsOf, skip } from '../runner/projection.ts';

/** What pages reported → one row each. */
export const usageProjection: EventProjection = {
  name: 'usage',
  version: 1,
  eventTypes: ['UsageReported'],
  rowsIn: (event) => (event.type === 'UsageReported' ? event.data.events.length : 0),
  project(recorded) {
    if (recorded.event.type !== 'UsageReported') return skip('no usage');
    const { received_at, events } = recorded.event.data;
    const marks = bookkeeping(recorded);
    return rowsOf(
      events.map(({ name, at, account_id, properties }, index) => ({
        table: 'usage_event_v1',
        row: {
          day: received_at.slice(0, 10),
          name,
          at,
          account_id,
          place: index,
          properties: JSON.stringify(properties),
          ...marks,
        },
      })),
    );
  },
};
