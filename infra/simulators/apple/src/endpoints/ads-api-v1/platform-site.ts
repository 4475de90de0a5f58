import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Faults } from '../../control/faults.ts';
import type { TermDays } from '../../market/impression-share/term-days.ts';
import type { Organization } from '../../market/world/organizations.ts';
import { AdsApiError } from '../advertising/ads-api-error.ts';
import { type AdsApi, userOf } from '../advertising/ads-api-site.ts';
import { type AdAccount, adAccountsOf, isAutomated, visibleAccounts } from './accounts/ad-accounts.ts';

/** What the routes of the Platform API work with. */
export interface PlatformSite {
  readonly api: AdsApi;
  readonly faults: Faults;
  readonly terms: TermDays;
}

const CONTEXT = /^\s*adAccountId=(\d+);?\s*$/;

/** The accounts that the caller sees. @throws AdsApiError 401 without a valid token */
export function accountsOf({ api, faults }: PlatformSite, request: FastifyRequest): readonly AdAccount[] {
  return visibleAccounts(adAccountsOf(api.world.organizations, faults), userOf(api, request), faults);
}

/** The account of the context header. @throws AdsApiError 403 without one, or for one that the caller does not see */
export function accountOf(site: PlatformSite, request: FastifyRequest): AdAccount {
  const id = Number(CONTEXT.exec(String(request.headers['x-ap-context'] ?? ''))?.[1] ?? Number.NaN);
  const match = accountsOf(site, request).find((account) => account.id === id);
  if (match === undefined) throw new AdsApiError(403, 'FORBIDDEN', 'No right to act for this ad account.');
  return match;
}

/** The account of the header, if its campaigns may be looked at. @throws AdsApiError 403 when Apple runs them itself */
export function manualAccountOf(site: PlatformSite, request: FastifyRequest): AdAccount {
  const account = accountOf(site, request);
  if (isAutomated(account)) throw new AdsApiError(403, 'FORBIDDEN', 'The ad account does not allow this call.');
  return account;
}

/** The organization whose campaigns a call is about; null for an account without any of the market. */
export const organizationOfCall = (site: PlatformSite, request: FastifyRequest): Organization | null =>
  manualAccountOf(site, request).organization;

/** Answers with a result, and where it was cut, in the frame of the Platform API. */
export function sendResult(reply: FastifyReply, result: unknown, pagination?: object): FastifyReply {
  const frame = pagination === undefined ? { result } : { result, pagination };
  return reply.type('application/json').send(JSON.stringify(frame));
}
