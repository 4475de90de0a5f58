/** What happened to a line that the model learns from. Instants in milliseconds since 1970, UTC. */
export type LineMoment =
  /** A standard-price payment for the time from `due_at` to `paid_until`; a recovered one keeps the date it was due. */
  | { readonly kind: 'charge'; readonly at: number; readonly due_at: number; readonly paid_until: number }
  /** Auto-renewal was switched. */
  | { readonly kind: 'renewal_off'; readonly at: number }
  | { readonly kind: 'renewal_on'; readonly at: number }
  /** A payment was due at `at` and failed; the store goes on trying. */
  | { readonly kind: 'payment_failed'; readonly at: number }
  /** The store said that nothing will be charged any more. */
  | { readonly kind: 'expired'; readonly at: number }
  /** Charge number `charge` (from 1) was given back, in part or whole. */
  | { readonly kind: 'refund'; readonly at: number; readonly charge: number };

/**
 * One product line of a subscription: an original transaction from its start, or from its change to this product, until it
 * changes to another. The model's unit of observation.
 */
export interface SubscriptionLine {
  readonly product_id: string;
  /** Storefront of the purchase, ISO 3166 alpha-2; empty when the store did not say. */
  readonly country: string;
  readonly started_at: number;
  /** The introductory offer it began with; `null` when bought directly or continued from another product. */
  readonly intro: { readonly started_at: number; readonly expires_at: number } | null;
  /** In order of `at`. */
  readonly moments: readonly LineMoment[];
  /** When the subscription went over to another product: from here on the line is neither renewed nor lost. */
  readonly left_at: number | null;
}
