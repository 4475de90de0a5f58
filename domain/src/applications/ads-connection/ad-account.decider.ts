import type { Decider } from '../../shared/decider.ts';
import { DomainError } from '../../shared/domain-error.ts';
import type { AdsConnectionEvent } from './ads-connection.events.ts';

/** The organization that an ad account is bound to; `null` while it is free. */
export type AdAccountState = { readonly orgId: number } | null;

/** Fold of `adAccount-<adAccountId>`. */
export const adAccountDecider: Decider<AdAccountState, AdsConnectionEvent> = {
  initialState: () => null,
  evolve: (state, event) => {
    switch (event.type) {
      case 'AdAccountClaimed':
        return state ?? { orgId: event.data.org_id };
      case 'AdAccountReleased':
        return state?.orgId === event.data.org_id ? null : state;
      default:
        return state;
    }
  },
};

/**
 * Claims an ad account for an organization. Claiming it again for the same one changes nothing.
 * @throws DomainError `not_found` when it belongs to another organization: to this one it does not exist.
 */
export function claimAdAccount(
  state: AdAccountState,
  command: { ad_account_id: number; org_id: number; claimed_at: string },
): AdsConnectionEvent[] {
  if (state === null) return [{ type: 'AdAccountClaimed', data: command }];
  if (state.orgId === command.org_id) return [];
  throw new DomainError('not_found');
}

/** Frees an account that its organization is not bound to any more; of another's account nothing changes. */
export function releaseAdAccount(
  state: AdAccountState,
  command: { ad_account_id: number; org_id: number; released_at: string },
): AdsConnectionEvent[] {
  return state?.orgId === command.org_id ? [{ type: 'AdAccountReleased', data: command }] : [];
}
