import type { StoreTransaction } from '../../subscription.events.ts';

/** Whether the user bought it. What came to them in any other way, also in one that is not known yet, earns nothing. */
export function isPurchased({ family_shared, ownership = 'PURCHASED' }: StoreTransaction): boolean {
  return !family_shared && ownership === 'PURCHASED';
}
