import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { applyWrite, type WriteFault } from './stand-in-writes.ts';

type Wire = Record<string, unknown>;

/** What a test puts into the service; everything is in the service's own words. */
export interface StandInWorld {
  acls: Wire[];
  campaigns: Wire[];
  /** By campaign id. */
  adGroups: Map<number, Wire[]>;
  keywords: Map<number, Wire[]>;
  ads: Map<number, Wire[]>;
  /** Of the campaign where `adGroupId` is absent or null. */
  negatives: Map<number, Wire[]>;
  creatives: Wire[];
  productPages: Wire[];
  /** Rows of reports by path below `/reports`, each with all its days. */
  reports: Map<string, ReportRow[]>;
  /** Reports made on order. Each look moves one a state further. */
  customReports: CustomReport[];
  /** File of reports ordered from now on. */
  customFile: string;
}

export interface CustomReport {
  id: number;
  name: string;
  state: 'QUEUED' | 'PENDING' | 'COMPLETED' | 'FAILED';
  order: Wire;
  file: string;
}

export interface ReportRow {
  metadata: Wire;
  granularity: (Wire & { date: string })[];
}

/** The frame of a right answer to a question. */
export interface ReadResponse {
  readonly data: Wire[] | { readonly reportingDataResponse: { readonly row: Wire[] } };
  readonly pagination: { readonly totalResults: number; readonly startIndex: number; readonly itemsPerPage: number };
  readonly error: null;
}

/** A stand-in for the ad service that answers from a world a test can change at any time. */
export interface StandInAdsService {
  readonly apiUrl: string;
  readonly tokenUrl: string;
  readonly credentials: { clientId: string; teamId: string; keyId: string; privateKeyFile: string };
  readonly world: StandInWorld;
  /** Every call so far: method, path without query, organization header, body. */
  readonly calls: { method: string; path: string; context: string | undefined; body: Wire }[];
  /** Answers to give instead of the real one, in order: status, and headers or a body to send; `cut` ends the connection instead, `silent` never answers. */
  readonly faults: { status: number; headers?: Record<string, string>; body?: string; cut?: true; silent?: true }[];
  /** Alters what a question is answered, an object or text; `undefined` while answers are right. */
  alter: ((path: string, response: ReadResponse) => unknown) | undefined;
  /** Faults of writes, each of the first one it fits. */
  readonly writeFaults: WriteFault[];
  /** Writes that took effect are answered after so many milliseconds. */
  writeMs: number;
  /** Organizations whose calls are left without an answer, by their header. */
  readonly away: Set<string>;
  /** Ends the connections that were left without an answer. */
  hangUp(): void;
  /** Headers of downloads so far. */
  readonly downloads: { authorization: string | undefined; context: string | undefined }[];
  /** So many further links have ended when they are opened. */
  endedLinks: number;
  /** Tokens given so far. */
  readonly tokens: string[];
  /** The token endpoint does not answer. */
  tokensSilent: boolean;
  /** Life of further tokens in seconds. */
  tokenSeconds: number;
  stop(): Promise<void>;
}

