import type { RecordedEvent } from '@tapwise/adapters';
import type { DomainEvent } from '@tapwise/domain';
import { bookkeeping, type EventProjection, type Outcome, oneRow, rowsOf, skip } from '../runner/projection.ts';

/** Who was last heard of when → one row per source. */
export const sourceFreshnessProjection: EventProjection = {
  name: 'source-freshness',
  version: 1,
  eventTypes: [
    ...(['AdsPullCompleted', 'InstallReported', 'TestInstallReported', 'TransactionLinked'] as const),
    ...(['StoreNotificationReceived', 'StoreNoticeReceived'] as const),
    ...(['ExchangeRatesPublished', 'PredictionModelFitted'] as const),
    ...(['AdsExtraPullCompleted', 'StoreReportsPullCompleted'] as const),
  ],
  rowsIn: oneRow,
  project: (recorded) => freshnessRow(recorded),
};

function freshnessRow(recorded: RecordedEvent): Outcome {
  const heard = heardFrom(recorded.event);
  if (heard === undefined) return skip('says nothing about a source');
  return rowsOf([{ table: 'source_freshness_v1', row: { ...heard, ...bookkeeping(recorded) } }]);
}

interface Heard {
  application_id: number;
  org_id: number;
  source: 'ads' | 'sdk' | 'store' | 'rates' | 'predictions' | 'impression_share' | 'search_terms' | 'store_reports';
  fresh_at: string;
}

function heardFrom(event: DomainEvent): Heard | undefined {
  switch (event.type) {
    case 'AdsPullCompleted': {
      const { application_id, org_id, pulled_at } = event.data;
      return { application_id, org_id, source: 'ads', fresh_at: pulled_at };
    }
    case 'InstallReported':
    case 'TestInstallReported':
      return { application_id: event.data.application_id, org_id: 0, source: 'sdk', fresh_at: event.data.received_at };
    case 'TransactionLinked':
      return { application_id: event.data.application_id, org_id: 0, source: 'sdk', fresh_at: event.data.linked_at };
    case 'StoreNotificationReceived':
    case 'StoreNoticeReceived':
      return {
        application_id: event.data.application_id,
        org_id: 0,
        source: 'store',
        fresh_at: event.data.received_at,
      };
    case 'ExchangeRatesPublished':
      return { application_id: 0, org_id: 0, source: 'rates', fresh_at: event.data.fetched_at };
    case 'PredictionModelFitted': {
      const { application_id, model } = event.data;
      return { application_id, org_id: 0, source: 'predictions', fresh_at: model.as_of };
    }
    case 'AdsExtraPullCompleted': {
      const { application_id, org_id, subject, pulled_at } = event.data;
      // Old months are pulled once and never grow old.
      return subject === 'months' ? undefined : { application_id, org_id, source: subject, fresh_at: pulled_at };
    }
    case 'StoreReportsPullCompleted': {
      const { application_id, pulled_at } = event.data;
      return { application_id, org_id: 0, source: 'store_reports', fresh_at: pulled_at };
    }
    default:
      return undefined;
  }
}
