import { z } from 'zod';
import type { Notice } from '../automation/alerts.contract.ts';
import type { Creation } from '../settings-changes/creation.contract.ts';
import type { ReportSendRow } from './report-schedules.contract.ts';
import { type AsOf, type ReportCall, type ReportRow, type ReportTotals, reportCalls } from './reports.contract.ts';

/** Socket.IO: what a page may ask. Each call is acknowledged. */
export interface ClientToServer {
  subscribe(message: { application_id: number }, acknowledge: (acknowledgement: Acknowledgement) => void): void;
  watch(
    message: { call: ReportCall; params: Record<string, string | number>; since?: string },
    acknowledge: (acknowledgement: Acknowledgement & { watch?: string; position?: string }) => void,
  ): void;
  unwatch(message: { watch: string }, acknowledge?: (acknowledgement: Acknowledgement) => void): void;
}

/** Socket.IO: what the server sends. Positions are decimal strings, comparable with `x-log-position`. */
export interface ServerToClient {
  live(message: { application_id: number; position: string; as_of: AsOf; today: ReportTotals }): void;
  moved(message: { read_model: string; position: string }): void;
  rows(message: {
    watch: string;
    position: string;
    as_of: AsOf;
    changed: ReportRow[];
    removed: number[];
    totals: ReportTotals;
    /** As in the report; absent when there is nothing to say. */
    warning?: string;
    /** True when `changed` holds every row: forget those you have. Sent when `since` is older than what is remembered. */
    snapshot?: boolean;
  }): void;
  /** Progress of a change of settings; not for restricted members. The last one has `done`. */
  change(message: {
    change_id: string;
    status: 'ok' | 'partial' | 'error';
    counts: Record<string, number>;
    done: boolean;
  }): void;
  /** Progress of a creation; not for restricted members. The last state is always sent. */
  creation(message: {
    request_id: string;
    campaign_id: number | null;
    offset: number;
    total: number;
    state: Creation['state'];
  }): void;
  /** A run of a rule has logged so many rows; not for restricted members. */
  automation_log(message: { id: number; run_id: string; rows: number }): void;
  /** An incident of an alert began or is over; not for restricted members. */
  alert(message: {
    alert_id: number;
    episode_id: string;
    key: string;
    state: 'firing' | 'unsteady' | 'recovered';
    severity: Notice['severity'];
  }): void;
  /** The newest notice, and how many this person has not read. */
  notice(message: { unread: number; notice: Notice }): void;
  /** A scheduled report is being sent, or its sending has ended; not for restricted members. */
  report_send(message: { id: number; send_id: string; state: ReportSendRow['state'] }): void;
}

const positionField = z.string().regex(/^\d{1,20}$/);
export const subscribeMessageSchema = z.strictObject({
  application_id: z.number().int().positive().max(Number.MAX_SAFE_INTEGER),
});
export const watchMessageSchema = z.strictObject({
  call: z.enum(Object.keys(reportCalls) as [ReportCall, ...ReportCall[]]),
  params: z.record(z.string().max(40), z.union([z.string().max(20_000), z.number()])),
  since: positionField.optional(),
});
export const unwatchMessageSchema = z.strictObject({ watch: z.string().max(40) });

export type Acknowledgement = { status: 'ok' } | { status: 'error'; error_message: string; code: string };
