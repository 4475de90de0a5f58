import type { DayNumber } from '../../base/calendar/calendar-days.ts';
import type { App, ProductPage } from './apps.ts';
import type { CampaignKind } from './campaign-plan.ts';
import type { Organization } from './organizations.ts';

export interface Keyword {
  readonly id: number;
  readonly adGroupId: number;
  readonly campaignId: number;
  readonly text: string;
  readonly matchType: 'EXACT' | 'BROAD';
  /** Own bid in the organization's currency; null means the ad group's. */
  readonly bid: number | null;
  readonly status: 'ACTIVE' | 'PAUSED';
  readonly deleted: boolean;
  readonly createdAt: number;
  readonly modifiedAt: number;
}

export interface NegativeKeyword {
  readonly id: number;
  readonly campaignId: number;
  readonly adGroupId: number | null;
  readonly text: string;
  readonly matchType: 'EXACT' | 'BROAD';
  readonly status: 'ACTIVE' | 'PAUSED';
  readonly deleted: boolean;
  readonly modifiedAt: number;
}

/** An ad puts a custom product page in front of the users of an ad group. */
export interface Ad {
  readonly id: number;
  readonly creativeId: number;
  readonly name: string;
  readonly page: ProductPage;
  readonly status: 'ENABLED' | 'PAUSED';
  readonly deleted: boolean;
  readonly createdAt: number;
  readonly modifiedAt: number;
}

/** Makes a custom product page usable for ads of one organization. */
export interface Creative {
  readonly id: number;
  readonly org: Organization;
  readonly app: App;
  readonly name: string;
  readonly page: ProductPage;
  readonly deleted: boolean;
  readonly createdAt: number;
  readonly modifiedAt: number;
}

export interface AdGroup {
  readonly id: number;
  readonly campaignId: number;
  readonly name: string;
  readonly defaultBid: number;
  readonly cpaGoal: number | null;
  readonly searchMatch: boolean;
  /** As it was written; absent: when it was made. */
  readonly startTime?: string | undefined;
  /** Targeting dimensions as they were written; null for those the market was built with. */
  readonly targeting: object | null;
  readonly status: 'ENABLED' | 'PAUSED';
  readonly deleted: boolean;
  /** Ad groups aimed at a gender are served, but AdServices does not attribute their installs. */
  readonly gender: 'M' | 'F' | null;
  /** Grows at its end; the first one may be that of the market. */
  readonly ads: readonly Ad[];
  /** Grows at its end when keywords are written. */
  readonly keywords: readonly Keyword[];
  readonly createdAt: number;
  readonly modifiedAt: number;
}

/** What can win an impression: a keyword, or the Search Match of an ad group. */
export interface Target {
  readonly index: number;
  readonly adGroup: AdGroup;
  readonly keyword: Keyword | null;
  readonly weight: number;
  readonly bid: number;
  readonly ttrFactor: number;
  readonly crFactor: number;
  /** Factor on how willing to pay the users are that come by it. */
  readonly valueFactor: number;
  /** No traffic from this day on; null while it runs. */
  readonly quietFrom: DayNumber | null;
  /** Of a target that was written later: its mean impressions a day with a usual bid, which is then `bid`; else null. */
  readonly perDay: number | null;
}

export interface Campaign {
  readonly index: number;
  readonly id: number;
  readonly org: Organization;
  readonly app: App;
  readonly name: string;
  readonly kind: CampaignKind;
  readonly countries: readonly string[];
  readonly countryWeights: Float64Array;
  /** These lists grow at their ends when something is written; the weights are those of the first targets. */
  readonly adGroups: readonly AdGroup[];
  readonly negatives: readonly NegativeKeyword[];
  readonly targets: readonly Target[];
  readonly targetWeights: Float64Array;
  readonly status: 'ENABLED' | 'PAUSED';
  readonly deleted: boolean;
  readonly firstDay: DayNumber;
  /** Last day with traffic; null while it runs. */
  readonly lastDay: DayNumber | null;
  /** Mean impressions on the anchor day, before growth, weekday and chance. */
  readonly impressionsPerDay: number;
  readonly dailyBudget: number;
  /** Lifetime budget; null where there is none. */
  readonly totalBudget: number | null;
  /** Who sets bids: the advertiser, or Apple, which aims at `targetCpa` (in the organization's currency; null: no target). */
  readonly bidStrategy: 'MANUAL_CPT' | 'MAX_CONVERSIONS';
  readonly targetCpa: number | null;
  /** Invoice details that were written; null for those of the account. */
  readonly invoice: object | null;
  readonly createdAt: number;
  readonly modifiedAt: number;
}

/** Number of distinguishable cells of a campaign: target × country × device. */
export const cellCount = (campaign: Campaign): number => campaign.targets.length * campaign.countries.length * 2;

/** Cell of a target, a country (index in the campaign's list) and a device (1 = iPad). */
export const cellOf = (campaign: Campaign, target: number, country: number, ipad: 0 | 1): number =>
  (target * campaign.countries.length + country) * 2 + ipad;

export const targetOfCell = (campaign: Campaign, cell: number): Target =>
  campaign.targets[Math.floor(cell / 2 / campaign.countries.length)] as Target;

export const countryOfCell = (campaign: Campaign, cell: number): string =>
  campaign.countries[Math.floor(cell / 2) % campaign.countries.length] as string;

export const isIpadCell = (cell: number): boolean => cell % 2 === 1;
