export type {
  PulledStoreReport,
  StoreReportsPullState,
} from './store-sales.decider.ts';
export {
  diffStoreSales,
  diffStoreSubscriptions,
  storeDayDecider,
  storeDaysToAsk,
  storeReportsPullDecider,
} from './store-sales.decider.ts';
export type {
  StoreSaleKind,
  StoreSaleRow,
  StoreSetAside,
  StoreSetAsideReason,
  StoreSubscriptionRow,
} from './store-sales.events.ts';
export { storeDayStream, storeReportsPullStream } from './store-sales.stream.ts';
