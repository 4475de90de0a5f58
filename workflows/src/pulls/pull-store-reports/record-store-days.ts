import {
  type EventLog,
  handleCommand,
  type Logger,
  type StoreReport,
  type StoreReportsClient,
  StoreReportsError,
  type StoreReportsKey,
  salesOfApplication,
} from '@tapwise/adapters';
import {
  applicationDecider,
  applicationStream,
  type Day,
  diffStoreSales,
  diffStoreSubscriptions,
  fold,
  isStoreDayDue,
  type MissingStoreDay,
  type OpenApplication,
  proveOwnership,
  reportPendingStoreDays,
  type SettledStoreDay,
  type StoreReportsPullState,
  type StoreSalesEvent,
  storeDayDecider,
  storeDayStream,
  storeDaysToAsk,
  storeReportsOf,
  storeReportsPullDecider,
  storeReportsPullStream,
} from '@tapwise/domain';
import { workflowActor } from '../../streams/actor.ts';

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
  /** Days about which something was recorded: that they are in and final, or that they are missing. */
  readonly recorded: number;
  /** Days whose files cannot be used since less than an hour; they may be whole at the next look. */
  readonly broken: number;
  /** Days not asked for in this part. */
  readonly left: number;
  /** What is known of all days now. */
  readonly newState: StoreReportsPullState;
}

/** Days in one part, and how many are tried to fill it when some cannot be read. */
const daysPerPart = 15;
const daysTried = 30;
const hourMs = 3_600_000;

/** What came of asking for one day. */
type DayResult =
  | { readonly kind: 'settled'; readonly empty: boolean }
  | { readonly kind: 'early' }
  | { readonly kind: 'pending'; readonly missing: MissingStoreDay };

/** Asks for the next part of the days that are missing or may be corrected, newest first, and records what is new. */
export async function recordStoreDays(scope: StoreDaysScope): Promise<StoreDaysDone> {
  const { log, application, key, yesterday } = scope;
  const stream = storeReportsPullStream(application.application_id);
  const state = storeReportsOf(await pullStateOf(log, stream), key.vendor_number);
  const due = storeDaysToAsk(state, { vendorNumber: key.vendor_number, yesterday, now: Date.now() });
  const triedDays = due.slice(0, daysTried);
  const appSku = await appSkuOf(scope, state, triedDays);
  if (appSku !== null) await proveByReports(scope);
  const results = new Map<Day, DayResult>();
  for (const day of triedDays) {
    const settled = [...results.values()].filter(({ kind }) => kind === 'settled').length;
    if (settled >= daysPerPart) break;
    results.set(day, await recordDay(scope, day, { appSku, settledDay: state.days.get(day) }));
  }
  const { recorded, newState } = await recordResults(scope, stream, { results, appSku, state });
  return { recorded, broken: freshlyBroken(state, results), left: due.length - results.size, newState };
}

/** Files that were whole before, or were never asked for, may have been cut off on the way. */
function freshlyBroken({ pending }: StoreReportsPullState, results: ReadonlyMap<Day, DayResult>): number {
  const isBroken = (result: DayResult): boolean =>
    result.kind === 'pending' && (result.missing.reason === 'unreadable' || result.missing.reason === 'missing_column');
  const broken = [...results].flatMap(([day, result]) => (isBroken(result) ? [day] : []));
  return broken.filter((day) => Date.now() - Date.parse(pending.get(day)?.since ?? '') < hourMs || !pending.has(day))
    .length;
}

/** Reports that name the app are given to its seller alone. */
async function proveByReports({ log, application }: StoreDaysScope): Promise<void> {
  if (application.ownership_proof !== null) return;
  await handleCommand(log, {
    stream: applicationStream(application.application_id),
    decider: applicationDecider,
    context: workflowActor('pull-store-reports'),
    cause: 'ownership-proof|store_reports',
    decide: (state) => proveOwnership(state, { proof: 'store_reports', at: new Date().toISOString() }),
  });
}

async function pullStateOf(log: EventLog, stream: string): Promise<StoreReportsPullState> {
  const recorded = await log.readStream(stream);
  return fold(
    storeReportsPullDecider,
    recorded.map(({ event }) => event as StoreSalesEvent),
  );
}

/** The vendor's own name of the app: in-app rows use it, and a day without downloads does not show it. */
async function appSkuOf(
  scope: StoreDaysScope,
  state: StoreReportsPullState,
  days: readonly Day[],
): Promise<string | null> {
  const { storeReports, key, application, signal } = scope;
  if (state.appSku !== null) return state.appSku;
  for (const day of days) {
    const report = await readable(scope, day, () => storeReports.salesReport(key, day, signal));
    const sku = report.kind === 'report' ? report.content.skuByAdamId.get(application.adam_id) : undefined;
    if (sku !== undefined) return sku;
  }
  return null;
}

