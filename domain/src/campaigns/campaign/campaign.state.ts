import type { ChangeActor, SettingValue } from '../change/change-row.ts';
import type { FinalOutcome } from '../change/outcomes/row-outcome.events.ts';
import type { OutsideSetting } from '../change-history/outside-actor.ts';
import type { UnnamedChange } from '../change-history/unnamed-change.ts';
import type {
  AdGroupSettings,
  AdSettings,
  CampaignSettings,
  KeywordSettings,
  NegativeSettings,
} from './campaign-settings.ts';

/** What we have seen of a campaign, and set; each kind by id. */
export interface CampaignState {
  /** Ad organization it belongs to; `null` before it was seen. */
  org_id: number | null;
  campaign: CampaignSettings | null;
  ad_groups: ReadonlyMap<number, AdGroupSettings>;
  keywords: ReadonlyMap<number, KeywordSettings>;
  ads: ReadonlyMap<number, AdSettings>;
  negatives: ReadonlyMap<number, NegativeSettings>;
  /** Settings that changes of ours set last, by key and field. */
  ownSettings: ReadonlyMap<string, OwnSetting>;
  /** Settings that were changed elsewhere and by whom, by key and field; the last of each. */
  outsideSettings: ReadonlyMap<string, OutsideSetting & { readonly value: SettingValue }>;
  /** Changes made elsewhere of the last day of which it is not known who made them; the oldest first. */
  unnamed: readonly UnnamedChange[];
  /** Outcomes of rows, of the latest changes. */
  settled: ReadonlyMap<string, ReadonlyMap<number, FinalOutcome>>;
  /** Of a campaign that we made: what for. */
  made: { readonly kind: 'skag' | 'discovery'; readonly creation_id: string } | null;
  /** It is deleted, and all that lies below it has been read since: nothing changes there any more. */
  deleted_read: boolean;
  /** Ad group of ours that holds the broad keywords. */
  broad_ad_group_id: number | null;
}

/** Whose change set a value, and when. */
export interface OwnSetting {
  readonly change_id: string;
  readonly actor: ChangeActor;
  readonly value: SettingValue;
  /** When the ad service had confirmed it; ISO 8601. */
  readonly at: string;
}
