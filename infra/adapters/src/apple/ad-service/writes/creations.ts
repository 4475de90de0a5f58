import type { RemoteAdGroup, RemoteCampaign, RemoteKeyword, RemoteNegative, Switch } from './remote.ts';
import type { InvoiceDetails } from './settings-writes.ts';
import type { Amount, RowEnd, WriteEnd, WriteScope } from './write-end.ts';

/** A search campaign with bids per tap. */
export interface NewCampaign {
  readonly adamId: number;
  /** Unique in the organization. */
  readonly name: string;
  /** ISO 3166 alpha-2. */
  readonly countries: readonly string[];
  readonly dailyBudget: Amount;
  /** `null`: none. */
  readonly totalBudget: Amount | null;
  readonly status: Switch;
  /** Only for organizations that pay on account (LOC). */
  readonly invoiceDetails: InvoiceDetails | null;
}

export interface NewAdGroup {
  /** Unique in the campaign. */
  readonly name: string;
  readonly status: Switch;
  readonly defaultBid: Amount;
  readonly cpaGoal: Amount | null;
  readonly searchMatch: boolean;
  /** Not in the past: the service refuses it, also when a call is repeated. */
  readonly startsAt: Date;
  /** `null`: both. */
  readonly device: 'iphone' | 'ipad' | null;
  /** Those who never had the app, or those who had; `null`: all. */
  readonly audience: 'new' | 'returning' | null;
  /** The campaign's app, which the audience is about. */
  readonly adamId: number;
}

export type MatchType = 'EXACT' | 'BROAD';

export interface NewKeyword {
  readonly adGroupId: number;
  readonly text: string;
  readonly matchType: MatchType;
  /** `null`: it follows its ad group. */
  readonly bid: Amount | null;
  readonly status: Switch;
}

export interface NewNegative {
  readonly text: string;
  readonly matchType: MatchType;
}

/**
 * Creation, without any key that makes a repetition harmless: after an end that is `unknown` the caller looks by name or ad group
 * for what it wanted before it tries again.
 */
export interface Creations {
  createCampaign(scope: WriteScope, campaign: NewCampaign): Promise<WriteEnd<RemoteCampaign>>;
  createAdGroup(scope: WriteScope, campaignId: number, adGroup: NewAdGroup): Promise<WriteEnd<RemoteAdGroup>>;
  /**
   * @param keywords 1 to the service's most rows, of one ad group unless it takes rows of many. Rows end in the same order; one that exists
   * already is refused by itself.
   */
  createKeywords(
    scope: WriteScope,
    campaignId: number,
    keywords: readonly NewKeyword[],
  ): Promise<WriteEnd<readonly RowEnd<RemoteKeyword>[]>>;
  /** @param adGroupId `null`: for the whole campaign. */
  createNegatives(
    scope: WriteScope,
    campaignId: number,
    adGroupId: number | null,
    negatives: readonly NewNegative[],
  ): Promise<WriteEnd<readonly RowEnd<RemoteNegative>[]>>;
  /** @param ids 1 to the service's most rows, all of the campaign (`adGroupId` null) or all of that ad group. */
  deleteNegatives(
    scope: WriteScope,
    campaignId: number,
    adGroupId: number | null,
    ids: readonly number[],
  ): Promise<WriteEnd<{ readonly deleted: number | null }>>;
}
