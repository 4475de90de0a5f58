import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { DAY_MS } from '../../../base/calendar/calendar-days.ts';
import { notFound } from '../../advertising/ads-api-error.ts';
import { userOf } from '../../advertising/ads-api-site.ts';
import { appleTime } from '../../advertising/money.ts';
import { accountOf, accountsOf, type PlatformSite, sendResult } from '../platform-site.ts';
import type { AdAccount } from './ad-accounts.ts';

const parameters = z.object({ id: z.string() });

/** Who the caller is, and the accounts and organizations that it sees. */
export function registerAccountRoutes(server: FastifyInstance, site: PlatformSite): void {
  const idOf = (request: FastifyRequest) => parameters.parse(request.params).id;
  server.get('/v1/me', (request, reply) =>
    sendResult(reply, {
      userId: userOf(site.api, request).userId,
      orgId: accountsOf(site, request)[0]?.orgId ?? null,
    }),
  );
  server.get('/v1/acls', (request, reply) => {
    const acls = accountsOf(site, request).map(({ id, name, orgId, roles }) => ({
      adAccount: { id, name, orgId },
      roles,
    }));
    return sendResult(reply, { acls });
  });
  server.get('/v1/ad-accounts/:id', (request, reply) => {
    const account = accountOf(site, request);
    if (String(account.id) !== idOf(request)) throw notFound();
    return sendResult(reply, accountView(account, site.api.world.adsFrom));
  });
  server.get('/v1/orgs/:id', (request, reply) => {
    const [account] = accountsOf(site, request).filter(({ orgId }) => String(orgId) === idOf(request));
    if (account === undefined) throw notFound();
    const { orgId, name, currency, timeZone, paymentModel } = account;
    const state = { systemStatus: 'ACTIVE', systemStatusReasons: [] };
    return sendResult(reply, { id: orgId, name, currency, timezone: timeZone, paymentModel, ...state });
  });
}

function accountView(account: AdAccount, firstDay: number): object {
  const { id, name, orgId, timeZone, currency, paymentModel, features, inactive } = account;
  const createdAt = appleTime(firstDay * DAY_MS);
  return {
    id,
    name,
    orgId,
    timezone: timeZone,
    currency,
    paymentModel,
    systemStatus: inactive === null ? 'ACTIVE' : 'INACTIVE',
    systemStatusReasons: inactive === null ? [] : [inactive],
    ...(features === null ? {} : { productFeatures: features }),
    delegations: [{ resourceId: String(orgId), resourceType: 'CONTENT_PROVIDER', resourceName: name }],
    creationTime: createdAt,
    modificationTime: createdAt,
    brandNewField: 'BRAND_NEW',
  };
}
