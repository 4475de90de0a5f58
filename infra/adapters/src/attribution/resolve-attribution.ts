import {
  type AnyCampaignEvent,
  type Attribution,
  type AttributionOutcome,
  type CampaignNames,
  type CampaignState,
  campaignDecider,
  campaignNames,
  campaignStream,
  type Exchange,
  type SettledExchange,
  settledOutcome,
} from '@tapwise/domain';
import { LRUCache } from 'lru-cache';
import type { AdServicesResponse } from '../apple/install-attribution/client.ts';
import type { AttributionRecord, RecordResponse } from '../apple/install-attribution/mapping.ts';
import type { EventLog } from '../event-log/event-log.ts';

interface CachedCampaign {
  readonly state: Promise<CampaignState>;
  readonly readAt: number;
}

const freshMs = 60_000;
/** A name that is missing is looked for again after this long: the object may just have been seen for the first time. */
const recheckMs = 2_000;
const campaignsKept = 500;

// Installs come in bursts from few campaigns; without this each would read its campaign's whole stream.
const cacheByLog = new WeakMap<EventLog, LRUCache<number, CachedCampaign>>();

/**
 * Puts the names known now to the ids of an attribution record, and the organization of the campaign where the record does not say
 * it. What we have not seen (yet) is `null`.
 * @throws the log's own error when the campaign cannot be read.
 */
export async function resolveAttribution(log: EventLog, record: AttributionRecord): Promise<Attribution> {
  const { conversion_type: _, ...ids } = record;
  let state = await campaignState(log, record.campaign_id, freshMs);
  if (isIncomplete(campaignNames(state, record), record)) {
    state = await campaignState(log, record.campaign_id, recheckMs);
  }
  return { ...ids, org_id: ids.org_id ?? state.org_id, ...campaignNames(state, record) };
}

/**
 * What an answer of the attribution service says, with the names known now.
 * @throws the log's own error when the campaign cannot be read.
 */
export async function namedExchange(log: EventLog, response: AdServicesResponse): Promise<Exchange> {
  return response.kind === 'attributed' ? named(log, response.record) : { kind: response.kind };
}

/**
 * What a record of the attribution service settles, with the names known now.
 * @throws the log's own error when the campaign cannot be read.
 */
export async function outcomeOfRecord(log: EventLog, response: RecordResponse): Promise<AttributionOutcome> {
  return settledOutcome(response.kind === 'attributed' ? await named(log, response.record) : response);
}

async function named(log: EventLog, record: AttributionRecord): Promise<SettledExchange> {
  const attribution = await resolveAttribution(log, record);
  return { kind: 'attributed', attribution, conversion_type: record.conversion_type };
}

/** Names and the creative of an attributed user as they are known now; `null` where the object was not seen, or there is none. */
export async function readCampaignNames(
  log: EventLog,
  ids: { campaign_id: number; ad_group_id: number | null; keyword_id: number | null; ad_id: number | null },
): Promise<CampaignNames & { creative_id: number | null }> {
  const state = await campaignState(log, ids.campaign_id, freshMs);
  return { ...campaignNames(state, ids), creative_id: state.ads.get(ids.ad_id ?? Number.NaN)?.creative_id ?? null };
}

function isIncomplete(names: CampaignNames, record: AttributionRecord): boolean {
  return (
    names.campaign_name === null ||
    (record.ad_group_id !== null && names.ad_group_name === null) ||
    (record.keyword_id !== null && names.keyword_name === null)
  );
}

function campaignState(log: EventLog, campaignId: number, maxAgeMs: number): Promise<CampaignState> {
  const campaigns = cacheByLog.get(log) ?? new LRUCache<number, CachedCampaign>({ max: campaignsKept });
  cacheByLog.set(log, campaigns);
  const cached = campaigns.get(campaignId);
  if (cached !== undefined && Date.now() - cached.readAt < maxAgeMs) return cached.state;
  const state = readCampaign(log, campaignId);
  campaigns.set(campaignId, { state, readAt: Date.now() });
  state.catch(() => campaigns.delete(campaignId));
  return state;
}

async function readCampaign(log: EventLog, campaignId: number): Promise<CampaignState> {
  let state = campaignDecider.initialState();
  for (const { event } of await log.readStream(campaignStream(campaignId))) {
    if (isCampaignEvent(event)) state = campaignDecider.evolve(state, event);
  }
  return state;
}

type CampaignEvent = AnyCampaignEvent;

function isCampaignEvent(event: { type: string }): event is CampaignEvent {
  return ['CampaignObserved', 'AdGroupsObserved', 'KeywordsObserved', 'AdsObserved'].includes(event.type);
}
