import { describe, expect, it } from 'vitest';
import { given } from '../../../../tests/support/facts/given-when-then.ts';
import { addDays } from '../../shared/calendar/days.ts';
import { fold } from '../../shared/decider.ts';
import {
  isStoreDayDue,
  type MissingStoreDay,
  reportPendingStoreDays,
  storeDaysToAsk,
  storeReportsOf,
  storeReportsPullDecider,
} from './store-reports-pull.decider.ts';
import type { StoreSalesEvent } from './store-sales.events.ts';

const yesterday = '2026-02-28';
const now = '2026-03-01T20:00:00.000Z';
const hoursBefore = (hours: number) => new Date(Date.parse(now) - hours * 3_600_000).toISOString();

interface Pulled {
  vendor_number?: string;
  pulled_at?: string;
  app_sku?: string | null;
  empty_days?: string[] | undefined;
}
const pulled = (days: string[], fields: Pulled = {}): StoreSalesEvent => {
  const { vendor_number = '8', pulled_at = hoursBefore(1), app_sku = null } = fields;
  const empty_days = 'empty_days' in fields ? fields.empty_days : [];
  const data = { application_id: 3, vendor_number, pulled_at, days, app_sku };
  return { type: 'StoreReportsPullCompleted', data: { ...data, ...(empty_days === undefined ? {} : { empty_days }) } };
};
const pending = (days: MissingStoreDay[], checked_at = hoursBefore(1)): StoreSalesEvent => ({
  type: 'StoreReportDaysPending',
  data: { application_id: 3, vendor_number: '8', checked_at, days },
});
const dueAfter = (...events: StoreSalesEvent[]) =>
  storeDaysToAsk(fold(storeReportsPullDecider, events), { vendorNumber: '8', yesterday, now: Date.parse(now) });

describe('days of store reports', () => {
  it('are asked for newest first, as far as the store keeps them', () => {
    const days = dueAfter(pulled(['2026-02-27', '2026-02-28'], { app_sku: 'sku' }));
    expect(days.slice(0, 2)).toEqual(['2026-02-26', '2026-02-25']);
    expect(days).toHaveLength(363);
  });

  it('are asked for again with another vendor number', () => {
    const state = fold(storeReportsPullDecider, [
      pulled(['2026-02-28'], { app_sku: 'sku' }),
      pulled(['2026-02-27'], { vendor_number: '9' }),
    ]);
    const daysToAsk = (vendorNumber: string) =>
      storeDaysToAsk(state, { vendorNumber, yesterday, now: Date.parse(now) });
    expect(daysToAsk('9')).not.toContain('2026-02-27');
    expect(daysToAsk('9')).toContain('2026-02-28');
    expect(daysToAsk('10')).toContain('2026-02-27');
    expect(state.appSku).toBeNull();
  });

  it('are asked for again daily while the store may correct their files, for ten days', () => {
    const all = Array.from({ length: 365 }, (_, age) => addDays(yesterday, -age));
    expect(dueAfter(pulled(all, { pulled_at: hoursBefore(23) }))).toEqual([]);
    expect(dueAfter(pulled(all, { pulled_at: hoursBefore(24) }))).toEqual(all.slice(0, 10));
    expect(dueAfter(pulled(all, { pulled_at: hoursBefore(24) }), pulled(all.slice(0, 10)))).toEqual([]);
  });

  it('that a log from before holds as done are asked for once more: some were settled by their age alone', () => {
    const old = pulled(['2026-02-28', '2025-06-01'], { empty_days: undefined });
    expect(dueAfter(old)).toHaveLength(365);
    expect(dueAfter(old, pulled(['2025-06-01'], { empty_days: ['2025-06-01'] }))).not.toContain('2025-06-01');
  });

  it('that stay missing are asked for at every look while they are young, and later once a day', () => {
    const days = ['2026-02-20', '2026-01-01'].map((day) => ({ day, reason: 'not_available' as const }));
    expect(dueAfter(pending(days))).toContain('2026-02-20');
    expect(dueAfter(pending(days))).not.toContain('2026-01-01');
    expect(dueAfter(pending(days, hoursBefore(24)))).toContain('2026-01-01');
  });

  it('may come late for two days', () => {
    expect(['2026-02-28', '2026-02-27', '2026-02-26'].map((day) => isStoreDayDue(day, yesterday))).toEqual([
      false,
      false,
      true,
    ]);
  });
});

describe('days that are missing', () => {
  const look = (days: MissingStoreDay[], checked_at = now) => ({
    application_id: 3,
    vendor_number: '8',
    checked_at,
    days,
  });
  const missing: MissingStoreDay = { day: '2026-02-20', reason: 'missing_column', columns: ['Units'] };

  it('are recorded when that is new, when the reason changes, and once a day', () => {
    const recorded = (checkedAt: string) => given(storeReportsPullDecider, pending([missing], checkedAt));
    given(storeReportsPullDecider)
      .when((state) => reportPendingStoreDays(state, look([missing])))
      .thenEvents(pending([missing], now));
    recorded(hoursBefore(23))
      .when((state) => reportPendingStoreDays(state, look([missing])))
      .thenNothing();
    recorded(hoursBefore(1))
      .when((state) => reportPendingStoreDays(state, look([{ ...missing, columns: ['SKU'] }])))
      .thenEvents(pending([{ ...missing, columns: ['SKU'] }], now));
    recorded(hoursBefore(24))
      .when((state) => reportPendingStoreDays(state, look([missing])))
      .thenEvents(pending([missing], now));
  });

  it('are known with when they were first found missing, until their reports are in', () => {
    const state = fold(storeReportsPullDecider, [pending([missing], hoursBefore(48)), pending([missing])]);
    expect(storeReportsOf(state, '8').pending.get('2026-02-20')).toEqual({
      reason: 'missing_column',
      columns: ['Units'],
      since: hoursBefore(48),
      checkedAt: hoursBefore(1),
    });
    expect(storeReportsPullDecider.evolve(state, pulled(['2026-02-20'])).pending.size).toBe(0);
    expect(storeReportsOf(state, '9').pending.size).toBe(0);
  });
});
