import type { StoreTransaction } from '@tapwise/domain';

const documentedOwnerships: ReadonlySet<string> = new Set(['PURCHASED', 'FAMILY_SHARED', 'ASSIGNED']);

/** Whether the store's word for who has a transaction is one that is documented. */
export const isDocumentedOwnership = (word: string | null): boolean => word === null || documentedOwnerships.has(word);

/** Who has a transaction; the store's word is kept where it is not the buyer. */
export function ownershipOf(word: string | null | undefined): Pick<StoreTransaction, 'family_shared' | 'ownership'> {
  const family_shared = word === 'FAMILY_SHARED';
  return word == null || word === 'PURCHASED' ? { family_shared } : { family_shared, ownership: word };
}
