import type { WebhookEventName } from '../subscription/index.ts';
import type { UsdTenThousandths } from './proceeds/usd-proceeds.ts';

/** What a webhook says; `null` is left out of it. */
export interface WebhookContent {
  readonly event: WebhookEventName;
  readonly product_id: string | null;
  readonly original_transaction_id: string;
  /** The SDK's id of the install. */
  readonly user_id: string;
  /** Day of the cohort. */
  readonly install_date: string;
  readonly organization_id: number;
  readonly campaign_id: number;
  readonly campaign_name: string | null;
  /** `null` where Apple did not say it. */
  readonly ad_group_id: number | null;
  readonly ad_group_name: string | null;
  /** `null` for Search Match. */
  readonly keyword_id: number | null;
  readonly keyword_name: string | null;
  /** Creative id; `null` for the default product page. */
  readonly custom_product_page_id: number | null;
  readonly custom_product_page_name: string | null;
  /** `null` when the price is not known. */
  readonly proceeds: UsdTenThousandths | null;
}

const perDollar = 10_000;

/** The body of a webhook: exactly the fields that are documented, in their order, never null. */
export function webhookBody(content: WebhookContent): string {
  const { campaign_id, ad_group_id, keyword_id, custom_product_page_id, proceeds } = content;
  const fields = {
    event: content.event,
    product_id: content.product_id,
    original_transaction_id: content.original_transaction_id,
    user_id: content.user_id,
    install_date: content.install_date,
    organization_id: content.organization_id,
    campaign_id,
    campaign_name: content.campaign_name ?? `Campaign ${campaign_id}`,
    ad_group_id,
    ad_group_name: ad_group_id === null ? null : (content.ad_group_name ?? `Ad group ${ad_group_id}`),
    keyword_id,
    keyword_name: keyword_id === null ? null : (content.keyword_name ?? `Keyword ${keyword_id}`),
    custom_product_page_id,
    custom_product_page_name: content.custom_product_page_name,
    proceeds: proceeds === null ? null : proceeds / perDollar,
    currency: 'USD',
  };
  return JSON.stringify(Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)));
}
