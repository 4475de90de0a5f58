import { addDays, type Day, dayMs, daysBetween } from '../../shared/calendar/days.ts';
import type { Decider } from '../../shared/decider.ts';
import { sameValue } from '../../shared/same-value.ts';
import type { PendingStoreDayReason, StoreSalesEvent } from './store-sales.events.ts';

/** A day whose reports are recorded. */
export interface SettledStoreDay {
  /** When the store was last asked for it. */
  readonly checkedAt: string;
  /** Whether its end follows from what the store said; not so for days from before a missing report had to be explained. */
  readonly proven: boolean;
  /** Whether the store said that nothing was sold. */
  readonly empty: boolean;
}

/** A day whose reports should be there and are not, or cannot be used. */
export interface PendingStoreDay {
  readonly reason: PendingStoreDayReason;
  /** Columns that its file lacks. */
  readonly columns: readonly string[];
  /** When it was first found missing. */
  readonly since: string;
  readonly checkedAt: string;
}

/** What is known of the days of the store's reports, for the vendor number they were asked with last. */
export interface StoreReportsPullState {
  readonly vendorNumber: string | null;
  readonly days: ReadonlyMap<Day, SettledStoreDay>;
  readonly pending: ReadonlyMap<Day, PendingStoreDay>;
  readonly appSku: string | null;
}

/** Fold of `storeReportsPull-<applicationId>`. */
export const storeReportsPullDecider: Decider<StoreReportsPullState, StoreSalesEvent> = {
  initialState: () => ofVendor(null),
  evolve(state, event) {
    if (event.type === 'StoreReportsPullCompleted') {
      const { vendor_number, days, app_sku, pulled_at, empty_days } = event.data;
      const before = storeReportsOf(state, vendor_number);
      const settled = new Map(before.days);
      const pending = new Map(before.pending);
      const empty = new Set(empty_days);
      for (const day of days) {
        settled.set(day, { checkedAt: pulled_at, proven: empty_days !== undefined, empty: empty.has(day) });
        pending.delete(day);
      }
      return { ...before, days: settled, pending, appSku: app_sku ?? before.appSku };
    }
    if (event.type !== 'StoreReportDaysPending') return state;
    const { vendor_number, checked_at, days } = event.data;
    const before = storeReportsOf(state, vendor_number);
    const pending = new Map(before.pending);
    for (const { day, reason, columns = [] } of days) {
      const since = before.pending.get(day)?.since ?? checked_at;
      pending.set(day, { reason, columns, since, checkedAt: checked_at });
    }
    return { ...before, pending };
  },
};

/** What is known for a vendor number: nothing, when other ones were asked with until now. */
export function storeReportsOf(state: StoreReportsPullState, vendorNumber: string): StoreReportsPullState {
  return state.vendorNumber === vendorNumber ? state : ofVendor(vendorNumber);
}

const ofVendor = (vendorNumber: string | null): StoreReportsPullState => ({
  vendorNumber,
  days: new Map(),
  pending: new Map(),
  appSku: null,
});

/** The store keeps daily reports this long. */
const daysKept = 365;
/** The store corrects files of the last days. */
const daysCorrected = 10;

/**
 * Days of the store's reports that are to be asked for, newest first: those that are missing, and once a day those that the store may
 * still correct. A day that stays missing is asked for at every call while it is young, and later once a day.
 * @param yesterday the store's yesterday: the newest day that can have a report.
 */
export function storeDaysToAsk(
  state: StoreReportsPullState,
  request: { vendorNumber: string; yesterday: Day; now: number },
): Day[] {
  const { days, pending } = storeReportsOf(state, request.vendorNumber);
  const isRested = (checkedAt: string) => request.now - Date.parse(checkedAt) >= dayMs;
  const isDue = (day: Day, age: number): boolean => {
    const settled = days.get(day);
    const missing = pending.get(day);
    if (missing !== undefined) return age < daysCorrected || isRested(missing.checkedAt);
    if (settled === undefined || !settled.proven) return true;
    return age < daysCorrected && isRested(settled.checkedAt);
  };
  return Array.from({ length: daysKept }, (_, age) => addDays(request.yesterday, -age)).filter(isDue);
}

/**
 * Whether reports reach back as far as subscriptions do, or as far as the store keeps them: installs of fewer days are no base of a rate.
 * @param reportsFrom the first day that was asked for, newest first
 * @param subscriptionsFrom the day on which the first one began
 * @param yesterday the newest day that can have a report
 */
export function coversTrials(reportsFrom: Day | null, subscriptionsFrom: Day | null, yesterday: Day): boolean {
  if (subscriptionsFrom === null) return true;
  if (reportsFrom === null) return false;
  const oldestKept = addDays(yesterday, 1 - daysKept);
  // What began today has no report yet.
  const needed = subscriptionsFrom < yesterday ? subscriptionsFrom : yesterday;
  return reportsFrom <= needed || reportsFrom <= oldestKept;
}

/** What a look at a day found that is not its report. */
export interface MissingStoreDay {
  readonly day: Day;
  readonly reason: PendingStoreDayReason;
  readonly columns?: string[];
}

/** Records days that are missing: at once when that is new, and once a day as long as it lasts. */
export function reportPendingStoreDays(
  state: StoreReportsPullState,
  look: { application_id: number; vendor_number: string; checked_at: string; days: readonly MissingStoreDay[] },
): StoreSalesEvent[] {
  const { pending } = storeReportsOf(state, look.vendor_number);
  const days = look.days.filter(({ day, reason, columns = [] }) => {
    const existing = pending.get(day);
    if (existing === undefined || existing.reason !== reason || !sameValue(existing.columns, columns)) return true;
    return Date.parse(look.checked_at) - Date.parse(existing.checkedAt) >= dayMs;
  });
  return days.length === 0 ? [] : [{ type: 'StoreReportDaysPending', data: { ...look, days } }];
}

/** Until a day is this old, counted from the store's today, its report may come late without anything being wrong. */
const lateAge = 2;

/** Whether the store's reports of a day should have come by now. */
export function isStoreDayDue(day: Day, yesterday: Day): boolean {
  return daysBetween(day, yesterday) + 1 > lateAge;
}
