import type { AccountProof, AdsConnectionEvent } from './ads-connection.events.ts';
import { connectionTexts } from './connection-texts.ts';

/** What happened to a connection, for people; never a secret. */
export interface HistoryLine {
  readonly at: string;
  readonly text: string;
}

const proofTexts: Readonly<Record<AccountProof, string>> = {
  campaigns: 'your campaigns were found in it',
  number_and_name: 'it has the same number and name',
  link: 'it was linked under this name',
  person: 'your team chose it',
  operator: 'our support chose it',
};

const refusedTexts = { shared: 'our key', own: 'the key of this account' } as const;

/** @returns `undefined` for events that nobody reads about. */
export function historyLine(event: AdsConnectionEvent): HistoryLine | undefined {
  switch (event.type) {
    case 'AdAccountBound': {
      const { ad_account_id, proven_by, bound_at } = event.data;
      return { at: bound_at, text: `Connected to account ${ad_account_id}: ${proofTexts[proven_by]}.` };
    }
    case 'AdAccountCandidatesSeen': {
      const { candidates, seen_at } = event.data;
      return { at: seen_at, text: candidates.length === 0 ? connectionTexts.credentials : connectionTexts.choose };
    }
    case 'AdsKeyMade':
      return { at: event.data.made_at, text: 'A key was made.' };
    case 'AdsCredentialsSet':
      return { at: event.data.set_at, text: 'Apple accepted the key of this account.' };
    case 'AdsCredentialsRefused':
      return { at: event.data.refused_at, text: `Apple refused ${refusedTexts[event.data.credentials]}.` };
    case 'AdsCredentialsAccepted':
      return { at: event.data.accepted_at, text: `Apple accepts ${refusedTexts[event.data.credentials]} again.` };
    default:
      return undefined;
  }
}
