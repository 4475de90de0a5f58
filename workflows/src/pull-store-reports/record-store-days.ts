import {
  type EventLog,
  handleCommand,
  type Logger,
  type SalesReport,
  type StoreReportsClient,
  StoreReportsError,
  type StoreReportsKey,
  salesOfApplication,
} from '@tapwise/adapters';
import {
  applicationDecider,
  applicationStream,
  type Day,
  daysBetween,
  diffStoreSales,
  diffStoreSubscriptions,
  fold,
  type OpenApplication,
  type PulledStoreReport,
  proveOwnership,
  type StoreReportsPullState,
  type StoreSaleRow,
  storeDayDecider,
  storeDayStream,
  storeDaysToAsk,
  storeReportsPullDecider,
  storeReportsPullStream,
} from '@tapwise/domain';
import { actingWorkflow } from '../streams/acting.ts';

export interface StoreDaysScope {
  readonly log: EventLog;
  readonly storeReports: StoreReportsClient;
  readonly logger: Logger;
  readonly application: OpenApplication;
  readonly key: StoreReportsKey;
  /** The newest day that can have a report. */
  readonly yesterday: Day;
  readonly signal: AbortSignal;
}

/** What one part came to. */
export interface StoreDaysDone {
  /** Days that are in and final. */
  readonly settled: number;
  /** Days whose files cannot be read; they are asked for again later. */
  readonly unreadable: number;
  /** Days not asked for in this part. */
  readonly left: number;
}

/** Days in one part, and how many are tried to fill it when some cannot be read. */
const daysPerPart = 15;
const daysTried = 30;
/** Until a day is this old, "there is no report" may mean "not yet". */
const yetAge = 2;
const nothing = { rows: [], set_aside: [] } as const;

type Settled = 'settled' | 'not yet' | 'unreadable';

/** Asks for the next part of the days that are missing, newest first, and records what is new. */
export async function recordStoreDays(scope: StoreDaysScope): Promise<StoreDaysDone> {
  const { log, application, key, yesterday } = scope;
  const stream = storeReportsPullStream(application.application_id);
  const state = await pullStateOf(log, stream);
  const missing = storeDaysToAsk(state, key.vendor_number, yesterday);
  const asked = missing.slice(0, daysTried);
  const appSku = await appSkuOf(scope, state, asked);
  if (appSku !== null) await proveByReports(scope);
  const results = new Map<Day, Settled>();
  for (const day of asked) {
    const settled = [...results.values()].filter((result) => result === 'settled').length;
    if (settled >= daysPerPart) break;
    results.set(day, await recordDay(scope, day, appSku));
  }
  const days = [...results].flatMap(([day, result]) => (result === 'settled' ? [day] : []));
  if (days.length > 0) await complete(scope, stream, { days, app_sku: appSku });
  const unreadable = [...results.values()].filter((result) => result === 'unreadable').length;
  return { settled: days.length, unreadable, left: missing.length - results.size };
}

/** Reports that name the app are given to its seller alone. */
async function proveByReports({ log, application }: StoreDaysScope): Promise<void> {
  if (application.ownership_proof !== null) return;
  await handleCommand(log, {
    stream: applicationStream(application.application_id),
    decider: applicationDecider,
    context: actingWorkflow('pull-store-reports'),
    cause: 'ownership-proof|store_reports',
    decide: (state) => proveOwnership(state, { proof: 'store_reports', at: new Date().toISOString() }),
  });
}

async function pullStateOf(log: EventLog, stream: string): Promise<StoreReportsPullState> {
  const recorded = await log.readStream(stream);
  return fold(
    storeReportsPullDecider,
    recorded.map(({ event }) => event as Parameters<typeof storeReportsPullDecider.evolve>[1]),
  );
}

/** The vendor's own name of the app: in-app rows use it, and a day without downloads does not show it. */
async function appSkuOf(
  scope: StoreDaysScope,
  state: StoreReportsPullState,
  days: readonly Day[],
): Promise<string | null> {
  const { storeReports, key, application, signal } = scope;
  if (state.vendorNumber === key.vendor_number && state.appSku !== null) return state.appSku;
  for (const day of days) {
    const report = await readable(scope, day, () => storeReports.salesReport(key, day, signal));
    const sku = report === 'unreadable' ? undefined : report?.skuByAdamId.get(application.adam_id);
    if (sku !== undefined) return sku;
  }
  return null;
}

async function recordDay(scope: StoreDaysScope, day: Day, appSku: string | null): Promise<Settled> {
  const { log, storeReports, key, application, yesterday, signal } = scope;
  const { application_id, adam_id: adamId } = application;
  const reports = await readable(scope, day, async () => {
    const sales = await storeReports.salesReport(key, day, signal);
    return { sales, subscriptions: await storeReports.subscriptionReport(key, { day, adamId }, signal) };
  });
  if (reports === 'unreadable') return 'unreadable';
  const { sales, subscriptions } = reports;
  // The store's today is one day after its yesterday; an old day without a report is a day on which nothing happened.
  const young = daysBetween(day, yesterday) + 1 <= yetAge;
  const waiting = young && (sales === undefined || subscriptions === undefined);
  const pulled_at = new Date().toISOString();
  const about = { application_id, day, pulled_at };
  await handleCommand(log, {
    stream: storeDayStream(application_id, day),
    decider: storeDayDecider,
    context: actingWorkflow('pull-store-reports'),
    cause: `pulled ${pulled_at}`,
    decide: (state) => [
      ...(sales === undefined && young ? [] : diffStoreSales(state, about, ourSales(sales, adamId, appSku))),
      ...(subscriptions === undefined && young ? [] : diffStoreSubscriptions(state, about, subscriptions ?? nothing)),
    ],
  });
  return waiting ? 'not yet' : 'settled';
}

function ourSales(
  report: SalesReport | undefined,
  adamId: number,
  appSku: string | null,
): PulledStoreReport<StoreSaleRow> {
  return report === undefined ? nothing : salesOfApplication(report, { adamId, appSku });
}

/** One broken file must not hold up all other days. */
async function readable<Result>(
  { logger, application }: StoreDaysScope,
  day: Day,
  ask: () => Promise<Result>,
): Promise<Result | 'unreadable'> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof StoreReportsError) || error.kind !== 'unreadable') throw error;
    const { application_id } = application;
    logger.warn(
      { application_id, day, reason: error.message },
      'a report of the store cannot be read; it is asked for again',
    );
    return 'unreadable';
  }
}

async function complete(
  { log, application, key }: StoreDaysScope,
  stream: string,
  done: { days: Day[]; app_sku: string | null },
): Promise<void> {
  const { application_id } = application;
  const pulled_at = new Date().toISOString();
  const data = { application_id, vendor_number: key.vendor_number, pulled_at, ...done };
  await handleCommand(log, {
    stream,
    decider: storeReportsPullDecider,
    context: actingWorkflow('pull-store-reports'),
    cause: `completed ${pulled_at}`,
    decide: () => [{ type: 'StoreReportsPullCompleted', data }],
  });
}
