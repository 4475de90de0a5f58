import { createPublicKey, generateKeyPairSync, type KeyObject, verify } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

type TokenPart = Record<string, string | number | undefined>;

/** What one question gets: a table that is packed, bytes as they are, or a failure. */
export type StoreResponse =
  | { table: string }
  | { bytes: Buffer }
  | { status: number; code?: string; detail?: string; headers?: Record<string, string> };

/** A stand-in for the store's daily reports that answers what a test sets, and checks keys as the store does. */
export interface StandInStoreReports {
  readonly url: string;
  readonly key: { issuer_id: string; key_id: string; private_key: string; vendor_number: string };
  /** Answers by report type and day, `SALES 2026-02-03`; a day without one was not sold on. */
  readonly responses: Map<string, StoreResponse>;
  /** Answers given before all others, in order. */
  readonly faults: StoreResponse[];
  /** Questions so far, with the claims of their tokens. */
  readonly questions: { query: Record<string, string>; header: TokenPart; claims: TokenPart }[];
  stop(): Promise<void>;
}

export async function startStandInStoreReports(): Promise<StandInStoreReports> {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = {
    issuer_id: '57246542-96fe-1a63-e053-0824d011072a',
    key_id: 'ABCDE12345',
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    vendor_number: '80000001',
  };
  const responses = new Map<string, StoreResponse>();
  const faults: StoreResponse[] = [];
  const questions: StandInStoreReports['questions'] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://stand-in');
    const query = Object.fromEntries([...url.searchParams].map(([name, value]) => [name.slice(7, -1), value]));
    const token = request.headers.authorization?.replace('Bearer ', '') ?? '';
    const fail = (status: number, detail: string, headers: Record<string, string> = {}, code = 'X') =>
      response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(JSON.stringify({ errors: [{ status: String(status), code, title: 'title', detail }] }));
    const { header, claims, isSigned } = readToken(token, createPublicKey(privateKey));
    if (!isSigned || !isOfKey(header, claims, key)) return fail(401, 'Authentication credentials are missing');
    questions.push({ query, header, claims });
    if (request.headers.accept !== 'application/a-gzip') return fail(406, 'Only application/a-gzip is allowed');
    if (query.vendorNumber !== key.vendor_number) return fail(400, 'Invalid vendor number specified.');
    const storeResponse = faults.shift() ?? responses.get(`${query.reportType} ${query.reportDate}`);
    if (storeResponse === undefined) return fail(404, 'There were no sales for the date specified.');
    if ('status' in storeResponse)
      return fail(storeResponse.status, storeResponse.detail ?? 'refused', storeResponse.headers, storeResponse.code);
    const bytes = 'bytes' in storeResponse ? storeResponse.bytes : gzipSync(storeResponse.table);
    return response.writeHead(200, { 'content-type': 'application/a-gzip' }).end(bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key,
    responses,
    faults,
    questions,
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function readToken(token: string, publicKey: KeyObject) {
  const [header = '', claims = '', signature = ''] = token.split('.');
  const part = (text: string) => JSON.parse(Buffer.from(text, 'base64url').toString() || '{}') as TokenPart;
  const key = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
  const isSigned = verify('sha256', Buffer.from(`${header}.${claims}`), key, Buffer.from(signature, 'base64url'));
  return { header: part(header), claims: part(claims), isSigned };
}

function isOfKey(header: TokenPart, claims: TokenPart, key: StandInStoreReports['key']): boolean {
  const begins = Number(claims.iat);
  const ends = Number(claims.exp);
  const isTimely = ends > Date.now() / 1000 && ends - begins <= 1200;
  const isForUs = claims.iss === key.issuer_id && claims.aud === 'appstoreconnect-v1';
  return header.alg === 'ES256' && header.kid === key.key_id && isForUs && isTimely;
}

const salesColumns = [
  'Provider',
  'Provider Country',
  'SKU',
  'Developer',
  'Title',
  'Version',
  'Product Type Identifier',
  'Units',
  'Developer Proceeds',
  'Begin Date',
  'End Date',
  'Customer Currency',
  'Country Code',
  'Currency of Proceeds',
  'Apple Identifier',
  'Customer Price',
  'Promo Code',
  'Parent Identifier',
  'Subscription',
  'Period',
  'Category',
  'CMB',
  'Device',
  'Supported Platforms',
  'Proceeds Reason',
  'Preserved Pricing',
  'Client',
  'Order Type',
];
const subscriptionColumns = [
  'App Name',
  'App Apple ID',
  'Subscription Name',
  'Subscription Apple ID',
  'Subscription Group ID',
  'Standard Subscription Duration',
  'Customer Price',
  'Customer Currency',
  'Device',
  'Country',
  'Active Standard Price Subscriptions',
  'Active Free Trial Introductory Offer Subscriptions',
  'Active Pay Up Front Introductory Offer Subscriptions',
  'Free Trial Promotional Offer Subscriptions',
  'Billing Retry',
  'Grace Period',
];

type Row = Record<string, string | number>;

function tableOf(columns: readonly string[], rows: readonly Row[]): string {
  const lines = rows.map((row) => columns.map((column) => row[column] ?? '').join('\t'));
  return `${[columns.join('\t'), ...lines].join('\n')}\n`;
}

/** `2026-02-03` is 02/03/2026. */
const storeDate = (day: string): string => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`;

/** A download of the app on a day, unless fields say otherwise. */
export function appRow(day: string, adamId: number, fields: Row = {}): Row {
  return {
    Provider: 'APPLE',
    SKU: `app-${adamId}`,
    'Product Type Identifier': '1F',
    Units: 3,
    'Developer Proceeds': '0',
    'Begin Date': storeDate(day),
    'End Date': storeDate(day),
    'Customer Currency': 'USD',
    'Country Code': 'US',
    'Currency of Proceeds': 'USD',
    'Apple Identifier': adamId,
    'Customer Price': '0',
    Device: 'iPhone',
    ...fields,
  };
}

/** A renewal of a subscription sold within the app, unless fields say otherwise. */
export function renewalRow(day: string, adamId: number, fields: Row = {}): Row {
  return appRow(day, adamId, {
    SKU: 'monthly',
    'Product Type Identifier': 'IAY',
    Units: 2,
    'Developer Proceeds': '6.99',
    'Apple Identifier': 6_000_001,
    'Customer Price': '9.99',
    'Parent Identifier': `app-${adamId}`,
    Subscription: 'Renewal',
    ...fields,
  });
}

/** Row about the subscriptions to one product; `fields` replace its defaults. */
export function subscriptionRow(adamId: number, fields: Row = {}): Row {
  return {
    'App Apple ID': adamId,
    'Subscription Name': 'Monthly',
    'Subscription Apple ID': 6_000_001,
    'Standard Subscription Duration': '1 Month',
    Device: 'iPhone',
    Country: 'US',
    'Active Standard Price Subscriptions': 40,
    'Active Free Trial Introductory Offer Subscriptions': 5,
    ...fields,
  };
}

export const salesTable = (rows: readonly Row[]): string => tableOf(salesColumns, rows);
export const subscriptionTable = (rows: readonly Row[]): string => tableOf(subscriptionColumns, rows);
