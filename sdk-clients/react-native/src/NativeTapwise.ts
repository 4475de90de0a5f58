import { type TurboModule, TurboModuleRegistry } from 'react-native';

/** The ad that led to the install; what Apple did not say is absent. Ids have 64 bits, more than a number holds: they are digits. */
export interface TapwiseAttribution {
  readonly orgId?: string;
  readonly campaignId?: string;
  readonly campaignName?: string;
  readonly adGroupId?: string;
  readonly adGroupName?: string;
  readonly keywordId?: string;
  readonly keywordName?: string;
  readonly adId?: string;
  readonly customProductPage?: string;
  /** Storefront of the campaign, such as `US`. */
  readonly country?: string;
  /** `click` or `view`. */
  readonly claimType?: string;
}

export interface TapwisePurchase {
  readonly transactionId: string;
  readonly originalTransactionId: string;
  readonly productId: string;
  /** ISO 8601. */
  readonly purchasedAt: string;
  readonly signedTransaction?: string;
}

/** What the native module does; both architectures of React Native call it by these names. */
export interface Spec extends TurboModule {
  /** Resolves once per install where the attribution is wanted, and at once where not. */
  start(
    apiKey: string,
    url: string,
    readsPurchases: boolean,
    wantsAttribution: boolean,
  ): Promise<TapwiseAttribution | null>;
  installId(): Promise<string | null>;
  attribution(): Promise<TapwiseAttribution | null>;
  report(purchases: TapwisePurchase[]): void;
}

/** `null` where the app was built without the native module. */
export default TurboModuleRegistry.get<Spec>('Tapwise');
