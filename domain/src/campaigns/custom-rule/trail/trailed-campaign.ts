import { type AnyCampaignEvent, campaignDecider } from '../../campaign/campaign.decider.ts';
import type { CampaignState } from '../../campaign/campaign.state.ts';
import type { ChangeActor } from '../../change/change-row.ts';
import type { ConfirmedRowEvent, RowEvent } from '../../change/outcomes/row-outcome.events.ts';
import { isConfirmed, isRowEvent, outcomeOf } from '../../change/outcomes/row-outcome.ts';
import { type CreatedObject, isCreatedObject } from '../../creation/created-object.events.ts';
import {
  adGroupSettings,
  campaignSettings,
  keywordSettings,
  negativeSettings,
  type ObjectSetting,
  settingsOfCampaign,
} from './campaign-values.ts';
import { trailActorOf } from './trail-actor.ts';
import { type TrailDraft, type Trails, trailDraft } from './trail-draft.ts';

/** A campaign, and who changed the settings below it. */
export interface TrailedCampaign {
  readonly campaign: CampaignState;
  readonly trails: Trails;
  /** Since when each object has been there at least, by key; milliseconds. */
  readonly since: ReadonlyMap<string, number>;
}

/** Fold of `campaign-<campaignId>` for rules that people write. */
export const trailedCampaignDecider = {
  initialState: (): TrailedCampaign => ({
    campaign: campaignDecider.initialState(),
    trails: new Map(),
    since: new Map(),
  }),
  evolve: (state: TrailedCampaign, event: AnyCampaignEvent): TrailedCampaign => evolveMany(state, [event]),
  evolveMany,
};

function evolveMany(state: TrailedCampaign, events: readonly AnyCampaignEvent[]): TrailedCampaign {
  const campaign = campaignDecider.evolveMany(state.campaign, events);
  const draft = trailDraft(state.trails, settingsOfCampaign(state.campaign));
  const since = new Map(state.since);
  for (const event of events) applyEvent(draft, since, event);
  return { campaign, trails: draft.trails(), since };
}

function applyEvent(draft: TrailDraft, since: Map<string, number>, event: AnyCampaignEvent): void {
  for (const { settings, at, observedAt } of observedObjects(event)) {
    for (const setting of settings) draft.set(setting, { at, observedAt, actor: { kind: 'person' } });
    keepSince(since, settings, at);
  }
  if (isCreatedObject(event)) {
    const settings = settingsIn(event);
    for (const setting of settings) draft.begin(setting);
    keepSince(since, settings, Date.parse(event.data.decided_at));
  }
  applyTermEvent(draft, event);
  if (isRowEvent(event)) applyRow(draft, event);
}

/** Keywords that a rule added, and negatives that anyone added or removed. Those that come with a new campaign are no change. */
function applyTermEvent(draft: TrailDraft, { type, data }: AnyCampaignEvent): void {
  switch (type) {
    case 'KeywordAdded': {
      const [bid] = keywordSettings(data.campaign_id, data.keyword).filter(({ field }) => field === 'cpt_bid');
      if (data.actor.kind !== 'rule' || bid === undefined) return;
      draft.add({ ...bid, field: 'keyword' }, originOf(data));
      return;
    }
    case 'NegativeKeywordAdded': {
      const [setting] = negativeSettings(data.campaign_id, data.negative);
      if (setting === undefined) return;
      if (data.actor.kind === 'creation') draft.begin(setting);
      else draft.add(setting, originOf(data));
      return;
    }
    case 'NegativeKeywordRemoved':
    case 'NegativeKeywordRestored':
      for (const setting of negativeSettings(data.campaign_id, data.negative)) draft.add(setting, originOf(data));
      return;
    case 'NegativesObserved': {
      const observedAt = Date.parse(data.observed_at);
      const origin = { at: observedAt, observedAt, actor: { kind: 'person' as const } };
      const settings = data.negatives.flatMap((negative) => negativeSettings(data.campaign_id, negative));
      for (const setting of settings) draft.set(setting, origin);
      return;
    }
    default:
  }
}

const originOf = ({ actor, decided_at }: { readonly actor: ChangeActor; readonly decided_at: string }) => ({
  at: Date.parse(decided_at),
  actor: trailActorOf(actor),
});

function keepSince(since: Map<string, number>, settings: readonly ObjectSetting[], at: number): void {
  const key = settings[0]?.key;
  if (key !== undefined && !since.has(key)) since.set(key, at);
}

interface ObservedObject {
  readonly settings: ObjectSetting[];
  /** When it became so, as far as the ad service says; milliseconds. */
  readonly at: number;
  readonly observedAt: number;
}

function observedObjects({ type, data }: AnyCampaignEvent): ObservedObject[] {
  const of = (settings: ObjectSetting[], modifiedAt: string | null, observed_at: string): ObservedObject => {
    const observedAt = Date.parse(observed_at);
    return {
      settings,
      at: Math.min(observedAt, modifiedAt === null ? observedAt : Date.parse(modifiedAt)),
      observedAt,
    };
  };
  switch (type) {
    case 'CampaignObserved':
      return [of(campaignSettings(data.campaign), data.campaign.modified_at, data.observed_at)];
    case 'AdGroupsObserved':
      return data.ad_groups.map((adGroup) =>
        of(adGroupSettings(data.campaign_id, adGroup), adGroup.modified_at, data.observed_at),
      );
    case 'KeywordsObserved':
      return data.keywords.map((keyword) =>
        of(keywordSettings(data.campaign_id, keyword), keyword.modified_at, data.observed_at),
      );
    default:
      return [];
  }
}

/** The settings that an event of an object carries. */
function settingsIn({ data }: ConfirmedRowEvent | CreatedObject): ObjectSetting[] {
  if ('campaign' in data) return campaignSettings(data.campaign);
  if ('ad_group' in data) return adGroupSettings(data.campaign_id, data.ad_group);
  return 'keyword' in data ? keywordSettings(data.campaign_id, data.keyword) : [];
}

function applyRow(draft: TrailDraft, event: RowEvent): void {
  const { actor, attempts, decided_at } = event.data;
  const setting = settingOfRow(event);
  if (setting === undefined) return;
  const by = trailActorOf(actor);
  const sentAt = attempts[0]?.sent_at;
  if (sentAt !== undefined && mayBeSet(event)) {
    draft.claim(setting, { actor: by, sentAt: Date.parse(sentAt) });
  }
  if (isConfirmed(event)) draft.set(setting, { at: Date.parse(decided_at), actor: by });
}

/** Whether the row set its value, or may have: another one may have been found only after it. */
function mayBeSet(event: RowEvent): boolean {
  const outcome = outcomeOf(event);
  if (isConfirmed(event) || outcome === 'unknown') return true;
  return outcome === 'conflict' && event.data.attempts.some(({ end }) => end === 'unknown');
}

/** What a row was to set, if rules may write it, or ask for it. */
function settingOfRow({ data: { key, field, new: value } }: RowEvent): ObjectSetting | undefined {
  if (typeof value === 'boolean') return undefined;
  if (value === 'DELETED') return { key, field: 'existence', value: null };
  switch (field) {
    case 'status':
    case 'daily_cap':
    case 'target_cpa':
    case 'cpt_bid':
    case 'cpa_goal':
      return { key, field, value };
    default:
      return undefined;
  }
}
