import { type AdsConnections, connectionOf, type OwnCredentials } from '@tapwise/domain';
import type { KeyVault } from '../../secrets/key-vault.ts';
import type { SearchAdsCredentials } from '../ad-service/calls/access-token.ts';
import { SearchAdsError } from '../ad-service/errors.ts';
import type { AccountDirectory } from '../ads-api-v1/calls/accounts.ts';

/** The organization's own API user; its private key is decrypted when a token is asked for, and not kept. */
export function ownCredentials(
  { clientId, teamId, keyId, privateKey }: OwnCredentials,
  vault: Pick<KeyVault, 'decrypt'>,
): SearchAdsCredentials {
  const readPrivateKey = async (): Promise<string> => {
    const plain = await vault.decrypt(privateKey);
    if (plain !== undefined) return plain;
    throw new SearchAdsError('The private key is erased', { retry: false, reason: 'credentials', ofAccess: true });
  };
  return { clientId, teamId, keyId, readPrivateKey, privateKeyId: privateKey };
}

export interface AccountAccessSources {
  readonly connections: { readonly state: AdsConnections };
  /** Whether an application has the organization. */
  readonly isLinked: (orgId: number) => boolean;
  readonly vault: Pick<KeyVault, 'decrypt'>;
}

/**
 * What organizations are bound to. One that no application has is not an organization of ours yet: it is asked about by the number of its
 * account, which is its own.
 */
export function boundAccounts({ connections, isLinked, vault }: AccountAccessSources): AccountDirectory {
  return {
    accessOf: (orgId) => {
      const { account, credentials } = connectionOf(connections.state, orgId);
      if (account === null) return isLinked(orgId) ? undefined : { adAccountId: orgId };
      const { adAccountId } = account;
      return credentials === null ? { adAccountId } : { adAccountId, credentials: ownCredentials(credentials, vault) };
    },
  };
}
