import type { FastifyRequest } from 'fastify';
import type { SimulatorClock } from '../../base/clock.ts';
import type { ActivityStore } from '../../market/activity/activity-store.ts';
import type { Organization } from '../../market/world/organizations.ts';
import type { SettingsHistory } from '../../market/world/settings-history.ts';
import type { AdGroup, Campaign } from '../../market/world/structure.ts';
import type { World } from '../../market/world/world.ts';
import type { AccessTokens } from './access/access-tokens.ts';
import type { ApiUser } from './access/api-users.ts';
import { AdsApiError, notFound } from './ads-api-error.ts';

/** What the routes of the ads API work with. */
export interface AdsApi {
  readonly world: World;
  readonly activity: ActivityStore;
  readonly clock: SimulatorClock;
  readonly tokens: AccessTokens;
  readonly settings: SettingsHistory;
}

/** Who calls. @throws AdsApiError 401 without a valid token */
export function userOf(api: AdsApi, request: FastifyRequest): ApiUser {
  const [scheme, token = ''] = (request.headers.authorization ?? '').split(' ');
  const user = scheme === 'Bearer' ? api.tokens.userOf(token) : null;
  if (user === null) throw new AdsApiError(401, 'UNAUTHORIZED', 'The access token is missing, invalid or expired.');
  return user;
}

/** Organizations whose campaigns a user may see. */
export const organizationsOf = (api: AdsApi, user: ApiUser): readonly Organization[] =>
  api.world.organizations.filter(({ orgId }) => user.adAccountId === null || user.adAccountId === orgId);

/** The organization of the older API's context header. @throws AdsApiError 403 without one, or for a foreign one */
export function organizationOf(api: AdsApi, request: FastifyRequest): Organization {
  const header = String(request.headers['x-ap-context'] ?? '');
  const orgId = Number(/^\s*orgId=(\d+)\s*$/.exec(header)?.[1] ?? Number.NaN);
  const match = organizationsOf(api, userOf(api, request)).find((organization) => organization.orgId === orgId);
  if (match === undefined)
    throw new AdsApiError(403, 'FORBIDDEN', 'No right to act for this organization.', 'X-AP-Context');
  return match;
}

export const campaignsOf = (api: AdsApi, organization: Organization): readonly Campaign[] =>
  api.world.campaigns.filter((campaign) => campaign.org === organization);

/** A campaign of the organization, deleted ones too. @throws AdsApiError 404 */
export function campaignOf(api: AdsApi, organization: Organization, id: string): Campaign {
  const match = campaignsOf(api, organization).find((campaign) => String(campaign.id) === id);
  if (match === undefined) throw notFound();
  return match;
}

/** An ad group of the campaign, deleted ones too. @throws AdsApiError 404 */
export function adGroupOf(campaign: Campaign, id: string): AdGroup {
  const match = campaign.adGroups.find((adGroup) => String(adGroup.id) === id);
  if (match === undefined) throw notFound();
  return match;
}
