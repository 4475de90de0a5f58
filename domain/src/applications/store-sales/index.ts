export type { RowSetAside } from './set-aside.ts';
export { addUpSetAside } from './set-aside.ts';
export type {
  MissingStoreDay,
  SettledStoreDay,
  StoreReportsPullState,
} from './store-reports-pull.decider.ts';
export {
  coversTrials,
  isStoreDayDue,
  reportPendingStoreDays,
  storeDaysToAsk,
  storeReportsOf,
  storeReportsPullDecider,
} from './store-reports-pull.decider.ts';
export { diffStoreSales, diffStoreSubscriptions, hasMoney, storeDayDecider } from './store-sales.decider.ts';
export type {
  StoreSaleKind,
  StoreSaleRow,
  StoreSalesEvent,
  StoreSetAside,
  StoreSetAsideReason,
  StoreSubscriptionRow,
} from './store-sales.events.ts';
export { pendingStoreDayReasons } from './store-sales.events.ts';
export { storeDayStream, storeReportsPullStream } from './store-sales.stream.ts';
