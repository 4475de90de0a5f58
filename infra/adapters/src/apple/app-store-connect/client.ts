import { addDays, type Day, dayInZone, type StoreSetAside, type StoreSubscriptionRow } from '@tapwise/domain';
import { Agent, request } from 'undici';
import { z } from 'zod';
import { secondsOfRetryAfter } from '../../failures/outside-fault.ts';
import { readBounded } from '../../http/read-bounded.ts';
import { withSignal } from '../../http/with-signal.ts';
import { NotATableError } from '../delimited/read-delimited.ts';
import { StoreReportsError } from './errors.ts';
import { inflate } from './inflate.ts';
import { createKeyTokens, type StoreReportsKey } from './key-token.ts';
import { readSalesReport, type SalesReport } from './sales-report.ts';
import { readSubscriptionReport } from './subscription-report.ts';

/** What a key and a vendor number turn out to be good for. */
export type StoreKeyProof = 'accepted' | 'key_refused' | 'role_missing' | 'agreement_missing' | 'vendor_number_refused';

/** Reads the store's daily reports (App Store Connect API). Its errors are `StoreReportsError`s. */
export interface StoreReportsClient {
  /** Tries key and vendor number without taking anything over. */
  probe(key: StoreReportsKey, signal?: AbortSignal): Promise<StoreKeyProof>;
  /** Sales of all apps of the vendor on a day. */
  salesReport(key: StoreReportsKey, day: Day, signal?: AbortSignal): Promise<StoreReport<SalesReport>>;
  /** States of an app's subscriptions at the end of a day. */
  subscriptionReport(
    key: StoreReportsKey,
    question: { day: Day; adamId: number },
    signal?: AbortSignal,
  ): Promise<StoreReport<{ rows: StoreSubscriptionRow[]; set_aside: StoreSetAside[] }>>;
  close(): Promise<void>;
}

/**
 * What the store answers about a day: its report, or why there is none. `no_sales`: nothing was sold, as it says of young days too
 * whose report is still to come. `not_available`: it will come. `unclear`: an answer that says neither.
 */
export type StoreReport<Content> =
  | { readonly kind: 'report'; readonly content: Content }
  | { readonly kind: 'no_sales' | 'not_available' | 'unclear' };

export interface StoreReportsClientOptions {
  /** Base address before `/v1/salesReports`. */
  readonly url: string;
  readonly timeoutMs?: number;
  readonly maxFileBytes?: number;
  readonly maxTextBytes?: number;
}

/** Days of the store's reports are counted in this zone, where they end last. */
export const storeZone = 'America/Los_Angeles';

type ReportType = 'SALES' | 'SUBSCRIPTION';
type ReportResponse =
  | { kind: 'file'; file: Buffer }
  | { kind: 'no_sales' | 'not_available' | 'unclear' }
  | { kind: 'other_version'; version: string };

const largestFileBytes = 16 * 1024 * 1024;
const largestTextBytes = 96 * 1024 * 1024;
const failureWire = z.object({
  errors: z.array(z.object({ code: z.string().nullish(), title: z.string().nullish(), detail: z.string().nullish() })),
});

type Fault = z.infer<typeof failureWire>['errors'][number];

export function createStoreReportsClient(options: StoreReportsClientOptions): StoreReportsClient {
  const agent = new Agent({ connections: 8, keepAliveTimeout: 30_000, connect: { timeout: 10_000 } });
  const store: Store = { ...options, dispatcher: agent, tokenOf: createKeyTokens() };
  // The store raises versions now and then, and says the newest one when it refuses an old one.
  const versions: Record<ReportType, string> = { SALES: '1_0', SUBSCRIPTION: '1_3' };
  const ask = async (key: StoreReportsKey, type: ReportType, day: Day, signal?: AbortSignal) => {
    const response = await askOnce(store, { key, type, day, version: versions[type] }, signal);
    if (response.kind !== 'other_version') return response;
    versions[type] = response.version;
    return askOnce(store, { key, type, day, version: response.version }, signal);
  };
  const report = async <Content>(
    question: { key: StoreReportsKey; type: ReportType; day: Day; signal?: AbortSignal | undefined },
    read: (text: Buffer) => Content,
  ): Promise<StoreReport<Content>> => {
    const response = await ask(question.key, question.type, question.day, question.signal);
    if (response.kind === 'other_version')
      throw new StoreReportsError('rejected', 'The store takes no version of its report');
    if (response.kind !== 'file') return response;
    const text = await inflate(response.file, options.maxTextBytes ?? largestTextBytes);
    return { kind: 'report', content: readText(text, read) };
  };
  return {
    probe: (key, signal) => probeKey(() => ask(key, 'SALES', addDays(dayInZone(Date.now(), storeZone), -3), signal)),
    salesReport: (key, day, signal) =>
      report({ key, type: 'SALES', day, signal }, (text) => readSalesReport(text, day)),
    subscriptionReport: (key, { day, adamId }, signal) =>
      report({ key, type: 'SUBSCRIPTION', day, signal }, (text) => readSubscriptionReport(text, adamId)),
    close: () => agent.destroy(),
  };
}

