import {
  type AdsExtraSubject,
  type AdsMonthRow,
  adsDaysStream,
  adsExtraPullStream,
  adsMonthStream,
  type DomainEventOf,
  type DomainEventType,
  type ImpressionShareRow,
  impressionShareStream,
  type ProductModel,
  predictionModelStream,
  type SearchTermRow,
  searchTermStream,
  type TermTotal,
  termTotalsStream,
} from '@tapwise/domain';
import type { StreamEvent } from './recorded-events.ts';
import { applicationId, orgId } from './sample-events.ts';

const pulled_at = '2026-03-10T12:00:00.000Z';
const identity = { application_id: applicationId, org_id: orgId, pulled_at };
const nothing = { impressions: 0, taps: 0, tap_installs: 0, view_installs: 0, spend_micros: 0 };

function eventOf<Type extends DomainEventType>(
  stream: string,
  type: Type,
  data: DomainEventOf<Type>['data'],
): StreamEvent {
  return { stream, event: { type, data } as StreamEvent['event'] };
}

/** Search terms of one campaign and day. */
export const searchTerms = (campaignId: number, day: string, rows: readonly Partial<SearchTermRow>[]): StreamEvent =>
  eventOf(searchTermStream(applicationId, orgId, day), 'SearchTermRowsRecorded', {
    ...identity,
    campaign_id: campaignId,
    day,
    currency: 'EUR',
    rows: rows.map((row) => ({
      ad_group_id: 0,
      keyword_id: 0,
      text: '',
      source: 'TARGETED',
      country: 'US',
      ...nothing,
      ...row,
    })),
  });

/** Shares of searches on one day. */
export const shares = (day: string, rows: readonly Partial<ImpressionShareRow>[]): StreamEvent =>
  eventOf(impressionShareStream(applicationId, orgId, day), 'ImpressionShareRecorded', {
    ...identity,
    day,
    rows: rows.map((row) => ({
      country: 'US',
      search_term: '',
      low_share: 0,
      high_share: 0,
      rank: 1,
      popularity: 3,
      ...row,
    })),
  });

/** Figures of a month by campaign and country. */
export const monthFigures = (month: string, rows: readonly Partial<AdsMonthRow>[]): StreamEvent =>
  eventOf(adsMonthStream(applicationId, orgId, month), 'AdsMonthRowsRecorded', {
    ...identity,
    month,
    currency: 'EUR',
    rows: rows.map((row) => ({ campaign_id: 1, country: 'US', ...nothing, ...row })),
  });

/** Days from before those that pulls ask for were loaded. */
export const daysLoaded = (from_day: string, to_day: string): StreamEvent =>
  eventOf(adsDaysStream(applicationId, orgId), 'AdsDaysLoaded', {
    application_id: applicationId,
    org_id: orgId,
    loaded_at: pulled_at,
    from_day,
    to_day,
  });

export const extraPulled = (subject: 'months' | 'search_terms' | 'impression_share'): StreamEvent =>
  eventOf(adsExtraPullStream(applicationId, orgId), 'AdsExtraPullCompleted', {
    ...identity,
    subject,
    from_day: '2026-03-01',
    to_day: '2026-03-18',
  });

/** A pull that was not whole. */
export const extraIncomplete = (subject: AdsExtraSubject, since: string): StreamEvent =>
  eventOf(adsExtraPullStream(applicationId, orgId), 'AdsExtraPullIncomplete', {
    application_id: applicationId,
    org_id: orgId,
    subject,
    at: since,
    since,
    state: 'partial',
    reason: 'short_list',
    http_status: null,
    operation: 'POST /reports/campaigns',
    detail: '',
  });

/** Sums of a campaign's search terms over a year, and that they are whole. */
export const termTotals = (campaignId: number, rows: readonly Partial<TermTotal>[]): StreamEvent[] => {
  const stream = termTotalsStream(applicationId, orgId, campaignId);
  const data = {
    ...identity,
    campaign_id: campaignId,
    currency: 'EUR',
    from_day: '2025-03-10',
    to_day: '2026-03-10',
  };
  const whole = rows.map((row) => ({ ad_group_id: 0, keyword_id: 0, text: '', ...nothing, ...row }));
  return [eventOf(stream, 'TermTotalsRecorded', { ...data, rows: whole }), eventOf(stream, 'TermTotalsPulled', data)];
};

/** A fit of a product's model. */
export const modelFitted = (model: ProductModel): StreamEvent =>
  eventOf(predictionModelStream(applicationId, model.product_id), 'PredictionModelFitted', {
    application_id: applicationId,
    model,
    expected: { live: 0, received: 0, by_90_days: 0, by_365_days: 0, within_horizon: 0 },
  });
