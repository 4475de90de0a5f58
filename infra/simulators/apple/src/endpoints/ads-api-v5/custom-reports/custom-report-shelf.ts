import { z } from 'zod';
import { DAY_MS, MINUTE_MS } from '../../../base/calendar/calendar-days.ts';
import type { StateFolder } from '../../../base/state/state-folder.ts';
import { AdsApiError, notFound } from '../../advertising/ads-api-error.ts';
import { type CustomReportRequest, customReportRequest } from './custom-report-request.ts';

const storedReport = customReportRequest.extend({
  id: z.number().int(),
  orgId: z.number().int(),
  createdAt: z.number(),
  /** What had happened in the world when the report was ordered; the file shows nothing later. */
  asOf: z.number(),
  fails: z.boolean(),
});

const storedShelf = z.object({ ordered: z.number().int(), reports: z.array(storedReport) });

/** An ordered report; instants in milliseconds. */
export type CustomReport = z.infer<typeof storedReport>;

export type CustomReportState = 'QUEUED' | 'PENDING' | 'COMPLETED' | 'FAILED';

/** Ordered reports of all organizations; they and the count of the day's orders outlive a restart. */
export interface CustomReportShelf {
  /** @throws AdsApiError 429 after ten orders of the organization in 24 hours */
  order(orgId: number, request: CustomReportRequest, at: { now: number; asOf: number; fails: boolean }): CustomReport;
  /** Newest first. @throws AdsApiError 429 after 150 calls in 15 minutes */
  list(orgId: number, now: number): readonly CustomReport[];
  /** @throws AdsApiError 404 */
  get(orgId: number, id: string, now: number): CustomReport;
  /** A report of any organization, for the storage host; null when it is gone. */
  find(id: string, now: number): CustomReport | null;
}

const ORDERS_PER_DAY = 10;
const LISTS_PER_QUARTER = 150;
const QUARTER_MS = 15 * MINUTE_MS;
const KEPT_MS = 2 * DAY_MS;
const FIRST_ID = 90_000_001;
const QUEUED_MS = 500;
const DONE_MS = 1_500;

export function stateOf(report: CustomReport, now: number): CustomReportState {
  const age = now - report.createdAt;
  if (age < QUEUED_MS) return 'QUEUED';
  if (age < DONE_MS) return 'PENDING';
  return report.fails ? 'FAILED' : 'COMPLETED';
}

/** When the report last changed its state. */
export function changedAt(report: CustomReport, now: number): number {
  const age = now - report.createdAt;
  return report.createdAt + (age < QUEUED_MS ? 0 : age < DONE_MS ? QUEUED_MS : DONE_MS);
}

export function createCustomReportShelf(folder: StateFolder): CustomReportShelf {
  const file = 'custom-reports.json';
  let { ordered, reports } = folder.read(file, storedShelf) ?? { ordered: 0, reports: [] };
  const listCalls = new Map<number, readonly number[]>();
  const kept = (now: number) => reports.filter((report) => report.createdAt > now - KEPT_MS);
  const find = (id: string, now: number) => kept(now).find((report) => String(report.id) === id) ?? null;
  return {
    find,
    order(orgId, request, { now, asOf, fails }) {
      const recent = reports.filter((report) => report.orgId === orgId && report.createdAt > now - DAY_MS);
      if (recent.length >= ORDERS_PER_DAY) throw tooMany(`At most ${ORDERS_PER_DAY} custom reports in 24 hours.`);
      const report = { ...request, id: FIRST_ID + ordered, orgId, createdAt: now, asOf, fails };
      ordered += 1;
      reports = [...kept(now), report];
      folder.write(file, { ordered, reports });
      return report;
    },
    list(orgId, now) {
      const calls = (listCalls.get(orgId) ?? []).filter((call) => call > now - QUARTER_MS);
      if (calls.length >= LISTS_PER_QUARTER) throw tooMany(`At most ${LISTS_PER_QUARTER} lists in 15 minutes.`);
      listCalls.set(orgId, [...calls, now]);
      return kept(now)
        .filter((report) => report.orgId === orgId)
        .reverse();
    },
    get(orgId, id, now) {
      const report = find(id, now);
      if (report === null || report.orgId !== orgId) throw notFound();
      return report;
    },
  };
}

const tooMany = (message: string): AdsApiError => new AdsApiError(429, 'RATE_LIMIT_EXCEEDED', message);
