import type { AddressInfo } from 'node:net';
import {
  type AsOf,
  type ClientToServer,
  logPositionHeader,
  metricsOf,
  type ReportResponse,
  type ReportRow,
  reportRowSchema,
  type SeriesCall,
  type SeriesResponse,
  type ServerToClient,
  type SessionResponse,
} from '@tapwise/contract';
import Fastify, { type FastifyInstance } from 'fastify';
import { Server } from 'socket.io';
import { securityHeadersPlugin } from '../../../api/src/http/pages/security-headers.plugin.ts';
import { webPagesPlugin } from '../../../api/src/http/pages/web-pages.plugin.ts';
import { type KeywordReport, makeKeywordReport } from './keyword-report.ts';

const dayMs = 86_400_000;
const ids = { application: 101, organization: 4201, campaign: 5201, adGroup: 6201 };
const currency = 'USD';

/** The built page over an API that has one keyword report of any length, and pushes what changes in it. */
export interface StandInApi {
  readonly url: string;
  readonly token: string;
  /** Query of the address that shows the keyword report. */
  readonly keywordQuery: string;
  readonly report: KeywordReport;
  /** How many pages watch a report now. */
  watchers(): number;
  /** Counts on in these rows and notifies everyone who watches: one push of rows and one of today. */
  push(indexes: readonly number[]): void;
  stop(): Promise<void>;
}

/**
 * Serves the page as the product does, with its headers, and answers what its screens ask.
 * @param options.pages folder of the built page
 * @param options.keywords rows of the keyword report
 */
export async function startStandInApi(options: { pages: string; keywords: number }): Promise<StandInApi> {
  const report = makeKeywordReport(options.keywords);
  const app = Fastify({ logger: false, forceCloseConnections: true });
  await app.register(securityHeadersPlugin);
  let position = 1n;
  serveSession(app);
  serveReports(app, report, () => position.toString());
  await app.register(webPagesPlugin, { webRoot: options.pages });

  const live = () => ({
    application_id: ids.application,
    position: position.toString(),
    as_of: ages(),
    today: report.totals(),
  });
  const io = attachSockets(app, live);
  await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
    token: 'stand-in',
    keywordQuery: new URLSearchParams({
      app: String(ids.application),
      org: String(ids.organization),
      range: 'last30',
      campaign_id: String(ids.campaign),
      ad_group_id: String(ids.adGroup),
      tab: 'full',
    }).toString(),
    report,
    watchers: () => io.sockets.adapter.rooms.get('keywords')?.size ?? 0,
    push: (indexes) => {
      position += 1n;
      const changed = report.count(indexes);
      const totals = report.totals();
      const message = { watch: 'keywords', position: position.toString(), as_of: ages(), changed, removed: [], totals };
      io.to('keywords').emit('rows', message);
      io.to('today').emit('live', live());
    },
    stop: async () => {
      io.disconnectSockets(true);
      io.engine.close();
      await app.close();
    },
  };
}

/** Lets pages follow today and watch reports; a watch is called as its report, for there is only one of each. */
function attachSockets(app: FastifyInstance, live: () => Parameters<ServerToClient['live']>[0]) {
  const io = new Server<ClientToServer, ServerToClient>(app.server, {
    transports: ['websocket'],
    serveClient: false,
    perMessageDeflate: false,
  });
  io.on('connection', (socket) => {
    socket.on('subscribe', (_message, acknowledge) => {
      acknowledge({ status: 'ok' });
      void socket.join('today');
      socket.emit('live', live());
    });
    socket.on('watch', ({ call }, acknowledge) => {
      void socket.join(call);
      acknowledge({ status: 'ok', watch: call, position: live().position });
    });
    socket.on('unwatch', ({ watch }, acknowledge) => {
      void socket.leave(watch);
      acknowledge?.({ status: 'ok' });
    });
  });
  return io;
}

/** All sources are as young as the answer. */
function ages(): AsOf {
  const now = new Date().toISOString();
  return { ads: now, sdk: now, store: now, impression_share: now };
}

