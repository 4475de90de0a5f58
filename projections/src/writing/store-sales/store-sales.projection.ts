import type { RecordedEvent } from '@tapwise/adapters';
import { type DomainEvent, isDay, type StoreSetAside } from '@tapwise/domain';
import type { TableRow } from '../../tables/table-catalogue.ts';
import { bookkeeping, type EventProjection, type Outcome, park, rowsOf, skip } from '../runner/projection.ts';

/**
 * The store's daily reports → one row per kind of sale, per subscription, per reason not to count a row, and per day whose report is
 * missing.
 */
export const storeSalesProjection: EventProjection = {
  name: 'store-sales',
  version: 1,
  eventTypes: [
    'StoreSalesRecorded',
    'StoreSubscriptionsRecorded',
    'StoreReportsPullCompleted',
    'StoreReportDaysPending',
  ],
  rowsIn,
  project: (recorded) => projectReport(recorded),
};

function rowsIn(event: DomainEvent): number {
  switch (event.type) {
    case 'StoreSalesRecorded':
    case 'StoreSubscriptionsRecorded':
      return event.data.rows.length + event.data.set_aside.length;
    case 'StoreReportsPullCompleted':
    case 'StoreReportDaysPending':
      return event.data.days.length;
    default:
      return 0;
  }
}

function projectReport(recorded: RecordedEvent): Outcome {
  const { event } = recorded;
  switch (event.type) {
    case 'StoreSalesRecorded':
    case 'StoreSubscriptionsRecorded':
      return reportRows(recorded);
    case 'StoreReportsPullCompleted':
      // No day was pending before that was recorded.
      if (event.data.empty_days === undefined) return skip('no pending days');
      return dayRows(
        recorded,
        event.data.application_id,
        event.data.days.map((day) => ({ day, reason: '' })),
      );
    case 'StoreReportDaysPending':
      return dayRows(recorded, event.data.application_id, event.data.days);
    default:
      return skip('no report');
  }
}

function reportRows(recorded: RecordedEvent): Outcome {
  const { event } = recorded;
  if (event.type !== 'StoreSalesRecorded' && event.type !== 'StoreSubscriptionsRecorded') return skip('no report');
  const { application_id, day, set_aside } = event.data;
  if (!isDay(day)) return park(`There is no day ${day}`);
  const common = { application_id, day, ...bookkeeping(recorded) };
  const report = event.type === 'StoreSalesRecorded' ? 'sales' : 'subscriptions';
  const counted =
    event.type === 'StoreSalesRecorded'
      ? event.data.rows.map((row): TableRow => ({ table: 'store_sales_per_day_v1', row: { ...common, ...row } }))
      : event.data.rows.map(
          (row): TableRow => ({ table: 'store_subscriptions_per_day_v1', row: { ...common, ...row } }),
        );
  return rowsOf([
    ...counted,
    ...set_aside.map((aside): TableRow => {
      return { table: 'store_set_aside_per_day_v1', row: { ...common, report, ...asideRow(aside) } };
    }),
  ]);
}

const asideRow = ({ reason, rows, money = [], rows_without_money = 0 }: StoreSetAside) => ({
  reason,
  rows,
  rows_without_money,
  currencies: money.map(({ currency }) => currency),
  proceeds_micros: money.map((amount) => amount.proceeds_micros),
  price_micros: money.map((amount) => amount.price_micros),
});

function dayRows(
  recorded: RecordedEvent,
  application_id: number,
  days: readonly { day: string; reason: string; columns?: readonly string[] | undefined }[],
): Outcome {
  const wrong = days.find(({ day }) => !isDay(day));
  if (wrong !== undefined) return park(`There is no day ${wrong.day}`);
  const common = { application_id, ...bookkeeping(recorded) };
  return rowsOf(
    days.map(({ day, reason, columns = [] }) => ({
      table: 'store_day_pending_v1',
      row: { ...common, day, reason, columns },
    })),
  );
}
