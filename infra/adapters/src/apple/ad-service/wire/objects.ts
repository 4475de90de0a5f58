import type { MoneyWire, Omitted, Unreadable } from './lenient.ts';

/**
 * Objects of the ad service as the versions of its interface are read into, before they are put in our words: a version that names or nests
 * a field otherwise translates it while it parses.
 */

type Field<Value> = Value | Unreadable;
type Optional<Value> = Field<Value | null | undefined>;

export interface OrganizationWire {
  readonly orgId: number;
  readonly orgName: string;
  readonly displayName?: string | null | undefined;
  readonly currency: string;
  readonly paymentModel?: string | null | undefined;
  readonly timeZone: string;
  readonly roleNames?: readonly string[] | null | undefined;
}

export interface CampaignWire {
  readonly id: number;
  readonly adamId: number;
  readonly name: Field<string>;
  readonly status: Field<string>;
  readonly displayStatus: Optional<string>;
  readonly deleted: Optional<boolean>;
  readonly countriesOrRegions: Optional<string[]>;
  readonly supplySources: Optional<string[]>;
  readonly budgetAmount: Optional<MoneyWire> | Omitted;
  readonly dailyBudgetAmount: Optional<MoneyWire>;
  readonly biddingStrategy: Optional<string>;
  /** Where the service sets the bids. */
  readonly targetCpa: Optional<MoneyWire>;
  readonly modificationTime: Optional<string>;
}

export interface AdGroupWire {
  readonly id: number;
  readonly name: Field<string>;
  readonly status: Field<string>;
  readonly displayStatus: Optional<string>;
  readonly deleted: Optional<boolean>;
  readonly defaultBidAmount: Optional<MoneyWire>;
  readonly cpaGoal: Optional<MoneyWire>;
  readonly automatedKeywordsOptIn: Optional<boolean>;
  readonly modificationTime: Optional<string>;
}

export interface KeywordWire {
  readonly id: number;
  readonly adGroupId: number;
  readonly text: Field<string>;
  readonly matchType: Field<string>;
  readonly status: Field<string>;
  readonly deleted: Optional<boolean>;
  readonly bidAmount: Optional<MoneyWire>;
  readonly modificationTime: Optional<string>;
}

export interface AdWire {
  readonly id: number;
  readonly adGroupId: number;
  readonly creativeId: Optional<number>;
  readonly creativeType: Optional<string> | Omitted;
  readonly name: Field<string>;
  readonly status: Optional<string>;
  readonly deleted: Optional<boolean>;
}

export interface NegativeWire {
  readonly id: number;
  readonly adGroupId?: number | null | undefined;
  readonly text: Field<string>;
  readonly matchType: Field<string>;
  readonly status: Optional<string>;
  readonly deleted: Optional<boolean>;
}

type Text = string | null | undefined;

/** A campaign before a write: more of it is needed, and all of it has to be readable. */
export interface RemoteCampaignWire extends Omit<CampaignWire, 'biddingStrategy'> {
  readonly biddingStrategy?: Text;
  readonly paymentModel?: Text;
  readonly servingStateReasons?: readonly string[] | null | undefined;
  readonly creationTime?: Text;
}

export interface RemoteAdGroupWire extends AdGroupWire {
  readonly campaignId: number;
  readonly creationTime?: Text;
}

export interface RemoteCreativeWire {
  readonly id: number;
  readonly adamId?: number | null | undefined;
  readonly name?: Text;
  readonly productPageId?: Text;
  readonly type: string;
  /** `VALID`, `INVALID` or `PENDING`. */
  readonly state?: Text;
  readonly creationTime?: Text;
}

export interface ProductPageWire {
  readonly id: string;
  readonly name: string;
  readonly state?: Text;
}
