import { dayAt } from '../../base/calendar/calendar-days.ts';
import type { ActivityStore } from '../../market/activity/activity-store.ts';
import type { SettingsInForce } from '../../market/world/settings-history.ts';
import type { AdGroup, Campaign, Keyword } from '../../market/world/structure.ts';

/** Whether something is served right now, and why not. */
export interface ServingState {
  readonly servingStatus: 'RUNNING' | 'NOT_RUNNING';
  readonly displayStatus: string;
  readonly reasons: readonly string[] | null;
}

/** When states are looked at, and what they follow from. */
export interface StateContext {
  /** Null where used-up budgets are not looked at: the answer to a write does not wait for the day's figures. */
  readonly activity: ActivityStore | null;
  readonly settings: SettingsInForce;
  readonly now: number;
}

const running: ServingState = { servingStatus: 'RUNNING', displayStatus: 'RUNNING', reasons: null };

const stopped = (displayStatus: string, reason: string): ServingState => ({
  servingStatus: 'NOT_RUNNING',
  displayStatus,
  reasons: [reason],
});

/** State of a campaign at an instant; a used-up daily budget stops it for the rest of its day. */
export function campaignState(built: Campaign, { activity, settings, now }: StateContext): ServingState {
  const campaign = settings.campaign(built);
  if (campaign.deleted) return stopped('DELETED', 'DELETED_BY_USER');
  if (campaign.status === 'PAUSED') return stopped('PAUSED', 'PAUSED_BY_USER');
  if (campaign.adGroups.length === 0) return stopped('ON_HOLD', 'AD_GROUP_MISSING');
  if (campaign.adGroups.map(settings.adGroup).every((adGroup) => adGroup.deleted || adGroup.status === 'PAUSED')) {
    return stopped('ON_HOLD', 'NO_AVAILABLE_AD_GROUPS');
  }
  if (activity === null) return running;
  const { exhaustedAt } = activity.campaignDay(built, dayAt(campaign.org.timeZone, now));
  return exhaustedAt !== null && exhaustedAt <= now ? stopped('ON_HOLD', 'DAILY_CAP_EXHAUSTED') : running;
}

/** State of an ad group inside a campaign whose state is known. */
export function adGroupState(adGroup: AdGroup, campaign: ServingState): ServingState {
  if (adGroup.deleted || campaign.displayStatus === 'DELETED') return stopped('DELETED', 'DELETED_BY_USER');
  if (adGroup.status === 'PAUSED') return stopped('PAUSED', 'AD_GROUP_PAUSED_BY_USER');
  return campaign.servingStatus === 'RUNNING' ? running : stopped('CAMPAIGN_ON_HOLD', 'CAMPAIGN_NOT_RUNNING');
}

/** The one word shown beside a keyword in reports. */
export function keywordDisplayStatus(keyword: Keyword, adGroup: ServingState, campaign: ServingState): string {
  if (keyword.deleted || adGroup.displayStatus === 'DELETED') return 'DELETED';
  if (keyword.status === 'PAUSED') return 'PAUSED';
  if (campaign.servingStatus !== 'RUNNING') return 'CAMPAIGN_ON_HOLD';
  return adGroup.servingStatus === 'RUNNING' ? 'RUNNING' : 'AD_GROUP_ON_HOLD';
}
