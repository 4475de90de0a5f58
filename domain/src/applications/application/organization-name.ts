import type { LinkedOrganization } from './application.state.ts';
import { foldName } from './linking.ts';

type Named = Pick<LinkedOrganization, 'org_id' | 'name' | 'currency'>;

/**
 * How an ad organization of an application is called: by its name. Where another one has the same name, the currency follows it, and
 * where that is the same too, the number does.
 * @param organizations all of the application
 * @returns an empty text for one that is not linked
 */
export function organizationName(organizations: readonly Named[], orgId: number): string {
  const organization = organizations.find(({ org_id }) => org_id === orgId);
  if (organization === undefined) return '';
  const { name, currency } = organization;
  const alike = organizations.filter((other) => other.org_id !== orgId && foldName(other.name) === foldName(name));
  if (alike.length === 0) return name;
  return alike.some((other) => other.currency === currency) ? `${name} (${orgId})` : `${name} (${currency})`;
}
