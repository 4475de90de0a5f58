import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { formatDay } from '../../base/calendar/calendar-days.ts';
import type { SimulatorClock } from '../../base/clock.ts';
import type { ConnectKey } from '../../base/state/identity.ts';
import { consumeFault, type Faults } from '../../control/faults.ts';
import { skuOf } from '../../market/sales/store-catalogue.ts';
import type { App } from '../../market/world/apps.ts';
import { checkToken, HourlyLimit, tooManyCalls } from './connect-access.ts';
import { ConnectError, forbidden, invalidParameter } from './connect-error.ts';
import { reportFile, withSalesFaults } from './report-file.ts';
import type { SalesSite } from './report-table.ts';
import { noSales, notYetAvailable, readSalesRequest } from './sales-request.ts';

const GZIP_TYPE = 'application/a-gzip';

const anyQuery = z.record(z.string(), z.unknown());

export interface ConnectContext {
  readonly sales: SalesSite;
  readonly clock: SimulatorClock;
  readonly key: ConnectKey;
  readonly faults: Faults;
}

/** App Store Connect: sales reports and the list of apps, in a scope of its own with Apple's form of errors. */
export function registerAppStoreConnect(server: FastifyInstance, context: ConnectContext): void {
  const limit = new HourlyLimit();
  server.register((scope, _options, done) => {
    scope.addHook('onRequest', async (request, reply) => {
      failOnDemand(context.faults);
      await checkToken(context.key, request.headers.authorization, `${request.method} ${request.url.split('?')[0]}`);
      reply.header('x-rate-limit', limit.count(context.clock.now()));
    });
    scope.setErrorHandler((error, _request, reply) => {
      const refusal = error instanceof ConnectError ? error : unexpected(error);
      return reply.code(refusal.status).type('application/json').send(refusal.body);
    });
    scope.get('/v1/salesReports', (request, reply) => sendSales(context, request, reply));
    scope.get('/v1/apps', (request, reply) => reply.type('application/json').send(listApps(context, request)));
    done();
  });
}

function failOnDemand(faults: Faults): void {
  if (consumeFault(faults, 'connectDownNext'))
    throw new ConnectError(503, 'SERVICE_UNAVAILABLE', 'The service is unavailable.', 'Please try again later.');
  if (consumeFault(faults, 'connectRateLimitNext')) throw tooManyCalls();
  if (consumeFault(faults, 'connectForbiddenNext')) throw forbidden();
}

const unexpected = (error: unknown): ConnectError =>
  new ConnectError(
    500,
    'UNEXPECTED_ERROR',
    'An unexpected error occurred.',
    error instanceof Error ? error.message : '',
  );

async function sendSales({ sales, clock, key, faults }: ConnectContext, request: FastifyRequest, reply: FastifyReply) {
  const accept = request.headers.accept ?? '*/*';
  if (![GZIP_TYPE, 'application/*', '*/*'].some((type) => accept.includes(type)))
    throw new ConnectError(
      406,
      'NOT_ACCEPTABLE',
      'The specified accept header is not supported.',
      `The Accept header '${accept}' is not supported; only ${GZIP_TYPE} is allowed.`,
    );
  const { kind, day } = readSalesRequest(anyQuery.parse(request.query), key.vendorNumber, clock.revealed());
  if (faults.connectLateDays.includes(formatDay(day))) throw notYetAvailable();
  const made = await kind.make(sales, day);
  const table = kind.name === 'SALES' ? withSalesFaults(made, day, faults) : made;
  if (table.rows.length === 0) throw noSales();
  return reply.type(GZIP_TYPE).send(await reportFile(table, faults));
}

function listApps({ sales }: ConnectContext, request: FastifyRequest): object {
  const query = anyQuery.parse(request.query);
  const limit = Number(query.limit ?? 50);
  if (!Number.isInteger(limit) || limit < 1 || limit > 200) throw invalidParameter('limit must be between 1 and 200.');
  const wanted = query['filter[bundleId]'];
  const fields = typeof query['fields[apps]'] === 'string' ? query['fields[apps]'].split(',') : null;
  const all = sales.world.apps.filter((app) => typeof wanted !== 'string' || wanted.split(',').includes(app.bundleId));
  const self = `http://${request.host}/v1/apps`;
  return {
    data: all.slice(0, limit).map((app) => ({
      type: 'apps',
      id: String(app.adamId),
      attributes: attributesOf(app, fields),
      links: { self: `${self}/${app.adamId}` },
    })),
    links: { self },
    meta: { paging: { total: all.length, limit } },
  };
}

function attributesOf(app: App, fields: readonly string[] | null): object {
  const all = { name: app.name, bundleId: app.bundleId, sku: skuOf(app), primaryLocale: 'en-US' };
  return Object.fromEntries(Object.entries(all).filter(([name]) => fields === null || fields.includes(name)));
}
