import type { StoreTransaction } from '../../subscription.events.ts';

/** The store's words for who has a transaction: its buyer, a relative of the buyer, or a member of an organization. */
export const knownOwnerships: ReadonlySet<string> = new Set(['PURCHASED', 'FAMILY_SHARED', 'ASSIGNED']);

/** Whether the user bought it. What came to them in any other way, also in one that is not known yet, earns nothing. */
export function isPurchased({ family_shared, ownership = 'PURCHASED' }: StoreTransaction): boolean {
  return !family_shared && ownership === 'PURCHASED';
}
