import type { RecordedEvent } from '@tapwise/adapters';
import type { DomainEvent } from '@tapwise/domain';
import { adStructureProjection } from '../ads/ad-structure/ad-structure.projection.ts';
import { adsMonthsProjection } from '../ads/ads-months/ads-months.projection.ts';
import { adsReportProjection } from '../ads/ads-report/ads-report.projection.ts';
import { impressionShareProjection } from '../ads/impression-share/impression-share.projection.ts';
import { searchTermsProjection } from '../ads/search-terms/search-terms.projection.ts';
import { bookkeeping, type EventProjection, type Outcome, oneRow, rowsOf, skip } from '../runner/projection.ts';

/** Projections whose tables say what the ad service showed; readers remember what they read from them until one changes. */
const adsProjections = [
  adStructureProjection,
  adsReportProjection,
  adsMonthsProjection,
  searchTermsProjection,
  impressionShareProjection,
];
const adsChanges: ReadonlySet<string> = new Set(adsProjections.flatMap(({ eventTypes }) => eventTypes));

/** Who was last heard of when → one row per source. */
export const sourceFreshnessProjection: EventProjection = {
  name: 'source-freshness',
  version: 2,
  eventTypes: [
    'AdsPullCompleted',
    'InstallReported',
    'InstallReopened',
    'TestInstallReported',
    'TransactionLinked',
    'StoreNotificationReceived',
    'StoreNoticeReceived',
    'ExchangeRatesPublished',
    'ExchangeRatesCorrected',
    'ExchangeRateAccepted',
    'PredictionModelFitted',
    'AdsExtraPullCompleted',
    'StoreReportsPullCompleted',
    ...adsProjections.flatMap(({ eventTypes }) => eventTypes),
  ],
  rowsIn: oneRow,
  project: (recorded) => freshnessRow(recorded),
};

function freshnessRow(recorded: RecordedEvent): Outcome {
  const heard = adsChanges.has(recorded.event.type) ? changedBy(recorded) : heardFrom(recorded.event);
  if (heard === undefined) return skip('says nothing about a source');
  return rowsOf([{ table: 'source_freshness_v1', row: { ...heard, ...bookkeeping(recorded) } }]);
}

function changedBy({ event, recordedAt }: RecordedEvent): Heard | undefined {
  if (!('org_id' in event.data) || typeof event.data.org_id !== 'number') return undefined;
  // Structure belongs to an ad organization, whichever applications it is linked to.
  const application_id = ('application_id' in event.data ? event.data.application_id : null) ?? 0;
  return { application_id, org_id: event.data.org_id, source: 'ads_changes', fresh_at: recordedAt.toISOString() };
}

interface Heard {
  application_id: number;
  org_id: number;
  source:
    | 'ads'
    | 'sdk'
    | 'store'
    | 'rates'
    | 'predictions'
    | 'impression_share'
    | 'search_terms'
    | 'store_reports'
    | 'ads_changes';
  fresh_at: string;
}

function heardFrom(event: DomainEvent): Heard | undefined {
  switch (event.type) {
    case 'AdsPullCompleted': {
      const { application_id, org_id, pulled_at } = event.data;
      return { application_id, org_id, source: 'ads', fresh_at: pulled_at };
    }
    case 'InstallReported':
    case 'InstallReopened':
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
    case 'ExchangeRatesCorrected':
      return { application_id: 0, org_id: 0, source: 'rates', fresh_at: event.data.fetched_at };
    case 'ExchangeRateAccepted':
      return { application_id: 0, org_id: 0, source: 'rates', fresh_at: event.data.accepted_at };
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
