import type { Decider } from '../../shared/decider.ts';
import { DomainError } from '../../shared/domain-error.ts';
import type { ApplicationEvent } from './application.events.ts';

type Claim = Extract<ApplicationEvent, { type: 'AdOrganizationClaimed' }>['data'];

export type AdOrganizationState = { status: 'unclaimed' } | ({ status: 'claimed' } & Claim);

/** Fold of `adOrganization-<orgId>`: the first claim is the only one. */
export const adOrganizationDecider: Decider<AdOrganizationState, ApplicationEvent> = {
  initialState: () => ({ status: 'unclaimed' }),
  evolve: (state, event) =>
    state.status === 'unclaimed' && event.type === 'AdOrganizationClaimed'
      ? { status: 'claimed', ...event.data }
      : state,
};

/**
 * Claims an ad organization for a team. Claiming it again for the same team changes nothing.
 * @throws DomainError `conflict` when it belongs to another team.
 */
export function claimAdOrganization(state: AdOrganizationState, command: Claim): ApplicationEvent[] {
  if (state.status === 'unclaimed') return [{ type: 'AdOrganizationClaimed', data: command }];
  if (state.team_id === command.team_id) return [];
  throw new DomainError('conflict');
}
