import type { AsOf, ReportCall, ReportRow, ReportTotals } from './reports.contract.ts';

/** Socket.IO: what a page may ask. Each call is acknowledged. */
export interface ClientToServer {
  subscribe(message: { application_id: number }, acknowledge: (answer: Acknowledgement) => void): void;
  watch(
    message: { call: ReportCall; params: Record<string, string | number>; since?: string },
    acknowledge: (answer: Acknowledgement & { watch?: string; position?: string }) => void,
  ): void;
  unwatch(message: { watch: string }, acknowledge?: (answer: Acknowledgement) => void): void;
}

/** Socket.IO: what the server tells. Positions are decimal strings, comparable with `x-log-position`. */
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
  }): void;
}

export type Acknowledgement = { status: 'ok' } | { status: 'error'; error_message: string; code: string };