export async function startStandInAdsService(): Promise<StandInAdsService> {
  const folder = mkdtempSync(join(tmpdir(), 'stand-in-ads-'));
  const privateKeyFile = join(folder, 'key.pem');
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  writeFileSync(privateKeyFile, privateKey.export({ type: 'sec1', format: 'pem' }));
  const service = {
    world: emptyWorld(),
    calls: [] as StandInAdsService['calls'],
    faults: [] as StandInAdsService['faults'],
    alter: undefined as StandInAdsService['alter'],
    writeFaults: [] as WriteFault[],
    writeMs: 0,
    away: new Set<string>(),
    held: new Set<IncomingMessage['socket']>(),
    downloads: [] as StandInAdsService['downloads'],
    endedLinks: 0,
    tokens: [] as string[],
    tokenSeconds: 3600,
    tokensSilent: false,
  };
  const server = createServer((request, response) => respond(service, request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(service, {
    apiUrl: `${base}/api/v5`,
    tokenUrl: `${base}/token`,
    credentials: { clientId: 'SEARCHADS.client', teamId: 'SEARCHADS.team', keyId: 'key', privateKeyFile },
    hangUp: () => {
      for (const socket of service.held) socket.destroy();
      service.held.clear();
    },
    stop: () =>
      new Promise<void>((resolve) => {
        rmSync(folder, { recursive: true, force: true });
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  });
}

type ServiceState = Omit<StandInAdsService, 'apiUrl' | 'tokenUrl' | 'credentials' | 'hangUp' | 'stop'> & {
  readonly held: Set<IncomingMessage['socket']>;
};

async function respond(service: ServiceState, request: IncomingMessage, response: ServerResponse): Promise<unknown> {
  let text = '';
  for await (const chunk of request) text += chunk;
  const url = new URL(request.url ?? '/', 'http://stand-in');
  const send = (status: number, payload: unknown, headers: Record<string, string> = {}) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(payload));
  if (url.pathname === '/token') {
    if (service.tokensSilent) return undefined;
    service.tokens.push(`token-${service.tokens.length + 1}`);
    return send(200, { access_token: service.tokens.at(-1), token_type: 'Bearer', expires_in: service.tokenSeconds });
  }
  if (url.pathname.startsWith('/files/')) return download(service, url.pathname, request, response);
  const body = text === '' ? {} : (JSON.parse(text) as Wire);
  const path = url.pathname.replace(/^\/api\/v5/, '');
  const context = request.headers['x-ap-context']?.toString();
  service.calls.push({ method: request.method ?? '', path, context, body });
  if (service.away.has(context ?? '')) return void service.held.add(request.socket);
  const fault = service.faults.shift();
  if (fault?.cut) return request.socket.destroy();
  if (fault?.silent) return undefined;
  if (fault?.body !== undefined) return response.writeHead(fault.status, fault.headers).end(fault.body);
  if (fault !== undefined) return send(fault.status, failure(fault.status), fault.headers);
  if (request.headers.authorization !== `Bearer ${service.tokens.at(-1)}`) return send(401, failure(401));
  if (isWrite(request.method ?? '', path)) {
    const fault = service.writeFaults.find(({ fits }) => fits(path, body));
    if (fault !== undefined) service.writeFaults.splice(service.writeFaults.indexOf(fault), 1);
    const data =
      fault === undefined || fault.afterEffect ? applyWrite(service.world, request.method ?? '', path, body) : null;
    if (service.writeMs > 0) await pause(service.writeMs);
    if (fault === undefined)
      return data === undefined ? send(404, failure(404)) : send(200, { data, pagination: null, error: null });
    if (fault.status === undefined) return request.socket.destroy();
    return send(
      fault.status,
      { ...failure(fault.status), ...(fault.errors ? { error: { errors: fault.errors } } : {}) },
      fault.headers,
    );
  }
  if (path.startsWith('/custom-reports')) {
    const data = customReportsResponse(
      service.world,
      request.method ?? '',
      path,
      body,
      `http://${request.headers.host}`,
    );
    return data === undefined ? send(404, failure(404)) : send(200, { data, pagination: null, error: null });
  }
  const items = responseTo(service.world, path, body);
  if (items === undefined) return send(404, failure(404));
  const { offset, limit } = pageOf(body, url);
  const page = items.slice(offset, offset + limit);
  const pagination = { totalResults: items.length, startIndex: offset, itemsPerPage: page.length };
  const data = path.startsWith('/reports') ? { reportingDataResponse: { row: page } } : page;
  const right: ReadResponse = { data, pagination, error: null };
  const altered = service.alter === undefined ? right : service.alter(path, right);
  if (typeof altered !== 'string') return send(200, altered);
  return response.writeHead(200, { 'content-type': 'application/json' }).end(altered);
}

/** A report that is opened by its link: without a token, and only for a while. */
function download(
  service: ServiceState,
  path: string,
  { headers }: IncomingMessage,
  response: ServerResponse,
): unknown {
  service.downloads.push({ authorization: headers.authorization, context: headers['x-ap-context']?.toString() });
  service.endedLinks -= 1;
  if (service.endedLinks >= 0) return response.writeHead(403).end('<Error>expired</Error>');
  const report = service.world.customReports.find(({ id }) => path === `/files/${id}`);
  return response.writeHead(report ? 200 : 404, { 'content-type': 'text/csv' }).end(report?.file);
}

const isWrite = (method: string, path: string): boolean =>
  path.startsWith('/campaigns/') && (method === 'PUT' || method === 'DELETE' || path.endsWith('/delete/bulk'));

function emptyWorld(): StandInWorld {
  return {
    acls: [],
    campaigns: [],
    adGroups: new Map(),
    keywords: new Map(),
    ads: new Map(),
    negatives: new Map(),
    creatives: [],
    productPages: [],
    reports: new Map(),
    customReports: [],
    customFile: '',
  };
}

/** `POST` orders, `GET` lists newest first, `GET …/{id}` looks and moves it on. */
function customReportsResponse(world: StandInWorld, method: string, path: string, body: Wire, base: string) {
  const toWire = ({ id, name, state }: CustomReport) => ({
    id,
    name,
    state,
    granularity: 'DAILY',
    downloadUri: state === 'COMPLETED' ? `${base}/files/${id}` : null,
  });
  if (method === 'POST') {
    const id = world.customReports.length + 1;
    world.customReports.push({ id, name: String(body.name), state: 'QUEUED', order: body, file: world.customFile });
    return world.customReports.slice(-1).map(toWire)[0];
  }
  if (path === '/custom-reports') return [...world.customReports].reverse().map(toWire);
  const report = world.customReports.find(({ id }) => path === `/custom-reports/${id}`);
  if (report?.state === 'PENDING') report.state = 'COMPLETED';
  if (report?.state === 'QUEUED') report.state = 'PENDING';
  return report && toWire(report);
}

const failure = (status: number) => ({
  data: null,
  pagination: null,
  error: { errors: [{ messageCode: String(status), message: `status ${status}`, field: 'null' }] },
});

function responseTo(world: StandInWorld, path: string, body: Wire): Wire[] | undefined {
  if (path === '/acls') return world.acls;
  if (path === '/campaigns/find') return world.campaigns;
  if (path === '/creatives/find') return world.creatives;
  if (/^\/apps\/\d+\/product-pages$/.test(path)) return world.productPages;
  if (path.startsWith('/reports/')) return reportRows(world.reports.get(path.slice('/reports'.length)) ?? [], body);
  const [, ofNegatives, level] = /^\/campaigns\/(\d+)\/(adgroups\/)?negativekeywords\/find$/.exec(path) ?? [];
  if (ofNegatives !== undefined) {
    const negatives = world.negatives.get(Number(ofNegatives)) ?? [];
    return negatives.filter(({ adGroupId = null }) => (adGroupId === null) === (level === undefined));
  }
  const [, id, kind] = /^\/campaigns\/(\d+)\/(adgroups|ads|adgroups\/targetingkeywords)\/find$/.exec(path) ?? [];
  const lists = { adgroups: world.adGroups, ads: world.ads, 'adgroups/targetingkeywords': world.keywords };
  return kind === undefined ? undefined : (lists[kind as keyof typeof lists].get(Number(id)) ?? []);
}

/** Rows with the days asked for, added up where no granularity is asked for; a day without activity holds only its date, a row without any day is left out. */
function reportRows(rows: readonly ReportRow[], body: Wire): Wire[] {
  const { startTime, endTime, granularity: by } = body as { startTime: string; endTime: string; granularity?: string };
  return rows.flatMap(({ metadata, granularity }): Wire[] => {
    const days = granularity.filter(({ date }) => date >= startTime && date <= endTime);
    if (by === undefined) return days.length === 0 ? [] : [{ other: false, metadata, total: sumOf(days) }];
    return days.length === 0 ? [] : [{ other: false, metadata, granularity: [{ date: startTime }, ...days] }];
  });
}

function sumOf(days: ReportRow['granularity']): Wire {
  const total: Wire = {};
  for (const day of days) {
    for (const [name, value] of Object.entries(day)) {
      if (typeof value === 'number') total[name] = Number(total[name] ?? 0) + value;
    }
  }
  return total;
}

function pageOf(body: Wire, url: URL): { offset: number; limit: number } {
  const selector = (body.selector ?? body) as { pagination?: { offset?: number; limit?: number } };
  return {
    offset: selector.pagination?.offset ?? Number(url.searchParams.get('offset') ?? 0),
    limit: selector.pagination?.limit ?? Number(url.searchParams.get('limit') ?? 20),
  };
}
