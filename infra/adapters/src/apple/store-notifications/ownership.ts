import type { StoreTransaction } from '@tapwise/domain';

/** Who has a transaction; the store's word is kept where it is not the buyer. */
export function ownershipOf(word: string | null | undefined): Pick<StoreTransaction, 'family_shared' | 'ownership'> {
  const family_shared = word === 'FAMILY_SHARED';
  return word == null || word === 'PURCHASED' ? { family_shared } : { family_shared, ownership: word };
}
