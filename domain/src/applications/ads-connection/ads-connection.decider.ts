import { DomainError } from '../../shared/domain-error.ts';
import { sameValue } from '../../shared/same-value.ts';
import type { AccountProof, AdsConnectionEvent } from './ads-connection.events.ts';
import { type AdAccountCandidate, type AdsConnection, credentialsKindOf } from './ads-connection.state.ts';

export interface BindAdAccount {
  readonly orgId: number;
  readonly adAccountId: number;
  readonly v1OrgId: number | null;
  readonly provenBy: AccountProof;
  readonly boundAt: string;
}

/** Who may replace an account that is bound already. */
const replacing: ReadonlySet<AccountProof> = new Set(['person', 'operator']);

/**
 * Binds an organization to its ad account; the same account again changes nothing, however it was proven. The account must have been
 * claimed for the organization before.
 * @throws DomainError `conflict` when another one is bound and no person decided.
 */
export function bindAdAccount(state: AdsConnection, command: BindAdAccount): AdsConnectionEvent[] {
  const { orgId, adAccountId, v1OrgId, provenBy, boundAt } = command;
  if (state.account?.adAccountId === adAccountId) return [];
  if (state.account !== null && !replacing.has(provenBy)) throw new DomainError('conflict');
  const data = {
    org_id: orgId,
    ad_account_id: adAccountId,
    v1_org_id: v1OrgId,
    proven_by: provenBy,
    bound_at: boundAt,
  };
  return [{ type: 'AdAccountBound', data }];
}

/** No account was proven; these may be it. The same again, and anything once an account is bound, changes nothing. */
export function seeCandidates(
  state: AdsConnection,
  command: { orgId: number; candidates: readonly AdAccountCandidate[]; seenAt: string },
): AdsConnectionEvent[] {
  const candidates = command.candidates.toSorted((a, b) => a.adAccountId - b.adAccountId);
  if (state.account !== null || sameValue(state.candidates, candidates)) return [];
  const seen = candidates.map(({ adAccountId, name }) => ({ ad_account_id: adAccountId, name }));
  return [
    {
      type: 'AdAccountCandidatesSeen',
      data: { org_id: command.orgId, candidates: seen, seen_at: command.seenAt },
    },
  ];
}

/** Keeps a new key pair where there is none yet, or where another one is wanted. Credentials go on with the one they were accepted with. */
export function makeAdsKey(
  state: AdsConnection,
  command: { orgId: number; publicKey: string; privateKey: string; replaces: boolean; madeAt: string },
): AdsConnectionEvent[] {
  const { orgId, publicKey, privateKey, replaces, madeAt } = command;
  if (state.key !== null && !replaces) return [];
  const data = { org_id: orgId, public_key: publicKey, private_key: privateKey, made_at: madeAt };
  return [{ type: 'AdsKeyMade', data }];
}

const identifierForm = /^[\w.-]{1,100}$/;

/** What was typed, without blanks around it. @throws DomainError `invalid_request`, which names the field. */
export function readCredentialNames(entered: { client_id: string; team_id: string; key_id: string }): {
  clientId: string;
  teamId: string;
  keyId: string;
} {
  const read = (field: keyof typeof entered): string => {
    const text = entered[field].trim();
    if (!identifierForm.test(text)) throw new DomainError('invalid_request', { details: { field } });
    return text;
  };
  return { clientId: read('client_id'), teamId: read('team_id'), keyId: read('key_id') };
}

export interface SetCredentials {
  readonly orgId: number;
  readonly clientId: string;
  readonly teamId: string;
  readonly keyId: string;
  /** Ciphertext of the key that the service accepted. */
  readonly privateKey: string;
  readonly setAt: string;
}

/**
 * Uses credentials that the service has accepted. The same again change nothing while they are not refused.
 * @throws DomainError `wrong_state` without a key; `conflict` when another key was made since they were tried.
 */
export function setCredentials(state: AdsConnection, command: SetCredentials): AdsConnectionEvent[] {
  const { orgId, clientId, teamId, keyId, privateKey, setAt } = command;
  if (state.key === null) throw new DomainError('wrong_state');
  if (state.key.privateKey !== privateKey) throw new DomainError('conflict');
  if (state.refusedAt === null && sameValue(state.credentials, { clientId, teamId, keyId, privateKey })) return [];
  const names = { client_id: clientId, apple_team_id: teamId, key_id: keyId };
  return [{ type: 'AdsCredentialsSet', data: { org_id: orgId, ...names, private_key: privateKey, set_at: setAt } }];
}

/** Which credentials a call was made with: of the organization itself by their names, or the shared ones. */
export type UsedCredentials = { readonly clientId: string; readonly keyId: string } | 'shared';

/** The service refused a call for its credentials. What is said of credentials that are not used any more changes nothing. */
export function refuseCredentials(
  state: AdsConnection,
  command: { orgId: number; used: UsedCredentials; refusedAt: string },
): AdsConnectionEvent[] {
  if (state.refusedAt !== null || !areUsed(state, command.used)) return [];
  const data = { org_id: command.orgId, credentials: credentialsKindOf(state), refused_at: command.refusedAt };
  return [{ type: 'AdsCredentialsRefused', data }];
}

/** The service accepted a call with credentials that it had refused. */
export function acceptCredentials(
  state: AdsConnection,
  command: { orgId: number; used: UsedCredentials; acceptedAt: string },
): AdsConnectionEvent[] {
  if (state.refusedAt === null || !areUsed(state, command.used)) return [];
  const data = { org_id: command.orgId, credentials: credentialsKindOf(state), accepted_at: command.acceptedAt };
  return [{ type: 'AdsCredentialsAccepted', data }];
}

function areUsed({ credentials }: AdsConnection, used: UsedCredentials): boolean {
  if (used === 'shared') return credentials === null;
  return credentials?.clientId === used.clientId && credentials.keyId === used.keyId;
}
