import type { Decider } from '../../shared/decider.ts';
import type { AccountProof, AdsConnectionEvent, CredentialsKind } from './ads-connection.events.ts';
import { type HistoryLine, historyLine } from './connection-history.ts';

/** An ad account that may be the organization. */
export interface AdAccountCandidate {
  readonly adAccountId: number;
  readonly name: string;
}

export interface BoundAccount {
  readonly adAccountId: number;
  /** The organization above the account; `null` where the service did not say. */
  readonly v1OrgId: number | null;
  readonly provenBy: AccountProof;
  readonly provenAt: string;
}

/** A key pair; the private half is ciphertext. */
export interface AdsKey {
  readonly publicKey: string;
  readonly privateKey: string;
}

/** What the organization's own access is asked for with; the private key is ciphertext. */
export interface OwnCredentials {
  readonly clientId: string;
  readonly teamId: string;
  readonly keyId: string;
  readonly privateKey: string;
}

/** How an organization is connected to the ad service. */
export interface AdsConnection {
  readonly account: BoundAccount | null;
  /** What may be the account; `null` while none was looked for. */
  readonly candidates: readonly AdAccountCandidate[] | null;
  /** The key that was made last; credentials may still use an earlier one. */
  readonly key: AdsKey | null;
  readonly credentials: OwnCredentials | null;
  /** Since when the service refuses the credentials that are used; `null` while it accepts them. */
  readonly refusedAt: string | null;
  /** Oldest first. */
  readonly history: readonly HistoryLine[];
}

export const unconnected: AdsConnection = {
  account: null,
  candidates: null,
  key: null,
  credentials: null,
  refusedAt: null,
  history: [],
};

/** Lines of the history that are kept, the newest. */
const mostLines = 50;

/** Fold of `adsConnection-<orgId>`. */
export const adsConnectionDecider: Decider<AdsConnection, AdsConnectionEvent> = {
  initialState: () => unconnected,
  evolve: (state, event) => {
    const line = historyLine(event);
    const history = line === undefined ? state.history : [...state.history, line].slice(-mostLines);
    return { ...state, ...changeBy(state, event), history };
  },
};

/** Whose credentials are used for the organization. */
export const credentialsKindOf = ({ credentials }: Pick<AdsConnection, 'credentials'>): CredentialsKind =>
  credentials === null ? 'shared' : 'own';

function changeBy(state: AdsConnection, event: AdsConnectionEvent): Partial<AdsConnection> {
  switch (event.type) {
    case 'AdAccountBound': {
      const { ad_account_id, v1_org_id, proven_by, bound_at } = event.data;
      const account = { adAccountId: ad_account_id, v1OrgId: v1_org_id, provenBy: proven_by, provenAt: bound_at };
      return { account, candidates: [] };
    }
    case 'AdAccountCandidatesSeen':
      return {
        candidates: event.data.candidates.map((seen) => ({ adAccountId: seen.ad_account_id, name: seen.name })),
      };
    case 'AdsKeyMade':
      return { key: { publicKey: event.data.public_key, privateKey: event.data.private_key } };
    case 'AdsCredentialsSet': {
      const { client_id, apple_team_id, key_id, private_key } = event.data;
      const credentials = { clientId: client_id, teamId: apple_team_id, keyId: key_id, privateKey: private_key };
      return { credentials, refusedAt: null };
    }
    case 'AdsCredentialsRefused':
      return event.data.credentials === credentialsKindOf(state) ? { refusedAt: event.data.refused_at } : {};
    case 'AdsCredentialsAccepted':
      return event.data.credentials === credentialsKindOf(state) ? { refusedAt: null } : {};
    default:
      return {};
  }
}
