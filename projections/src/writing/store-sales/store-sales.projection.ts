import type { RecordedEvent } from '@tapwise/adapters';
import { type DomainEvent, isDay } from '@tapwise/domain';
import { bookkeeping, type EventProjection, type Outcome, park, rowsOf, skip } from '../runner/projection.ts';

/** The store's daily reports → one row per kind of sale, per subscription, and per reason not to count a row. */
export const storeSalesProjection: EventProjection = {
  name: 'store-sales',
  version: 1,
  eventTypes: ['StoreSalesRecorded', 'StoreSubscriptionsRecorded'],
  rowsIn: reportRowsIn,
  project: (recorded) => reportRows(recorded),
};

function reportRowsIn(event: DomainEvent): number {
  if (event.type !== 'StoreSalesRecorded' && event.type !== 'StoreSubscriptionsRecorded') return 0;
  return event.data.rows.length + event.data.set_aside.length;
}

function reportRows(recorded: RecordedEvent): Outcome {
  const { event } = recorded;
  if (event.type !== 'StoreSalesRecorded' && event.type !== 'StoreSubscriptionsRecorded') return skip('no report');
  const { application_id, day, rows, set_aside } = event.data;
  if (!isDay(day)) return park(`There is no day ${day}`);
  const about = { application_id, day, ...bookkeeping(recorded) };
  const isSales = event.type === 'StoreSalesRecorded';
  const table = isSales ? 'store_sales_per_day_v1' : 'store_subscriptions_per_day_v1';
  const report = isSales ? 'sales' : 'subscriptions';
  return rowsOf([
    ...rows.map((row) => ({ table, row: { ...about, ...row } })),
    ...set_aside.map((count) => ({ table: 'store_set_aside_per_day_v1', row: { ...about, report, ...count } })),
  ]);
}