/** Why the store refuses a key. */
export function keyRefusal({ status, code }: StoreReportsError): 'key_refused' | 'role_missing' | 'agreement_missing' {
  if (status !== 403) return 'key_refused';
  return code === unsignedAgreement ? 'agreement_missing' : 'role_missing';
}

const unsignedAgreement = 'FORBIDDEN.REQUIRED_AGREEMENTS_MISSING_OR_EXPIRED';

/** "No sales" proves a key as well as sales do. */
async function probeKey(ask: () => Promise<unknown>): Promise<StoreKeyProof> {
  try {
    await ask();
    return 'accepted';
  } catch (error) {
    if (!(error instanceof StoreReportsError)) throw error;
    if (error.kind === 'refused') return keyRefusal(error);
    if (error.kind === 'rejected') return 'vendor_number_refused';
    throw error;
  }
}

function readText<Content>(text: Buffer, read: (text: Buffer) => Content): Content {
  try {
    return read(text);
  } catch (cause) {
    if (!(cause instanceof NotATableError)) throw cause;
    throw new StoreReportsError('unreadable', `The store's report is unreadable: ${cause.message}`, {
      missingColumns: cause.missing,
      cause,
    });
  }
}

/** What every question to the store is asked with. */
interface Store extends StoreReportsClientOptions {
  readonly dispatcher: Agent;
  tokenOf(key: StoreReportsKey): Promise<string>;
}

async function askOnce(
  { dispatcher, tokenOf, ...options }: Store,
  { key, type, day, version }: { key: StoreReportsKey; type: ReportType; day: Day; version: string },
  signal?: AbortSignal,
): Promise<ReportResponse> {
  const query = new URLSearchParams({
    'filter[frequency]': 'DAILY',
    'filter[reportType]': type,
    'filter[reportSubType]': 'SUMMARY',
    'filter[vendorNumber]': key.vendor_number,
    'filter[reportDate]': day,
    'filter[version]': version,
  });
  const authorization = `Bearer ${await tokenOf(key)}`;
  const ends = { signals: [signal], withinMs: options.timeoutMs ?? 60_000 };
  try {
    return await withSignal(ends, async (until) => {
      const response = await request(`${options.url}/v1/salesReports?${query.toString()}`, {
        headers: { authorization, accept: 'application/a-gzip' },
        dispatcher,
        signal: until,
      });
      const body = await readBounded(response.body, options.maxFileBytes ?? largestFileBytes);
      if (response.statusCode === 200) return { kind: 'file', file: body };
      if (response.statusCode === 404) return { kind: whyNone(wordsOf(faultsOf(body.toString('utf8')))) };
      return refusal(response.statusCode, body.toString('utf8'), version, response.headers['retry-after']);
    });
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof StoreReportsError) throw error;
    const kind = error instanceof Error && error.name === 'BodyTooLargeError' ? 'unreadable' : 'away';
    const reason = error instanceof Error ? error.message : String(error);
    throw new StoreReportsError(kind, `The store's reports failed: ${reason}`, { cause: error });
  }
}

/** Only the store's words distinguish a day on which nothing was sold from one whose report is late, and from a wrong address. */
function whyNone(words: string): 'no_sales' | 'not_available' | 'unclear' {
  if (/\bnot (?:yet )?available\b/i.test(words)) return 'not_available';
  return /\bno sales\b/i.test(words) ? 'no_sales' : 'unclear';
}

function refusal(
  status: number,
  text: string,
  version: string,
  retryAfter: string | string[] | undefined,
): ReportResponse {
  const faults = faultsOf(text);
  const faultText = wordsOf(faults);
  const newest = /latest version for this report is (\d{1,3}_\d{1,3})/i.exec(faultText)?.[1];
  if (status === 400 && newest !== undefined && newest !== version) return { kind: 'other_version', version: newest };
  const message = `The store's reports answered ${status}${faultText === '' ? '' : `: ${faultText.slice(0, 300)}`}`;
  if (status === 401 || status === 403) {
    throw new StoreReportsError('refused', message, { status, code: faults[0]?.code ?? null });
  }
  if (status === 429) {
    // To be asked again at once is no wish of a service that limits us.
    const afterSeconds = secondsOfRetryAfter(retryAfter, Date.now()) || null;
    throw new StoreReportsError('limited', message, { status, afterSeconds });
  }
  throw new StoreReportsError(status >= 500 || status === 408 ? 'away' : 'rejected', message, { status });
}

const wordsOf = (faults: readonly Fault[]): string =>
  faults.map(({ title, detail }) => detail ?? title ?? '').join('; ');

function faultsOf(text: string): Fault[] {
  try {
    return failureWire.parse(JSON.parse(text)).errors;
  } catch {
    return [];
  }
}
