import type {
  AdGroupSettings,
  AdSettings,
  CampaignSettings,
  KeywordSettings,
  NegativeSettings,
  ReadingProblem,
  VisibleOrganization,
} from '@tapwise/domain';
import type { AdAccountReader } from './ad-accounts.ts';
import type { ChangeHistory } from './history/change-history.ts';
import type { Reading } from './lists/reading.ts';
import type { OrganizationScope } from './organization-scope.ts';
import type { AdFigures, MonthFigures, ReportFigures, SearchTermFigures, SearchTermTotal } from './reports/figures.ts';
import type { CampaignRangeQuestion, RangeQuestion, ReportQuestion } from './reports/questions.ts';
import type { ShareReports } from './reports/shares.ts';
import type { SuggestionReader } from './suggestions.ts';
import type { SearchAdsWriter } from './writes/writer.ts';

export interface ProductPageNames {
  readonly names: ReadonlyMap<number, string>;
  /** Why names may be missing. */
  readonly problems: readonly ReadingProblem[];
}

/** How far a version of the interface goes. */
export interface ReadLimits {
  /** The oldest day that it gives figures of by day, counted back from the organization's today, which is 0. */
  readonly oldestDayAge: number;
}

/**
 * The ad service in our words, whichever version of its interface is behind it: readings, and `writer`, which changes it. All finds
 * include deleted objects. Readings say whether they are whole. A question whose answer has not changed since it was last asked gives the
 * very same array of items.
 */
export interface SearchAdsClient {
  readonly limits: ReadLimits;
  /** Where the interface has ad accounts beside organizations: which of them API users see. */
  readonly adAccounts?: AdAccountReader;
  /** Organizations that this API user may act for. */
  acls(signal?: AbortSignal): Promise<Reading<VisibleOrganization>>;
  /** Names of all campaigns of an organization, of any app; those that could be read. */
  campaignNames(scope: OrganizationScope, signal?: AbortSignal): Promise<readonly string[]>;
  /** Campaigns of one app. */
  findCampaigns(scope: OrganizationScope, adamId: number, signal?: AbortSignal): Promise<Reading<CampaignSettings>>;
  findAdGroups(scope: OrganizationScope, campaignId: number, signal?: AbortSignal): Promise<Reading<AdGroupSettings>>;
  findKeywords(scope: OrganizationScope, campaignId: number, signal?: AbortSignal): Promise<Reading<KeywordSettings>>;
  /** Negative keywords of a whole campaign, or of its ad groups. */
  findNegatives(
    scope: OrganizationScope,
    campaignId: number,
    of: 'campaign' | 'ad_groups',
    signal?: AbortSignal,
  ): Promise<Reading<NegativeSettings>>;
  /** @param pageNames The names that `productPageNames` gave. */
  findAds(
    scope: OrganizationScope,
    campaignId: number,
    pageNames: ReadonlyMap<number, string>,
    signal?: AbortSignal,
  ): Promise<Reading<AdSettings>>;
  /** Names of the app's custom product pages by the id of the creative that shows them. */
  productPageNames(scope: OrganizationScope, adamId: number, signal?: AbortSignal): Promise<ProductPageNames>;
  /** Figures by day and country, in the organization's time zone. Only what had activity. */
  report(question: ReportQuestion, signal?: AbortSignal): Promise<Reading<ReportFigures>>;
  /** Figures of all campaigns by month and country; `from` is the first of a month, `to` the last day of a later one. */
  months(question: RangeQuestion, signal?: AbortSignal): Promise<Reading<MonthFigures>>;
  /** Search terms of a campaign by day and country; at most 90 days. */
  searchTerms(question: CampaignRangeQuestion, signal?: AbortSignal): Promise<Reading<SearchTermFigures>>;
  /**
   * Search terms of a campaign, each ad group and keyword with one sum over the range of at most 24 months. Terms with fewer than
   * ten impressions in the range are one nameless row: sums of days would lose many more.
   */
  searchTermTotals(question: CampaignRangeQuestion, signal?: AbortSignal): Promise<Reading<SearchTermTotal>>;
  /** Figures of the ads of a campaign, which show custom product pages, by day and country; at most 90 days. */
  adFigures(question: CampaignRangeQuestion, signal?: AbortSignal): Promise<Reading<AdFigures>>;
  readonly shares: ShareReports;
  /** Who changed what; absent: this version of the interface does not offer it. */
  readonly changeHistory?: ChangeHistory;
  /** What the service itself suggests; `null`: this version of its interface does not say. */
  readonly suggestions: SuggestionReader | null;
  /** Changes what the organizations have; shares connection, token and limits with all readings. */
  readonly writer: SearchAdsWriter;
  close(): Promise<void>;
}

/** Items of answers that a client remembers; some 200 bytes each. */
export const itemsRemembered = 150_000;
