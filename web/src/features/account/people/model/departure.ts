import type { Account, Collaborator } from '@tapwise/contract';

/** What deleting an account means for its team. `unknown`: its people are not known yet. */
export type Departure = 'leaves' | 'last_admin' | 'closes_team' | 'unknown';

/**
 * A team with members always has an admin, so only an admin can be its last person.
 * @param people of the team and those invited; only admins are given them
 */
export function departureOf(
  { user_id, access }: Pick<Account, 'user_id' | 'access'>,
  people: readonly Pick<Collaborator, 'accountId' | 'access'>[] | undefined,
): Departure {
  if (access !== 'admin') return 'leaves';
  if (people === undefined) return 'unknown';
  const others = people.filter(({ accountId }) => accountId !== null && accountId !== user_id);
  if (others.length === 0) return 'closes_team';
  return others.some((other) => other.access === 'admin') ? 'leaves' : 'last_admin';
}
