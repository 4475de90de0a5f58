import {
  type AdsReportRow,
  adsPullStream,
  adsReportStream,
  campaignStream,
  type DomainEventOf,
  type DomainEventType,
  exchangeRatesStream,
  labelsStream,
} from '@tapwise/domain';
import type { StreamEvent } from './recorded-events.ts';

/** Ids of the one application and ad organization most specs need. */
export const applicationId = 7;
export const orgId = 40;
export const adamId = 1_500_000_001;
export const noon = '2026-03-10T12:00:00.000Z';

type Data<Type extends DomainEventType> = DomainEventOf<Type>['data'];

export function eventOf(stream: string, type: DomainEventType, data: object): StreamEvent {
  return { stream, event: { type, data } as unknown as StreamEvent['event'] };
}

/** A campaign as the ad service shows it. */
export function campaign(
  id: number,
  fields: Partial<Data<'CampaignObserved'>['campaign']> & { orgId?: number } = {},
): StreamEvent {
  const { orgId: org_id = orgId, ...overrides } = fields;
  return eventOf(campaignStream(id), 'CampaignObserved', {
    org_id,
    campaign_id: id,
    observed_at: noon,
    campaign: {
      campaign_id: id,
      adam_id: adamId,
      name: `C${id}`,
      status: 'ENABLED',
      display_status: 'RUNNING',
      deleted: false,
      countries: ['US'],
      supply_sources: ['APPSTORE_SEARCH_RESULTS'],
      currency: 'EUR',
      budget_micros: null,
      daily_budget_micros: 50_000_000,
      modified_at: noon,
      ...overrides,
    },
  });
}

export function adGroup(
  campaignId: number,
  id: number,
  fields: Partial<Data<'AdGroupsObserved'>['ad_groups'][number]> = {},
): StreamEvent {
  const settings = { default_bid_micros: 1_500_000, cpa_goal_micros: null, search_match: false, modified_at: noon };
  const observedSettings = { name: `G${id}`, status: 'ENABLED', display_status: 'RUNNING', deleted: false };
  return eventOf(campaignStream(campaignId), 'AdGroupsObserved', {
    org_id: orgId,
    campaign_id: campaignId,
    observed_at: noon,
    ad_groups: [{ ad_group_id: id, ...observedSettings, ...settings, ...fields }],
  });
}

export function keyword(
  campaignId: number,
  adGroupId: number,
  id: number,
  fields: Partial<Data<'KeywordsObserved'>['keywords'][number]> = {},
): StreamEvent {
  const settings = { match_type: 'EXACT', status: 'ACTIVE', deleted: false, bid_micros: 900_000, modified_at: noon };
  return eventOf(campaignStream(campaignId), 'KeywordsObserved', {
    org_id: orgId,
    campaign_id: campaignId,
    observed_at: noon,
    keywords: [{ keyword_id: id, ad_group_id: adGroupId, text: `K${id}`, ...settings, ...fields }],
  });
}

/** A label of the application. */
export const label = (label_id: number, name = `L${label_id}`): StreamEvent =>
  eventOf(labelsStream(applicationId), 'LabelCreated', {
    application_id: applicationId,
    label_id,
    name,
    account_id: 7,
    created_at: noon,
  });

/** A label that was added to objects of one organization, or removed from them. */
export function labelled(
  labelId: number,
  rows: readonly (Pick<Data<'LabelObjectsChanged'>['rows'][number], 'key'> &
    Partial<Data<'LabelObjectsChanged'>['rows'][number]>)[],
  fields: Partial<Data<'LabelObjectsChanged'>> & { orgId?: number } = {},
): StreamEvent {
  const { orgId: org_id = orgId, ...overrides } = fields;
  const campaigns = [...new Set(rows.map(({ key }) => Number(key.split(':', 1)[0])))];
  return eventOf(labelsStream(applicationId), 'LabelObjectsChanged', {
    application_id: applicationId,
    label_id: labelId,
    name: `L${labelId}`,
    change_id: '00000000-0000-4000-8000-0000000000aa',
    actor: { kind: 'person', account_id: 7, source: null },
    comment: null,
    undoes: null,
    changed_at: noon,
    settings_currency: 'EUR',
    campaigns: campaigns.map((campaign_id) => ({ campaign_id, org_id })),
    rows: rows.map((row) => ({ add: true, outcome: 'changed', ...row })),
    ...overrides,
  });
}

/** Figures of one campaign and day at one level. */
export function figures(
  level: 'campaign' | 'ad_group' | 'keyword',
  campaignId: number,
  day: string,
  rows: readonly Partial<AdsReportRow>[],
  { currency = 'EUR', pulledAt = noon }: { currency?: string; pulledAt?: string } = {},
): StreamEvent {
  const nothing = { impressions: 0, taps: 0, tap_installs: 0, view_installs: 0, spend_micros: 0 };
  return eventOf(adsReportStream(applicationId, orgId, day), 'AdsReportRowsRecorded', {
    application_id: applicationId,
    org_id: orgId,
    campaign_id: campaignId,
    level,
    day,
    currency,
    pulled_at: pulledAt,
    rows: rows.map((row) => ({ ad_group_id: 0, keyword_id: 0, country: 'US', ...nothing, ...row })),
  });
}

export function pullCompleted(at: string, from_day = '2026-03-01', to_day = '2026-03-10'): StreamEvent {
  return eventOf(adsPullStream(applicationId, orgId), 'AdsPullCompleted', {
    application_id: applicationId,
    org_id: orgId,
    pulled_at: at,
    from_day,
    to_day,
  });
}

export function pullIncomplete(since: string): StreamEvent {
  return eventOf(adsPullStream(applicationId, orgId), 'AdsPullIncomplete', {
    application_id: applicationId,
    org_id: orgId,
    at: since,
    since,
    pulled_at: null,
    untrusted: true,
    state: 'partial',
    reason: 'short_list',
    http_status: null,
    operation: 'POST /reports/campaigns',
    detail: '',
  });
}

export function rates(day: string, perEuro: Record<string, number>): StreamEvent {
  return eventOf(exchangeRatesStream(day), 'ExchangeRatesPublished', { day, rates: perEuro, fetched_at: noon });
}

export function ratesCorrected(
  day: string,
  perEuro: Record<string, number>,
  replaced: Record<string, number>,
): StreamEvent {
  return eventOf(exchangeRatesStream(day), 'ExchangeRatesCorrected', {
    day,
    rates: perEuro,
    replaced,
    fetched_at: noon,
  });
}

export function rateHeldBack(day: string, currency: string, rate: number): StreamEvent {
  const held = [{ currency, rate, previous_rate: rate / 10, previous_day: day }];
  return eventOf(exchangeRatesStream(day), 'ExchangeRatesHeldBack', { day, held, fetched_at: noon });
}

export function rateAccepted(day: string, currency: string, rate: number): StreamEvent {
  return eventOf(exchangeRatesStream(day), 'ExchangeRateAccepted', {
    day,
    currency,
    rate,
    confirmed_by: null,
    accepted_at: noon,
  });
}
