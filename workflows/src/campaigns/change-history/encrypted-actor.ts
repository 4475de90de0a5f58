import type { KeyVault } from '@tapwise/adapters';
import { type HistoryEntry, type HistoryRecord, isOwnEntry, type OutsideActor } from '@tapwise/domain';

/** Encrypts what is recorded about people. */
export type ActorVault = Pick<KeyVault, 'encrypt'>;

/** Who made an entry, as the log has it: the key is that of the application, and ends with its team. */
export async function encryptedActor(
  vault: ActorVault,
  applicationId: number,
  record: HistoryRecord,
  entry: HistoryEntry,
): Promise<OutsideActor> {
  if (isOwnEntry(record, entry)) return { kind: 'tapwise', user: null };
  const { by: kind, user } = entry;
  // The service itself is no person.
  if (user === null || kind === 'apple') return { kind, user: null };
  return { kind, user: await vault.encrypt(`application-${applicationId}`, user) };
}
