import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { DAY_MS } from '../../../base/calendar/calendar-days.ts';
import { AdsApiError, notFound } from '../../advertising/ads-api-error.ts';
import { appleTime } from '../../advertising/money.ts';
import { invoiceView } from '../objects/campaign-views.ts';
import { checkFilters, type FilterableFields } from '../objects/filters.ts';
import { sendMatching } from '../objects/objects.routes.ts';
import { type ObjectView, queryRequest } from '../objects/query-request.ts';
import { accountsOf, type PlatformSite, sendResult } from '../platform-site.ts';
import { bodyOf } from '../request-body.ts';
import type { AdAccount } from './ad-accounts.ts';

const parameters = z.object({ id: z.string() });
const FIELDS: FilterableFields = {
  id: ['EQUALS', 'IN'],
  name: ['EQUALS', 'IN', 'LIKE', 'STARTS_WITH', 'ENDS_WITH'],
  orgId: ['EQUALS'],
  adAccountIds: ['EQUALS', 'IN'],
  systemStatus: ['EQUALS', 'IN'],
  deleted: ['EQUALS', 'IN'],
};

/** Budget orders of accounts with a line of credit: one each, which no campaign uses. They cannot be changed here. */
export function registerSharedBudgetRoutes(server: FastifyInstance, site: PlatformSite): void {
  const { adsFrom } = site.api.world;
  const budgetsOf = (accounts: readonly AdAccount[]) =>
    accounts.filter(({ paymentModel }) => paymentModel === 'LOC').map((account) => sharedBudget(account, adsFrom));
  server.post('/v1/shared-budgets/query', (request, reply) => {
    const accounts = accountsOf(site, request);
    const query = bodyOf(queryRequest, request.body ?? {});
    checkFilters(query.filters ?? [], FIELDS);
    return sendMatching(site, reply, budgetsOf(accounts), query, FIELDS);
  });
  server.get('/v1/shared-budgets/:id', (request, reply) => {
    const { id } = parameters.parse(request.params);
    const budget = budgetsOf(accountsOf(site, request)).find((candidate) => String(candidate.id) === id);
    if (budget === undefined) throw notFound();
    return sendResult(reply, budget);
  });
  const refuse = () => {
    throw new AdsApiError(403, 'FORBIDDEN', 'The role does not allow this call.');
  };
  server.post('/v1/shared-budgets', refuse);
  server.put('/v1/shared-budgets/:id', refuse);
  server.delete('/v1/shared-budgets/:id', refuse);
}

function sharedBudget({ id, orgId, name, currency }: AdAccount, firstDay: number): ObjectView {
  const createdAt = appleTime(firstDay * DAY_MS);
  return {
    id: 760_000_000 + (id % 1_000_000),
    name: `${name} year`,
    orgId,
    adAccountIds: [id],
    startTime: createdAt,
    value: { amount: '5000000', currency },
    systemStatus: 'INACTIVE',
    systemStatusReasons: ['CAMPAIGN_BUDGET_UNASSIGNED'],
    invoiceDetail: invoiceView(null),
    creationTime: createdAt,
    modificationTime: createdAt,
    deleted: false,
  };
}
