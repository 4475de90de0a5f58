import { createPublicKey, type KeyObject, randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Provider } from '../../../base/state/identity.ts';
import type { StateFolder } from '../../../base/state/state-folder.ts';

/** Who may ask for access tokens. */
export interface ApiUser {
  readonly clientId: string;
  readonly teamId: string;
  readonly keyId: string;
  readonly publicKey: KeyObject;
  /** What the service calls the user by where it says who did something. */
  readonly userId: number;
  /** The account whose settings hold the key; null for the provider's user, who was invited into many. */
  readonly adAccountId: number | null;
}

/** The API users of all accounts; they outlive a restart. */
export interface ApiUsers {
  /** The user of a client id, or null. */
  find(clientId: string): ApiUser | null;
  /**
   * An account's own user, as its settings make one when a public key is uploaded.
   *
   * @param publicKeyPem P-256, as PEM
   * @throws when the key cannot be read or is of another kind
   */
  create(adAccountId: number, publicKeyPem: string): ApiUser;
}

/** Of the user of the provider. */
const PROVIDER_USER_ID = 12345678;
const FILE = 'api-users.json';

const storedUser = z.object({
  clientId: z.string(),
  keyId: z.string(),
  adAccountId: z.number(),
  publicKey: z.string(),
});
type StoredUser = z.infer<typeof storedUser>;

export function createApiUsers(provider: Provider, folder: StateFolder): ApiUsers {
  let stored = folder.read(FILE, z.array(storedUser)) ?? [];
  const users = new Map<string, ApiUser>([
    [provider.clientId, { ...provider, userId: PROVIDER_USER_ID, adAccountId: null }],
  ]);
  for (const user of stored) users.set(user.clientId, revived(user));
  return {
    find: (clientId) => users.get(clientId) ?? null,
    create(adAccountId, publicKeyPem) {
      const user = { clientId: `SEARCHADS.${randomUUID()}`, keyId: randomUUID(), adAccountId, publicKey: publicKeyPem };
      const made = revived(user);
      if (made.publicKey.asymmetricKeyDetails?.namedCurve !== 'prime256v1') throw new Error('A P-256 key is needed');
      users.set(made.clientId, made);
      stored = [...stored, user];
      folder.write(FILE, stored);
      return made;
    },
  };
}

const revived = ({ clientId, keyId, adAccountId, publicKey }: StoredUser): ApiUser => ({
  clientId,
  teamId: clientId,
  keyId,
  // Client ids end with a UUID; seven digits of it are enough to tell users of one world from each other.
  userId: 20_000_000 + Number.parseInt(clientId.slice(-7), 16),
  adAccountId,
  publicKey: createPublicKey(publicKey),
});