async function recordDay(
  scope: StoreDaysScope,
  day: Day,
  { appSku, settledDay }: { appSku: string | null; settledDay: SettledStoreDay | undefined },
): Promise<DayResult> {
  const { log, storeReports, key, application, yesterday, signal } = scope;
  const { application_id, adam_id: adamId } = application;
  const sales = await readable(scope, day, () => storeReports.salesReport(key, day, signal));
  const subscriptions = await readable(scope, day, () => storeReports.subscriptionReport(key, { day, adamId }, signal));
  const pulled_at = new Date().toISOString();
  const details = { application_id, day, pulled_at };
  // Only a report changes figures: an answer without one says nothing about those that an earlier report gave.
  await handleCommand(log, {
    stream: storeDayStream(application_id, day),
    decider: storeDayDecider,
    context: workflowActor('pull-store-reports'),
    cause: `pulled ${pulled_at}`,
    decide: (state) => [
      ...(sales.kind === 'report'
        ? diffStoreSales(state, details, salesOfApplication(sales.content, { adamId, appSku }))
        : []),
      ...(subscriptions.kind === 'report' ? diffStoreSubscriptions(state, details, subscriptions.content) : []),
    ],
  });
  if (sales.kind === 'broken') return { kind: 'pending', missing: sales.missing };
  if (subscriptions.kind === 'broken') return { kind: 'pending', missing: subscriptions.missing };
  return resultOf(day, [sales.kind, subscriptions.kind], { isDue: isStoreDayDue(day, yesterday), settledDay });
}

/** A day without reports is empty only when the store says so of a day whose reports must exist by then. */
function resultOf(
  day: Day,
  kinds: readonly StoreReport<unknown>['kind'][],
  { isDue, settledDay }: { isDue: boolean; settledDay: SettledStoreDay | undefined },
): DayResult {
  const empty = kinds.every((kind) => kind === 'no_sales');
  if (kinds.every((kind) => kind === 'report')) return { kind: 'settled', empty };
  // What was reported before is not taken back by the lack of an answer.
  if (settledDay?.proven === true && !settledDay.empty) return { kind: 'settled', empty: false };
  if (!isDue) return { kind: 'early' };
  const unproven = kinds.find((kind) => kind === 'not_available' || kind === 'unclear');
  if (unproven === undefined) return { kind: 'settled', empty };
  const reason = unproven === 'unclear' ? 'unclear_answer' : 'not_available';
  return { kind: 'pending', missing: { day, reason } };
}

/** One broken file must not hold up all other days. */
async function readable<Content>(
  { logger, application }: StoreDaysScope,
  day: Day,
  ask: () => Promise<StoreReport<Content>>,
): Promise<StoreReport<Content> | { kind: 'broken'; missing: MissingStoreDay }> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof StoreReportsError) || error.kind !== 'unreadable') throw error;
    const { application_id } = application;
    logger.warn(
      { application_id, day, reason: error.message },
      'a report of the store cannot be read; it is asked for again',
    );
    const columns = error.missingColumns.slice(0, 10).map((column) => column.slice(0, 100));
    const missing: MissingStoreDay =
      columns.length === 0 ? { day, reason: 'unreadable' } : { day, reason: 'missing_column', columns };
    return { kind: 'broken', missing };
  }
}

/** @returns how many days are news, and what is known of all days with them. */
async function recordResults(
  { log, application, key }: StoreDaysScope,
  stream: string,
  {
    results,
    appSku,
    state: before,
  }: { results: ReadonlyMap<Day, DayResult>; appSku: string | null; state: StoreReportsPullState },
): Promise<{ recorded: number; newState: StoreReportsPullState }> {
  const settled = [...results].filter(([, { kind }]) => kind === 'settled').map(([day]) => day);
  const empty_days = settled.filter((day) => {
    const result = results.get(day);
    return result?.kind === 'settled' && result.empty;
  });
  const missing = [...results.values()].flatMap((result) => (result.kind === 'pending' ? [result.missing] : []));
  if (settled.length + missing.length === 0) return { recorded: 0, newState: before };
  const at = new Date().toISOString();
  const identity = { application_id: application.application_id, vendor_number: key.vendor_number };
  const { events, state: newState } = await handleCommand(log, {
    stream,
    decider: storeReportsPullDecider,
    context: workflowActor('pull-store-reports'),
    cause: `completed ${at}`,
    decide: (state) => [
      ...(settled.length === 0
        ? []
        : [
            {
              type: 'StoreReportsPullCompleted' as const,
              data: { ...identity, pulled_at: at, days: settled, app_sku: appSku, empty_days },
            },
          ]),
      ...reportPendingStoreDays(state, { ...identity, checked_at: at, days: missing }),
    ],
  });
  return { recorded: events.reduce((sum, { data }) => sum + ('days' in data ? data.days.length : 0), 0), newState };
}