const session: SessionResponse = {
  status: 'ok',
  token: 'stand-in',
  account: {
    user_id: 1,
    team_id: 1,
    name: 'Ada',
    email: 'ada@example.com',
    organizationName: 'Moonvale',
    access: 'admin',
    activeSubscription: null,
    trialExpirationDate: null,
    paidUntil: null,
    export: null,
    deletes_at: null,
    pausedSubscription: null,
    service: 'full',
    service_ends_at: null,
    hasBillingIssues: false,
    receiveProductUpdates: false,
    email_verified: true,
    share_usage: true,
    mail_switches: { integrations: true, automation: true, alerts: true, reports: true },
    demo: false,
  },
  applications: [
    {
      id: ids.application,
      name: 'Moonvale',
      url: 'https://apps.apple.com/app/id1500000001',
      adam_id: 1500000001,
      currency,
      api_key: 'key',
      api_keys: ['key'],
      notifications_url: null,
      small_business: false,
      asa_account_name: 'Moonvale',
      link_code: 'tapwise-key',
      asa_problem: null,
      problems: [],
      asa_integration: 'integrated',
      asc_integration: 'integrated',
      sdk_integration: 'integrated',
      asc_checked_at: null,
      asc_problem: null,
      ingest_url: null,
      last_notification_at: null,
      last_sdk_event_at: null,
      asc_notifications_integration: 'integrated',
      paymentModel: null,
      locInvoiceDetails: null,
      first_sdk_event_date: null,
      asaOrganizations: [
        {
          organization_id: ids.organization,
          name: 'Moonvale EU',
          currency,
          time_zone: 'UTC',
          state: 'working',
          binding: 'proven',
          message: null,
        },
      ],
    },
  ],
};

function serveSession(app: FastifyInstance): void {
  app.get('/api/account', () => session);
  app.post('/api/session', () => session);
  app.delete('/api/session', () => ({ status: 'ok' }));
  app.get('/api/history', () => ({ status: 'ok', applications: [] }));
  app.get('/readyz', () => ({ status: 'ok', parts: { temporal: { status: 'ok', detail: '' } } }));
}

function serveReports(app: FastifyInstance, report: KeywordReport, position: () => string): void {
  const responseOf = (rows: readonly ReportRow[]): ReportResponse => {
    return { status: 'ok', rows: [...rows], totals: report.totals(), currency, as_of: ages() };
  };
  const rowsOf: Record<SeriesCall, readonly ReportRow[]> = {
    campaigns: [parentRow('campaign', ids.campaign, 'Brand', report)],
    adgroups: [parentRow('ad_group', ids.adGroup, 'Exact', report)],
    keywords: report.rows,
  };
  for (const call of ['campaigns', 'adgroups', 'keywords'] as const) {
    app.get<{ Querystring: { granularity?: string; from?: string; to?: string } }>(
      `/api/asa/${call}`,
      (request, reply) => {
        const { granularity, from, to } = request.query;
        void reply.header(logPositionHeader, position());
        if (granularity !== undefined) return seriesOf(rowsOf[call], from ?? '', to ?? '');
        return responseOf(rowsOf[call]);
      },
    );
  }
  app.get('/api/asa/campaign_names', () => {
    return { status: 'ok', campaigns: [{ id: ids.campaign, name: 'Brand', status: 'RUNNING' }] };
  });
}

/** An object above the keywords: its figures are their totals, other columns are not known. */
function parentRow(level: 'campaign' | 'ad_group', id: number, name: string, report: KeywordReport): ReportRow {
  const totals = report.totals();
  const columns = Object.fromEntries(metricsOf(level).map((metric) => [metric.name, totals[metric.name] ?? null]));
  return reportRowSchema.parse({ ...columns, id, name, status: 'RUNNING', settings_currency: currency });
}

/** Daily buckets of the first rows. */
function seriesOf(rows: readonly ReportRow[], from: string, to: string): SeriesResponse {
  const days: string[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += dayMs) days.push(new Date(at).toISOString().slice(0, 10));
  const items = rows.slice(0, 20).map(({ id, name, status, products: _, ...cells }) => {
    const figures = Object.entries(cells).filter((entry): entry is [string, number] => typeof entry[1] === 'number');
    const bucket = (date: string, index: number) => ({
      date,
      ...Object.fromEntries(figures.map(([column, value]) => [column, value * (1 + (index % 7) / 10)])),
    });
    return { id, name, status, granularity: days.map(bucket) };
  });
  return { status: 'ok', items, currency, as_of: ages() };
}
